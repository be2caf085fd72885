// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import { expect, it } from 'vitest';
import { insertAttempt, openAttemptRows, secondGame } from '../../../../tests/support/attempt-rows.ts';
import { fakeClock } from '../../../../tests/support/clock.ts';
import { createPlayer } from '../../../../tests/support/factories.ts';
import { retentionTasks } from '../../../platform/jobs/retention.ts';
import { getReadings, insertReading } from './attempt-reading-store.ts';
import { retainedReadings } from './retained-readings-queries.ts';

const db = openAttemptRows();

/** The numbers of the readings that remain after three months. */
async function forget(id: string): Promise<number[]> {
  const clock = fakeClock(new Date('2026-05-31T23:59:59Z'));
  const tasks = retentionTasks({ db, clock, months: 3, tables: [retainedReadings] });
  await tasks['forget-old-rows']?.({} as never);
  const rows = await db.rows<{ number: number }>(sql`
    select number from attempt_readings where attempt_id = ${id} order by number`);
  return rows.map(({ number }) => number);
}

it.each([
  ['matches decided', ['matches', 'fault', 'matches', 'matches', 'fault'], 3, [0, 3, 4]],
  ['faults decided', ['matches', 'matches', 'fault', 'fault', 'fault'], 5, [0, 2, 5]],
  ['nothing was shown', ['fault', 'fault', 'fault'], 2, [0, 2]],
] as const)('deletes old lists of matches where %s', async (_how, kinds, decidedBy, stay) => {
  const { id: playerId } = await createPlayer(db);
  const takenAt = '2026-01-15T12:00:00.000Z';
  const id = await insertAttempt(db, playerId, { game: secondGame, startedAt: new Date(takenAt) });
  const listed = {
    kind: 'matches' as const,
    takenAt,
    isBanned: false,
    seen: [],
    matches: [],
    untold: [],
  };
  await db.transaction(async (tx) => {
    await tx.run(sql`set local session_replication_role = replica`);
    await tx.run(sql`delete from attempt_readings where attempt_id = ${id}`);
    await tx.run(sql`update attempts set decided_by_reading = ${decidedBy} where id = ${id}`);
    for (const [index, kind] of (['matches', ...kinds] as const).entries())
      await insertReading(tx, id, index, kind === 'matches' ? listed : { kind, takenAt, detail: 'HTTP 500' });
  });
  expect(await forget(id)).toEqual(stay);
});

it('deletes old readings except the readings a result is based on, and marks the attempt', async () => {
  const { id: playerId } = await createPlayer(db);
  const insert = async (
    kinds: readonly ('stats' | 'private')[],
    change: { baseline: number; decidedBy: number | null; takenAt?: string; status?: 'PENDING' },
  ) => {
    const { status = 'SUCCESS', takenAt = '2026-01-15T12:00:00Z' } = change;
    const id = await insertAttempt(db, playerId, { startedAt: new Date(takenAt), status });
    for (const [index, kind] of kinds.entries()) {
      await db.run(
        kind === 'stats'
          ? sql`
            insert into attempt_readings (attempt_id, number, kind, taken_at, matches, wins, top10, top25, kills, minutes_played)
            values (${id}, ${index + 1}, 'stats', ${takenAt}, 0, 0, 0, 0, 0, 0)`
          : sql`
            insert into attempt_readings (attempt_id, number, kind, taken_at, source_wide)
            values (${id}, ${index + 1}, 'private', ${takenAt}, false)`,
      );
    }
    await db.run(sql`
      update attempts set baseline_reading = ${change.baseline}, decided_by_reading = ${change.decidedBy} where id = ${id}`);
    return id;
  };
  // A reading after the decision is kept if it is the last one.
  const late = await insert(['stats', 'stats', 'stats', 'stats', 'stats', 'private'], {
    baseline: 1,
    decidedBy: 3,
  });
  const hidden = await insert(['stats', 'stats', 'private', 'private', 'stats'], {
    baseline: 0,
    decidedBy: 4,
  });
  const undecided = await insert(['stats', 'stats', 'private'], { baseline: 0, decidedBy: null });
  const recent = await insert(['stats', 'stats', 'stats'], {
    baseline: 0,
    decidedBy: 3,
    takenAt: '2026-02-01T00:00:00Z',
  });
  const running = await insert(['stats', 'stats'], { baseline: 0, decidedBy: null, status: 'PENDING' });

  expect(await forget(late)).toEqual([0, 1, 3, 5]);
  expect(await forget(hidden)).toEqual([0, 2, 4, 5]);
  expect(await forget(undecided)).toEqual([0, 2]);
  expect(await forget(running)).toEqual([0, 1, 2]);
  expect(await forget(recent)).toEqual([0, 1, 2, 3]);
  expect(await getReadings(db, late)).toMatchObject({ hasForgottenReadings: true });
  expect(await getReadings(db, recent)).not.toHaveProperty('hasForgottenReadings');
});
