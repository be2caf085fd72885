// SPDX-License-Identifier: Apache-2.0

import { z } from 'zod';
import { endpoint, timestamp } from './endpoint.ts';

/** Parts of the service whose failure players would notice, in the order of the status page. */
export const statusParts = ['sign-in', 'challenges', 'payments', 'shop', 'messages'] as const;
export type StatusPart = (typeof statusParts)[number];

export const statusState = z.enum(['working', 'disturbed', 'down']);
export type StatusState = z.infer<typeof statusState>;

/** How many days incidents are shown. */
export const incidentsKeptDays = 90;

export const statusReport = z.object({
  /** While an operator works on the installation: players start, buy and pay nothing. Null otherwise. */
  maintenance: z
    .object({
      reason: z.string(),
      /** When it is planned to end; it ends when the operator says so. */
      until: timestamp,
    })
    .nullable(),
  /** When the state was last worked out; null if it never was. */
  lookedAt: timestamp.nullable(),
  /** True: the database does not answer, so the last known state says nothing about now. */
  isDatabaseAway: z.boolean(),
  parts: z.array(
    z.object({
      part: z.enum(statusParts),
      state: statusState,
      /** How late its most overdue work is; 0 if everything is on time. */
      lateSeconds: z.int().nonnegative(),
    }),
  ),
  /** The latest twenty, newest first. */
  incidents: z.array(
    z.object({
      /** `site`: the state was not worked out, because the site or its jobs were down. */
      part: z.enum([...statusParts, 'site']),
      /** The worst state it reached. */
      state: statusState.exclude(['working']),
      beganAt: timestamp,
      /** Null while it lasts. */
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
