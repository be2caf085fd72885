// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import { expect, it } from 'vitest';
import { insertAttempt, secondGame } from '../../../../tests/support/attempt-rows.ts';
import { openTestDatabase } from '../../../../tests/support/database.ts';
import { createPlayer } from '../../../../tests/support/factories.ts';
import { readPerformance } from './read-performance.ts';

const db = openTestDatabase();
const now = new Date('2026-06-15T12:00:00Z');

it('shows the requested days including today, and the fifty most entered kinds', async () => {
  const { id } = await createPlayer(db);
  const sums = sql`1, 0, 0, 0, 0, 0, 0, 0, 2, 3, 0`;
  await db.run(sql`
    insert into attempt_days select ${id}, day, ${sums}
    from unnest(array['2026-06-08', '2026-06-09', '2026-06-15']::date[]) day`);
  await db.run(sql`
    insert into attempt_kinds
    select ${id}, 'KIND_' || n, 10, n, 100 - n, 0, 0, 0, 0, 0, 0, 0, 2, 3, 0 from generate_series(1, 51) n`);
  // One whose only attempt was voided.
  await db.run(sql`
    insert into attempt_kinds values (${id}, 'VOIDED', 10, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)`);
  const { days, kinds, totals } = await readPerformance(
    { playerId: id, days: 7 },
    { db, clock: { now: () => now } },
  );
  expect(days.map(({ day }) => day)).toEqual(['2026-06-09', '2026-06-15']);
  expect(kinds.map(({ challengeType }) => challengeType)).toEqual(
    Array.from({ length: 50 }, (_, place) => `KIND_${place + 1}`),
  );
  // Of all of them.
  expect(totals).toMatchObject({ coinsIn: 102, coinsOut: 153 });
});

it('keeps matches and career of the first game behind attempts at another', async () => {
  const { id } = await createPlayer(db);
  const minutes = (count: number) => new Date(now.getTime() + count * 60_000);
  const attemptId = await insertAttempt(db, id, {
    startedAt: minutes(-90),
    first: { matches: 100 },
    later: { matches: 101, kills: 3, top25: 1 },
  });
  for (let count = 0; count < 41; count++)
    await insertAttempt(db, id, { game: secondGame, startedAt: minutes(count - 60) });
  const shown = await readPerformance({ playerId: id, days: 7 }, { db, clock: { now: () => now } });
  expect(shown.matches).toMatchObject([{ attemptId, place: 25, kills: 3 }]);
  expect(shown.career).toMatchObject({ matches: 101, kills: 3 });
});
