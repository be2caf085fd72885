// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import { expect, it } from 'vitest';
import { openTestDatabase } from '../../../tests/support/database.ts';

const db = openTestDatabase();

it.each([
  ['none without matches', { matches: 0, wins: 0, kills: 0 }, null],
  ['wins divided by matches', { matches: 10, wins: 2, kills: 0 }, 0.2],
  ['at most one', { matches: 1, wins: 3, kills: 0 }, 1],
])('computes the win chance: %s', async (_what, statistics, expected) => {
  const reading = JSON.stringify({ top10: 0, top25: 0, ...statistics });
  const { chance } = await db.one<{ chance: number | null }>(sql`
    select win_chance(1, 0, jsonb_populate_record(null::attempt_readings, ${reading}::jsonb)) as chance`);
  expect(chance).toBe(expected);
});
