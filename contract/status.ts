// SPDX-License-Identifier: Apache-2.0

import { z } from 'zod';
import { endpoint, timestamp } from './endpoint.ts';
import { gameIds } from './games/games.ts';

/** The parts of the service that players notice, in the order of the status page. */
export const statusParts = ['sign-in', 'challenges', 'payments', 'shop', 'messages'] as const;
export type StatusPart = (typeof statusParts)[number];

export const statusState = z.enum(['working', 'disturbed', 'down']);
export type StatusState = z.infer<typeof statusState>;

/** For how many days incidents are shown. */
export const incidentsKeptDays = 90;

export const statusReport = z.object({
  /** Set during maintenance, when players can't start, buy or pay anything; otherwise null. */
  maintenance: z
    .object({
      reason: z.string(),
      /** The planned end. Maintenance actually ends when the operator ends it. */
      until: timestamp,
    })
    .nullable(),
  /** When the state was last calculated; null if never. */
  lookedAt: timestamp.nullable(),
  /** True: the database doesn't answer, so the state is the last known one. */
  isDatabaseAway: z.boolean(),
  parts: z.array(
    z.object({
      part: z.enum(statusParts),
      state: statusState,
      /** How late the most overdue work is; 0 if everything is on time. */
      lateSeconds: z.int().nonnegative(),
      /** The same for each game, where there are several. */
      games: z
        .array(z.object({ game: z.enum(gameIds), state: statusState, lateSeconds: z.int().nonnegative() }))
        .optional(),
    }),
  ),
  /** The latest twenty, newest first. */
  incidents: z.array(
    z.object({
      /** `site`: the state wasn't calculated, because the site or its jobs were down. */
      part: z.enum([...statusParts, 'site']),
      /** The worst state during the incident. */
      state: statusState.exclude(['working']),
      beganAt: timestamp,
      /** Null while it continues. */
      endedAt: timestamp.nullable(),
    }),
  ),
});
export type StatusReport = z.infer<typeof statusReport>;

export const statusApi = {
  read: endpoint({
    method: 'GET',
    path: '/status',
    access: 'public',
    summary: 'Get the live status',
    data: statusReport,
  }),
};
