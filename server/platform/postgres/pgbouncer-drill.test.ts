// SPDX-License-Identifier: Apache-2.0

import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { signInPlayer } from '../../../tests/chaos/client.ts';
import { createTestDatabase, type TestDatabase } from '../../../tests/support/database.ts';
import { startApp } from '../../../tests/support/e2e/app.ts';
import { findPgbouncer, startPgbouncer } from '../../../tests/support/pgbouncer.ts';
import { openDatabase } from '../db/database.ts';
import { noOwnSessions, requireOwnSessions } from './own-sessions.ts';

const program = findPgbouncer();
// Its stand-in is tested everywhere (own-sessions.test.ts).
const unless = program ? '' : ' (left out: pgbouncer is not installed here)';

describe.skipIf(!program)(`behind PgBouncer${unless}`, () => {
  let test: TestDatabase;
  beforeAll(async () => {
    test = await createTestDatabase();
  });
  afterAll(() => test?.drop());

  it.each(['transaction', 'statement'] as const)('refuses to start in %s mode', async (mode) => {
    const pooler = await startPgbouncer(program as string, test.url, mode);
    await expect(requireOwnSessions(pooler.url)).rejects.toThrow(noOwnSessions);
    await pooler.close();
  });

  it('serves calls, live updates and jobs in session mode', { tags: ['long'] }, async () => {
    const pooler = await startPgbouncer(program as string, test.url, 'session');
    const db = openDatabase(test.url, { poolSize: 2 });
    const app = await startApp({
      env: { DATABASE_URL: pooler.url, SANDBOX: '1', DATABASE_POOL_SIZE: '5' },
    });
    try {
      const { listening } = (await (await fetch(`${app.url}/readyz`)).json()) as { listening: boolean };
      expect(listening).toBe(true);
      const { playerId, token } = await signInPlayer(db, 100);
      const headers = { authorization: `Bearer ${token}` };
      const [stream] = await once(get(`${app.url}/api/v1/live`, { agent: false, headers }), 'response');
      let told = '';
      (stream as IncomingMessage).on('data', (text) => (told += text)).on('error', () => {});
      await vi.waitFor(() => expect(told).toContain('event: ready'));
      await db.run(sql`select publish_live_event(${playerId}, 'profile', '{}')`);
      await vi.waitFor(() => expect(told).toContain('event: profile'));
      (stream as IncomingMessage).destroy();
      await db.run(sql`select enqueue_job('housekeeping', '{}', null)`);
      await vi.waitFor(async () =>
        expect(
          await db.rows(sql`select from graphile_worker.jobs where task_identifier = 'housekeeping'`),
        ).toEqual([]),
      );
    } finally {
      await app.stop();
      await db.close();
      await pooler.close();
    }
  });
});
