// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import { expect, it } from 'vitest';
import { insertAttempt, openAttemptRows } from '../../../../tests/support/attempt-rows.ts';
import { createPlayer } from '../../../../tests/support/factories.ts';
import { readingMonths } from './attempt-reading-month-store.ts';

const db = openAttemptRows();

it('keeps the readings that a result was made of: entry, beginning, decision, and the last good ones', async () => {
  const { id: playerId } = await createPlayer(db);
  const staying = async (id: string) => {
    const rows = await db.rows<{ number: number }>(sql`
      select number from attempt_readings r where attempt_id = ${id} and (${readingMonths.staying}) order by number`);
    return rows.map(({ number }) => number);
  };
  const insert = async (
    kinds: readonly ('stats' | 'private')[],
    change: { baseline: number; decidedBy: number | null },
  ) => {
    const id = await insertAttempt(db, playerId);
    for (const [index, kind] of kinds.entries()) {
      await db.run(
        kind === 'stats'
          ? sql`
            insert into attempt_readings (attempt_id, number, kind, taken_at, matches, wins, top10, top25, kills, minutes_played)
            values (${id}, ${index + 1}, 'stats', now(), 0, 0, 0, 0, 0, 0)`
          : sql`
            insert into attempt_readings (attempt_id, number, kind, taken_at, source_wide)
            values (${id}, ${index + 1}, 'private', now(), false)`,
      );
    }
    await db.run(sql`
      update attempts set baseline_reading = ${change.baseline}, decided_by_reading = ${change.decidedBy} where id = ${id}`);
    return id;
  };
  // What came behind the decision stays where it is the last.
  const late = await insert(['stats', 'stats', 'stats', 'stats', 'stats', 'private'], {
    baseline: 1,
    decidedBy: 3,
  });
  expect(await staying(late)).toEqual([0, 1, 3, 5]);
  const hidden = await insert(['stats', 'stats', 'private', 'private', 'stats'], {
    baseline: 0,
    decidedBy: 4,
  });
  expect(await staying(hidden)).toEqual([0, 2, 4, 5]);
  const undecided = await insert(['stats', 'stats', 'private'], { baseline: 0, decidedBy: null });
  expect(await staying(undecided)).toEqual([0, 2]);
});

it('waits with a month for the attempts of it that run', async () => {
  const { id: playerId } = await createPlayer(db);
  await insertAttempt(db, playerId);
  const running = await insertAttempt(db, playerId, { status: 'PENDING' });
  const isUnderWay = async (until: string) => {
    const { found } = await db.one<{ found: boolean }>(
      sql`select ${readingMonths.isUnderWay?.(until)} as found`,
    );
    return found;
  };
  expect(await isUnderWay(running)).toBe(false);
  expect(await isUnderWay('ffffffff-ffff-7fff-bfff-ffffffffffff')).toBe(true);
});
