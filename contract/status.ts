// SPDX-License-Identifier: Apache-2.0

import { z } from 'zod';
import { endpoint, timestamp } from './endpoint.ts';

/** Parts of the service whose failure players would notice, in the order of the page. */
export const statusParts = ['sign-in', 'challenges', 'payments', 'shop', 'messages'] as const;
export type StatusPart = (typeof statusParts)[number];

export const statusState = z.enum(['working', 'disturbed', 'down']);
export type StatusState = z.infer<typeof statusState>;

/** Incidents are told of for so many days. */
export const incidentsKeptDays = 90;

export const statusReport = z.object({
  /** When the facts were last looked at; null where nobody has yet. */
  lookedAt: timestamp.nullable(),
  /** True: the database does not answer. Then what was known last says nothing of now. */
  isDatabaseAway: z.boolean(),
  parts: z.array(
    z.object({
      part: z.enum(statusParts),
      state: statusState,
      /** How late the most belated work of it is; 0 where it is in time. */
      lateSeconds: z.int().nonnegative(),
    }),
  ),
  /** Newest first, the latest twenty. */
  incidents: z.array(
    z.object({
      /** `site`: nobody looked, because the site or its jobs stood still. */
      part: z.enum([...statusParts, 'site']),
      /** The worst that it was. */
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
    reads: 'now',
    path: '/status',
    access: 'public',
    summary: 'How the service works now, part by part, and what went wrong lately',
    data: statusReport,
  }),
};
