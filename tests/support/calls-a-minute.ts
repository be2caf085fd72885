// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import { expect } from 'vitest';
import type { Database } from '../../server/platform/db/database.ts';

/**
 * Checks that a caller may make a call `max` times a minute and no more, without making that many calls.
 * @param limit the name of the rate limit, and the caller
 * @param call makes the call and returns its status
 */
export async function expectCallsAMinute(
  db: Database,
  { limit, who, max }: { limit: string; who: string; max: number },
  call: () => Promise<number>,
): Promise<void> {
  const key = `${limit}:${who}`;
  expect(await call()).toBeLessThan(300);
  const counted = await db.one<{ count: number; seconds: number }>(sql`
    select count, extract(epoch from ends_at - now())::float8 as seconds from rate_limit_windows where key = ${key}`);
  expect(counted.count).toBeGreaterThan(0);
  expect(counted.seconds).toBeGreaterThan(40);
  expect(counted.seconds).toBeLessThanOrEqual(60);
  await db.run(sql`update rate_limit_windows set count = ${max - 1} where key = ${key}`);
  expect(await call()).toBeLessThan(300);
  expect(await call()).toBe(429);
}
