// SPDX-License-Identifier: Apache-2.0

import type { GameId } from '../../../../contract/games/game.ts';
import { theGame } from '../../../../contract/games/games.ts';
import type { Performance, PerformanceSums } from '../../../../contract/performance.ts';
import type { BestFigures } from '../../../page-ports.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Queryable } from '../../../platform/db/database.ts';
import * as store from './performance-queries.ts';

const dayMs = 24 * 3_600_000;
const maxKinds = 50;

/** Results of a player's attempts: in the last `days` days (UTC), by kind of challenge, and at their best. */
export async function readPerformance(
  { playerId, days, game }: { playerId: string; days: number; game?: GameId | undefined },
  { db, clock }: { db: Queryable; clock: Clock },
): Promise<Performance> {
  const from = new Date(clock.now().getTime() - (days - 1) * dayMs).toISOString().slice(0, 10);
  const [games, { days: byDay, kinds }, matches, bests, career] = await Promise.all([
    store.getGames(db, playerId),
    game ? store.getSumsOfGame(db, { playerId, game, from }) : getSums(db, playerId, from),
    game ? store.getMatchesOfGame(db, playerId, game) : store.getMatches(db, playerId),
    game ? store.getBestsOfGame(db, playerId, game) : store.getBests(db, playerId),
    !game || game === theGame.id ? store.getCareer(db, playerId) : undefined,
  ]);
  return {
    ...(games.length > 0 && { games }),
    totals: addUp(kinds),
    days: byDay,
    kinds: kinds.filter(({ entries }) => entries > 0).slice(0, maxKinds),
    matches: matches.map(toMatch),
    bests: { kills: toBest(bests.kills), winsInRow: toBest(bests.winsInRow), reward: toBest(bests.reward) },
    career: career ? toCareer(career) : null,
  };
}

/** Of all games, from sums kept. */
async function getSums(db: Queryable, playerId: string, from: string) {
  const [days, kinds] = await Promise.all([store.getDays(db, playerId, from), store.getKinds(db, playerId)]);
  return { days, kinds };
}

/** The best of a player's finished attempts; 0 where there is none. */
export async function getBestFigures(db: Queryable, playerId: string): Promise<BestFigures> {
  const { kills, winsInRow, reward } = await store.getBests(db, playerId);
  return { kills: kills?.value ?? 0, winsInRow: winsInRow?.value ?? 0, rewardGC: reward?.value ?? 0 };
}

const names = [
  'entries',
  'finished',
  'won',
  'cancelled',
  'matches',
  'kills',
  'firstPlaces',
  'top10',
  'coinsIn',
  'coinsOut',
] as const satisfies (keyof PerformanceSums)[];

function addUp(rows: readonly PerformanceSums[]): PerformanceSums {
  const getTotal = (name: keyof PerformanceSums) => rows.reduce((sum, row) => sum + row[name], 0);
  return Object.fromEntries(names.map((name) => [name, getTotal(name)])) as Record<
    (typeof names)[number],
    number
  >;
}

function toMatch({ firstPlaces, top10, top25, attemptId, endedAt, kills, terms }: store.MatchRow) {
  const place = firstPlaces > 0 ? 1 : top10 > 0 ? 10 : top25 > 0 ? 25 : null;
  return { attemptId, endedAt: endedAt.toISOString(), place, kills, ...(terms && { terms }) } as const;
}

function toBest(best: store.BestRow | null) {
  return best && { ...best, at: new Date(best.at).toISOString() };
}

function toCareer({ takenAt, ...counters }: store.CareerRow) {
  return { ...counters, readAt: takenAt.toISOString() };
}
