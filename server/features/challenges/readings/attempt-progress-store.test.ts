// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import { expect, it } from 'vitest';
import { insertAttempt, openAttemptRows } from '../../../../tests/support/attempt-rows.ts';
import { createPlayer } from '../../../../tests/support/factories.ts';
import { findProgress } from './attempt-progress-store.ts';

const db = openAttemptRows();
const at = (minutes: number) => new Date(Date.UTC(2026, 5, 15, 12, minutes));

it('returns when a reading first showed more matches than the baseline', async () => {
  const { id: playerId } = await createPlayer(db);
  const id = await insertAttempt(db, playerId, {
    status: 'PENDING',
    startedAt: at(0),
    first: { matches: 10 },
  });
  const read = (number: number, matches: number) =>
    db.run(sql`
      insert into attempt_readings (attempt_id, number, kind, taken_at, matches, wins, top10, top25, kills, minutes_played)
      values (${id}, ${number}, 'stats', ${at(number)}, ${matches}, 0, 0, 0, 0, 0)`);
  await read(1, 10);
  expect(await findProgress(db, id)).toMatchObject({ readings: 1, lastReadingAt: at(1), matchSeenAt: null });
  await read(2, 11);
  await read(3, 12);
  expect(await findProgress(db, id)).toMatchObject({ readings: 3, lastReadingAt: at(3), matchSeenAt: at(2) });
  // An old match was reported late.
  await db.run(sql`update attempts set baseline_reading = 2 where id = ${id}`);
  expect(await findProgress(db, id)).toMatchObject({ readings: 3, baselineReading: 2, matchSeenAt: at(3) });
  await db.run(sql`update attempts set baseline_reading = 3 where id = ${id}`);
  expect(await findProgress(db, id)).toMatchObject({ matchSeenAt: null });
});
