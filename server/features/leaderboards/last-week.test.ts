// SPDX-License-Identifier: Apache-2.0

import { expect, it } from 'vitest';
import { fakeClock } from '../../../tests/support/clock.ts';
import { openTestDatabase } from '../../../tests/support/database.ts';
import { createPlayer } from '../../../tests/support/factories.ts';
import { addToBoards } from './board-store.ts';
import { readBoard, readPublicBoards } from './read-board.ts';

const db = openTestDatabase();

// A Wednesday; the week before is 2026-W46, the first of the year before 2027-W01 is 2026-W53.
const clock = fakeClock(new Date('2026-11-18T12:00:00Z'));
const deps = { db, clock, publicPlayers: async () => new Map(), friendIds: async () => [] };

const play = (playerId: string, boards: readonly string[], xp: number) =>
  db.transaction((tx) => addToBoards(tx, boards, { playerId, xp, at: clock.now() }));

it('shows rank changes since last week, on the weekly board only', async () => {
  const [up, down, fresh] = [
    (await createPlayer(db)).id,
    (await createPlayer(db)).id,
    (await createPlayer(db)).id,
  ];
  await play(up, ['week:2026-W46'], 10);
  await play(down, ['week:2026-W46'], 20);
  await play(up, ['week:2026-W47', 'all'], 300);
  await play(fresh, ['week:2026-W47', 'all'], 200);
  await play(down, ['week:2026-W47', 'all'], 100);
  const moved = async (period: 'week' | 'all', among: 'everybody' | 'friends' = 'everybody') =>
    (await readBoard({ playerId: up, period, among }, deps)).top.map(({ rank, lastWeek }) => [
      rank,
      lastWeek,
    ]);
  expect(await moved('week')).toEqual([
    [1, 2],
    [2, null],
    [3, 1],
  ]);
  expect(await moved('all')).toEqual([
    [1, null],
    [2, null],
    [3, null],
  ]);
  expect(await moved('week', 'friends')).toEqual([[1, null]]);
  const boards = await readPublicBoards(deps);
  expect(boards.map(({ top }) => top.map(({ lastWeek }) => lastWeek))).toEqual([
    [2, null, 1],
    [],
    [null, null, null],
  ]);
});

it('finds the last week of a year from the first of the next', async () => {
  const playerId = (await createPlayer(db)).id;
  await play(playerId, ['week:2026-W53', 'week:2027-W01'], 10);
  const later = { ...deps, clock: fakeClock(new Date('2027-01-05T00:30:00Z')) };
  const asked = { playerId, period: 'week', among: 'everybody' } as const;
  expect((await readBoard(asked, later)).mine).toMatchObject({ rank: 1, lastWeek: 1 });
});
