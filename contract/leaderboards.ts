// SPDX-License-Identifier: Apache-2.0

import { z } from 'zod';
import { amount, endpoint } from './endpoint.ts';
import { publicPlayer } from './public-players.ts';
import { asNumber } from './sent-numbers.ts';

/** This ISO week, this quarter, and all time; in UTC. */
export const boardPeriods = ['week', 'season', 'all'] as const;
export type BoardPeriod = (typeof boardPeriods)[number];

/** Which players a board ranks: everybody, or the caller and their friends. */
export const boardGroups = ['everybody', 'friends'] as const;
export type BoardGroup = (typeof boardGroups)[number];

/** Places on a page of a board. */
export const boardPageSize = 25;

export const boardPlace = z.object({
  rank: z.int().min(1),
  player: publicPlayer,
  /** XP earned by playing in the period. */
  xp: amount,
  isMe: z.boolean(),
  /** The place at the end of last week; null if it was none of the first 100, and on boards of other periods. */
  lastWeek: z.int().min(1).nullable(),
});
export type BoardPlace = z.infer<typeof boardPlace>;

export const board = z.object({
  period: z.enum(boardPeriods),
  /** When the period ends, null for all time. */
  endsAt: z.iso.datetime().nullable(),
  players: amount,
  /** The places of the page that was asked for, `boardPageSize` of them or fewer at the end. */
  top: z.array(boardPlace),
  /** The caller's place; null if they have no XP in the period. */
  mine: boardPlace.nullable(),
  /** The places around the caller's, if it is not on the page. */
  near: z.array(boardPlace),
});
export type Board = z.infer<typeof board>;

/** A board as visitors see it, without a place of their own. */
export const publicBoard = board.pick({ period: true, endsAt: true, players: true, top: true });
export type PublicBoard = z.infer<typeof publicBoard>;

/** Days in a row (UTC) with a finished challenge. */
export const streak = z.object({
  days: amount,
  best: amount,
  /** False: play today, or it ends at midnight UTC. */
  isKeptToday: z.boolean(),
});
export type Streak = z.infer<typeof streak>;

export const leaderboardsApi = {
  read: endpoint({
    method: 'GET',
    path: '/leaderboard',
    access: 'signed-in',
    summary: 'Get a leaderboard page',
    query: z.object({
      period: z.enum(boardPeriods).default('week'),
      among: z.enum(boardGroups).default('everybody'),
      page: asNumber(z.int().min(1).max(1_000_000)).default(1),
    }),
    data: board,
  }),
  readPublic: endpoint({
    method: 'GET',
    path: '/leaderboard/public',
    access: 'public',
    summary: 'Get the top of each leaderboard',
    data: z.array(publicBoard),
  }),
  streak: endpoint({
    method: 'GET',
    path: '/leaderboard/streak',
    access: 'signed-in',
    summary: 'Get your daily streak',
    data: streak,
  }),
};
