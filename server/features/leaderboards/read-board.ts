// SPDX-License-Identifier: Apache-2.0

import {
  type Board,
  type BoardGroup,
  type BoardPeriod,
  type BoardPlace,
  boardPeriods,
  type PublicBoard,
  type Streak,
} from '../../../contract/leaderboards.ts';
import { formerPlayer } from '../../../contract/public-players.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Queryable } from '../../platform/db/database.ts';
import type { FriendIds, PublicPlayers } from '../../ports.ts';
import { findMark } from './board-mark-store.ts';
import * as store from './board-store.ts';
import { getBoard, getEnd, getStreak } from './rules.ts';

export interface LeaderboardsDeps {
  db: Database;
  clock: Clock;
  publicPlayers: PublicPlayers;
  friendIds: FriendIds;
}

const topPlaces = 50;
const publicPlaces = 25;
const placesAround = 3;
const streakDaysRead = 1_000;

type Ranked = store.Score & { rank: number };

/** The first 50 players of a period, and the place of `playerId` (docs/rules.md, Leaderboards). */
export async function readBoard(
  { playerId, period, among }: { playerId: string; period: BoardPeriod; among: BoardGroup },
  deps: LeaderboardsDeps,
): Promise<Board> {
  const now = deps.clock.now();
  const board = getBoard(period, now);
  const { ranked, players, mine, near } =
    among === 'friends' ? await rankFriends(playerId, board, deps) : await rankAll(playerId, board, deps.db);
  const getPlace = await nameRanked([...ranked, ...near, ...(mine ? [mine] : [])], playerId, deps);
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

async function rankAll(playerId: string, board: string, db: Queryable): Promise<Ranking> {
  const [top, players, own] = await Promise.all([
    store.getTop(db, board, topPlaces),
    store.countPlayersOn(db, board),
    store.getScore(db, board, playerId),
  ]);
  const ranked = top.map((score, place) => ({ ...score, rank: place + 1 }));
  const mine = ranked.find((score) => score.playerId === playerId) ?? (own && (await rank(db, board, own)));
  const near = mine && mine.rank > topPlaces ? await around(db, board, mine) : [];
  return { ranked, players, mine, near };
}

/** A player among their friends, who are few enough to rank all of them. */
async function rankFriends(
  playerId: string,
  board: string,
  { db, friendIds }: LeaderboardsDeps,
): Promise<Ranking> {
  const scores = await store.getPlayerScores(db, board, [playerId, ...(await friendIds(db, playerId))]);
  const all = scores.map((score, place) => ({ ...score, rank: place + 1 }));
  const mine = all.find((score) => score.playerId === playerId);
  const isNear = ({ rank }: Ranked) => mine && Math.abs(rank - mine.rank) <= placesAround;
  const near = mine && mine.rank > topPlaces ? all.filter(isNear) : [];
  return { ranked: all.slice(0, topPlaces), players: all.length, mine, near };
}

/** The first places of every period, as visitors see them. */
export function readPublicBoards({ db, clock, publicPlayers }: LeaderboardsDeps): Promise<PublicBoard[]> {
  const now = clock.now();
  return Promise.all(
    boardPeriods.map(async (period) => {
      const board = getBoard(period, now);
      const [top, players] = await Promise.all([
        store.getTop(db, board, publicPlaces),
        store.countPlayersOn(db, board),
      ]);
      const ranked = top.map((score, place) => ({ ...score, rank: place + 1 }));
      const getPlace = await nameRanked(ranked, null, { db, publicPlayers });
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
  playerId: string | null,
  { db, publicPlayers }: Pick<LeaderboardsDeps, 'db' | 'publicPlayers'>,
): Promise<(score: Ranked) => BoardPlace> {
  const known = await publicPlayers(db, [...new Set(ranked.map((score) => score.playerId))]);
  return (score) => ({
    rank: score.rank,
    player: known.get(score.playerId) ?? formerPlayer,
    xp: score.xp,
    isMe: score.playerId === playerId,
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

/** How many days in a row the player has finished a challenge. */
export async function readStreak(playerId: string, { db, clock }: LeaderboardsDeps): Promise<Streak> {
  return getStreak(await store.listPlayedDays(db, playerId, streakDaysRead), clock.now());
}
