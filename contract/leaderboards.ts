// SPDX-License-Identifier: Apache-2.0

import { z } from 'zod';
import { amount, endpoint } from './endpoint.ts';
import { publicPlayer } from './public-players.ts';
import { asNumber } from './sent-numbers.ts';

/** The current ISO week, the current quarter, or all time; UTC. */
export const boardPeriods = ['week', 'season', 'all'] as const;
export type BoardPeriod = (typeof boardPeriods)[number];

/** The ranked players: everyone, or the caller and their friends. */
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
  /** The place at the end of last week. Null below place 100, and on boards of other periods. */
  lastWeek: z.int().min(1).nullable(),
});
export type BoardPlace = z.infer<typeof boardPlace>;

export const board = z.object({
  period: z.enum(boardPeriods),
  /** When the period ends, null for all time. */
  endsAt: z.iso.datetime().nullable(),
  players: amount,
  /** The places on the requested page, at most `boardPageSize`. */
  top: z.array(boardPlace),
  /** The caller's place; null if they have no XP in the period. */
  mine: boardPlace.nullable(),
  /** The places around the caller's, if it is on another page. */
  near: z.array(boardPlace),
});
export type Board = z.infer<typeof board>;

/** A board for visitors, who have no place of their own. */
export const publicBoard = board.pick({ period: true, endsAt: true, players: true, top: true });
export type PublicBoard = z.infer<typeof publicBoard>;

/** Consecutive days (UTC) with a finished challenge. */
export const streak = z.object({
  days: amount,
  best: amount,
  /** False: the streak ends at midnight UTC unless the player plays today. */
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
