import type { Board, BoardPeriod, BoardPlace, Streak } from '../../../contract/leaderboards.ts';
import { formerPlayer } from '../../../contract/public-players.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/database.ts';
import type { PublicPlayers } from '../../ports.ts';
import * as store from './board-store.ts';
import { getBoard, getEnd, getStreak } from './rules.ts';

export interface LeaderboardsDeps {
  db: Database;
  clock: Clock;
  publicPlayers: PublicPlayers;
}

const topPlaces = 50;
const placesAround = 3;
const streakDaysRead = 1_000;

type Ranked = store.Score & { rank: number };

/** The first 50 of a period, and where `playerId` stands (docs/rules.md, Leaderboards). */
export async function readBoard(
  { playerId, period }: { playerId: string; period: BoardPeriod },
  { db, clock, publicPlayers }: LeaderboardsDeps,
): Promise<Board> {
  const now = clock.now();
  const board = getBoard(period, now);
  const [top, players, own] = await Promise.all([
    store.getTop(db, board, topPlaces),
    store.playersOn(db, board),
    store.getScore(db, board, playerId),
  ]);
  const ranked = top.map((score, place) => ({ ...score, rank: place + 1 }));
  const mine = ranked.find((score) => score.playerId === playerId) ?? (own && (await rank(db, board, own)));
  const near = mine && mine.rank > topPlaces ? await around(db, board, mine) : [];

  const shown = [...ranked, ...near, ...(mine ? [mine] : [])];
  const known = await publicPlayers(db, [...new Set(shown.map((score) => score.playerId))]);
  const getPlace = (score: Ranked): BoardPlace => ({
    rank: score.rank,
    player: known.get(score.playerId) ?? formerPlayer,
    xp: score.xp,
    isMe: score.playerId === playerId,
  });
  return {
    period,
    endsAt: getEnd(period, now)?.toISOString() ?? null,
    players,
    top: ranked.map(getPlace),
    mine: mine ? getPlace(mine) : null,
    near: near.map(getPlace),
  };
}

async function rank(db: Database, board: string, score: store.Score): Promise<Ranked> {
  return { ...score, rank: (await store.countAhead(db, board, score)) + 1 };
}

async function around(db: Database, board: string, mine: Ranked): Promise<Ranked[]> {
  const [ahead, behind] = await Promise.all([
    store.nearestTo(db, board, mine, 'ahead', placesAround),
    store.nearestTo(db, board, mine, 'behind', placesAround),
  ]);
  return [
    ...ahead.map((score, place) => ({ ...score, rank: mine.rank - place - 1 })).reverse(),
    mine,
    ...behind.map((score, place) => ({ ...score, rank: mine.rank + place + 1 })),
  ];
}

/** The player's days in a row with a finished challenge. */
export async function readStreak(playerId: string, { db, clock }: LeaderboardsDeps): Promise<Streak> {
  return getStreak(await store.playedDays(db, playerId, streakDaysRead), clock.now());
}
