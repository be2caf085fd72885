// SPDX-License-Identifier: Apache-2.0

import { z } from 'zod';
import { amount, endpoint, linesOfText, timestamp } from './endpoint.ts';
import { gameIds } from './games/games.ts';

/** A configured game, and whether players can enter it. */
export const gameState = z.object({
  game: z.enum(gameIds),
  /** Since when and why it takes no new entries; null while it is open. */
  closed: z.object({ reason: z.string(), at: timestamp }).nullable(),
});
export type GameState = z.infer<typeof gameState>;

/** The longest reason for closing a game, in characters. */
export const maxClosureReason = 200;

/** How many minutes of answers and failures are counted. */
export const answersMinutes = 5;

/** The same for those who run it, with how its statistics are read. */
export const adminGame = gameState.extend({
  /** Requests to its statistics, of all keys and processes. */
  budget: z.object({
    grantedPerMinute: amount,
    /** In the last whole minute. */
    usedLastMinute: amount,
    /** Ahead of now. */
    reserved: amount,
    /** For how much longer the source wants none; 0 if it takes them. */
    blockedSeconds: amount,
  }),
  /** Attempts whose reading is due, and for how long the oldest has been. */
  queue: z.object({ waiting: amount, lateSeconds: amount }),
  /** Calls of the last `answersMinutes`, answered or failed through the source's fault. */
  health: z.object({ answered: amount, failed: amount, answeredAt: timestamp.nullable() }),
});
export type AdminGame = z.infer<typeof adminGame>;

const params = z.object({ game: z.enum(gameIds) });

export const gamesAdminApi = {
  list: endpoint({
    method: 'GET',
    path: '/challenge/games',
    access: 'overview:read',
    summary: 'List the games',
    data: z.array(adminGame),
  }),
  close: endpoint({
    method: 'PUT',
    path: '/challenge/games/:game/closure',
    access: 'challenges:write',
    summary: 'Close a game for new entries',
    message: 'Closed for new entries',
    params,
    /** Players see the reason. */
    body: z.object({
      reason: z.string().trim().min(1, 'Reason is required').max(maxClosureReason).regex(linesOfText),
    }),
    data: gameState,
    refusals: ['not_found'],
  }),
  open: endpoint({
    method: 'DELETE',
    path: '/challenge/games/:game/closure',
    access: 'challenges:write',
    summary: 'Open a game for new entries again',
    message: 'Open for new entries',
    params,
    data: gameState,
    refusals: ['not_found'],
  }),
};
