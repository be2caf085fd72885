// SPDX-License-Identifier: Apache-2.0

import { beforeAll, expect, it } from 'vitest';
import { type AttemptParts, insertAttempt, openAttemptRows } from '../../../../tests/support/attempt-rows.ts';
import { createPlayer } from '../../../../tests/support/factories.ts';
import { playedFigures } from './figure-queries.ts';

const db = openAttemptRows();
let player: string;
beforeAll(async () => {
  player = (await createPlayer(db)).id;
});

/** At noon of a day of June, so many minutes later. */
const at = (day: number, minutes = 0) => new Date(Date.UTC(2026, 5, day, 12, minutes));

it('returns each achievement figure and when it reached its goal', async () => {
  const play = (completedAt: Date, parts: AttemptParts = {}) =>
    insertAttempt(db, player, {
      startedAt: new Date(completedAt.getTime() - 600_000),
      completedAt,
      ...parts,
    });
  const lost = { status: 'FAILED', reason: 'x' } as const;
  const counted = (kills: number, matches = 1) => ({
    first: { matches: 10 },
    later: { matches: 10 + matches, kills, top10: 1, wins: kills > 3 ? 1 : 0 },
  });
  // A day that stands alone, three in a row, and one more.
  await play(at(1), { rewardGivenGC: 50, ...counted(2) });
  await play(at(5), { ...lost, ...counted(9, 3) });
  await play(at(6), { rewardGivenGC: 70, ...counted(4) });
  await play(at(7), { rewardGivenGC: 10, ...counted(1) });
  await play(at(7, 5), { rewardGivenGC: 10, ...counted(1) });
  // Nothing was finished on the day between.
  await play(at(8), { status: 'CANCELLED', reason: 'x' });
  await play(at(9), { ...lost });

  const others = (await createPlayer(db)).id;
  await insertAttempt(db, others, { completedAt: at(1), rewardGivenGC: 9_000 });
  expect(await playedFigures.getFigures(db, player)).toEqual({
    finished: 6,
    wins: 4,
    winsInRow: 3,
    kills: 17,
    killsInMatch: 4,
    firstPlaces: 2,
    top10: 5,
    kindsWon: 1,
    coinsWon: 140,
    daysInRow: 3,
  });
  const reached: [
    figure: keyof Awaited<ReturnType<typeof playedFigures.getFigures>>,
    goal: number,
    at?: Date,
  ][] = [
    ['finished', 1, at(1)],
    ['finished', 6, at(9)],
    ['finished', 7],
    ['wins', 2, at(6)],
    ['winsInRow', 3, at(7, 5)],
    ['winsInRow', 4],
    ['kills', 15, at(6)],
    ['killsInMatch', 3, at(6)],
    ['killsInMatch', 5],
    ['firstPlaces', 2, at(6)],
    ['top10', 3, at(6)],
    ['kindsWon', 1, at(1)],
    ['kindsWon', 2],
    ['coinsWon', 120, at(6)],
    ['daysInRow', 1, at(1)],
    ['daysInRow', 2, at(6)],
    ['daysInRow', 3, at(7)],
    ['daysInRow', 4],
  ];
  const goals = reached.map(([figure, goal]) => ({ figure, goal }));
  expect(await playedFigures.findReachedAt(db, player, goals)).toEqual(reached.map(([, , when]) => when));
});

it('counts a kind of challenge only once it is won', async () => {
  const { id } = await createPlayer(db);
  await insertAttempt(db, id, { kills: 1, completedAt: at(1) });
  await insertAttempt(db, id, { kills: 2, completedAt: at(2), status: 'FAILED', reason: 'x' });
  expect(await playedFigures.getFigures(db, id)).toMatchObject({ finished: 2, kindsWon: 1, winsInRow: 1 });
});
