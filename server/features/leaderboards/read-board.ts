// SPDX-License-Identifier: Apache-2.0

import {
  type Board,
  type BoardGroup,
  type BoardPeriod,
  type BoardPlace,
  boardPageSize,
  boardPeriods,
  type PublicBoard,
  type Streak,
} from '../../../contract/leaderboards.ts';
import { formerPlayer } from '../../../contract/public-players.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Queryable } from '../../platform/db/database.ts';
import type { FriendIds, PublicPlayers } from '../../ports.ts';
import { findMark, findMarkAbove } from './board-mark-store.ts';
import * as store from './board-store.ts';
import { getBoard, getEnd, getStreak } from './rules.ts';

export interface LeaderboardsDeps {
  db: Database;
  clock: Clock;
  publicPlayers: PublicPlayers;
  friendIds: FriendIds;
}

const placesAround = 3;
/** How many of last week's places are compared with this week's. */
const comparedPlaces = 100;
const weekMs = 7 * 24 * 3_600_000;
const streakDaysRead = 1_000;

type Ranked = store.Score & { rank: number };

/** A page of a period's players, and the place of `playerId` (docs/rules/leaderboards.md, 4). */
export async function readBoard(
  {
    playerId,
    period,
    among,
    page = 1,
  }: { playerId: string; period: BoardPeriod; among: BoardGroup; page?: number },
  deps: LeaderboardsDeps,
): Promise<Board> {
  const now = deps.clock.now();
  const board = getBoard(period, now);
  const skip = (page - 1) * boardPageSize;
  const { ranked, players, mine, near } =
    among === 'friends'
      ? await rankFriends({ playerId, board, skip }, deps)
      : await rankAll({ playerId, board, skip }, deps.db);
  const shown = [...ranked, ...near, ...(mine ? [mine] : [])];
  const lastWeek = among === 'everybody' ? await rankLastWeek(deps.db, period, now) : null;
  const getPlace = await nameRanked(shown, { playerId, lastWeek }, deps);
  return {
    period,
    endsAt: getEnd(period, now)?.toISOString() ?? null,
    players,
    top: ranked.map(getPlace),
    mine: mine ? getPlace(mine) : null,
    near: near.map(getPlace),
  };
}

interface Ranking {
  ranked: Ranked[];
  players: number;
  mine: Ranked | undefined;
  near: Ranked[];
}

interface Asked {
  playerId: string;
  board: string;
  /** How many places precede the page. */
  skip: number;
}

async function rankAll({ playerId, board, skip }: Asked, db: Queryable): Promise<Ranking> {
  const mark = skip > 0 ? await findMarkAbove(db, board, skip) : undefined;
  const [scores, players, own] = await Promise.all([
    store.getPlaces(db, board, { skip, limit: boardPageSize }, mark),
    store.countPlayersOn(db, board),
    store.getScore(db, board, playerId),
  ]);
  const ranked = scores.map((score, place) => ({ ...score, rank: skip + place + 1 }));
  const listed = ranked.find((score) => score.playerId === playerId);
  const mine = listed ?? (own && (await rank(db, board, own)));
  const near = mine && !listed ? await around(db, board, mine) : [];
  return { ranked, players, mine, near };
}

/** Last week's first places by player, found through an index; null for other periods. */
async function rankLastWeek(
  db: Queryable,
  period: BoardPeriod,
  now: Date,
): Promise<Map<string, number> | null> {
  if (period !== 'week') return null;
  const board = getBoard('week', new Date(now.getTime() - weekMs));
  const scores = await store.getTop(db, board, comparedPlaces);
  return new Map(scores.map(({ playerId }, place) => [playerId, place + 1]));
}

/** A player among their friends, all of whom are ranked because they are few. */
async function rankFriends(
  { playerId, board, skip }: Asked,
  { db, friendIds }: LeaderboardsDeps,
): Promise<Ranking> {
  const scores = await store.getPlayerScores(db, board, [playerId, ...(await friendIds(db, playerId))]);
  const all = scores.map((score, place) => ({ ...score, rank: place + 1 }));
  const mine = all.find((score) => score.playerId === playerId);
  const ranked = all.slice(skip, skip + boardPageSize);
  const isNear = ({ rank }: Ranked) => mine && Math.abs(rank - mine.rank) <= placesAround;
  const near = mine && !ranked.includes(mine) ? all.filter(isNear) : [];
  return { ranked, players: all.length, mine, near };
}

/** The first places of every period, as visitors see them. */
export function readPublicBoards({ db, clock, publicPlayers }: LeaderboardsDeps): Promise<PublicBoard[]> {
  const now = clock.now();
  return Promise.all(
    boardPeriods.map(async (period) => {
      const board = getBoard(period, now);
      const [top, players, lastWeek] = await Promise.all([
        store.getTop(db, board, boardPageSize),
        store.countPlayersOn(db, board),
        rankLastWeek(db, period, now),
      ]);
      const ranked = top.map((score, place) => ({ ...score, rank: place + 1 }));
      const getPlace = await nameRanked(ranked, { playerId: null, lastWeek }, { db, publicPlayers });
      return {
        period,
        endsAt: getEnd(period, now)?.toISOString() ?? null,
        players,
        top: ranked.map(getPlace),
      };
    }),
  );
}

/** Looks up the players in `ranked`, and returns a function that shows each of them to `playerId` (null: a visitor). */
async function nameRanked(
  ranked: readonly Ranked[],
  { playerId, lastWeek }: { playerId: string | null; lastWeek: ReadonlyMap<string, number> | null },
  { db, publicPlayers }: Pick<LeaderboardsDeps, 'db' | 'publicPlayers'>,
): Promise<(score: Ranked) => BoardPlace> {
  const known = await publicPlayers(db, [...new Set(ranked.map((score) => score.playerId))]);
  return (score) => ({
    rank: score.rank,
    player: known.get(score.playerId) ?? formerPlayer,
    xp: score.xp,
    isMe: score.playerId === playerId,
    lastWeek: lastWeek?.get(score.playerId) ?? null,
  });
}

async function rank(db: Queryable, board: string, score: store.Score): Promise<Ranked> {
  const mark = await findMark(db, board, score);
  return { ...score, rank: (await store.countAhead(db, board, score, mark)) + 1 };
}

async function around(db: Queryable, board: string, mine: Ranked): Promise<Ranked[]> {
  const [ahead, behind] = await Promise.all([
    store.findNearest(db, board, mine, 'ahead', placesAround),
    store.findNearest(db, board, mine, 'behind', placesAround),
  ]);
  return [
    ...ahead.map((score, place) => ({ ...score, rank: mine.rank - place - 1 })).reverse(),
    mine,
    ...behind.map((score, place) => ({ ...score, rank: mine.rank + place + 1 })),
  ];
}

/** The player's current streak: days in a row with a finished challenge. */
export async function readStreak(playerId: string, { db, clock }: LeaderboardsDeps): Promise<Streak> {
  return getStreak(await store.listPlayedDays(db, playerId, streakDaysRead), clock.now());
}
