// SPDX-License-Identifier: Apache-2.0

import { z } from 'zod';
import { endpoint, lineOfText, timestamp } from './endpoint.ts';
import { gameIds } from './games/games.ts';

/** A configured game, for those who run it. */
export const adminGame = z.object({
  game: z.enum(gameIds),
  /** Since when and why it takes no new entries; null while it is open. */
  closed: z.object({ reason: z.string(), at: timestamp }).nullable(),
});
export type AdminGame = z.infer<typeof adminGame>;

const params = z.object({ game: z.enum(gameIds) });

export const gamesAdminApi = {
  list: endpoint({
    method: 'GET',
    path: '/challenge/games',
    access: 'overview:read',
    summary: 'List the games and whether they are open',
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
    body: z.object({ reason: z.string().trim().min(1, 'Reason is required').max(200).regex(lineOfText) }),
    data: adminGame,
    refusals: ['not_found'],
  }),
  open: endpoint({
    method: 'DELETE',
    path: '/challenge/games/:game/closure',
    access: 'challenges:write',
    summary: 'Open a game for new entries again',
    message: 'Open for new entries',
    params,
    data: adminGame,
    refusals: ['not_found'],
  }),
};
