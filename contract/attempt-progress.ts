// SPDX-License-Identifier: Apache-2.0

import { z } from 'zod';
import { attemptStatuses } from './attempt-statuses.ts';
import { amount, endpoint, id, timestamp } from './endpoint.ts';

/** How often a player may ask for a reading of one attempt (docs/rules/readings.md, 13). */
export const maxAskedReadings = 5;

/** The progress of a running attempt, for the live tracker. */
export const attemptProgress = z.object({
  _id: id,
  status: z.enum(attemptStatuses),
  /** Without the reading at entry. */
  readings: amount,
  /** When the newest reading was taken; may be the one at entry. */
  lastReadingAt: timestamp,
  /** When the next reading is due; null once the attempt is decided. */
  nextReadingAt: timestamp.nullable(),
  /** When a reading first showed a match after entry. */
  matchSeenAt: timestamp.nullable(),
  /** How many more readings the player may request. */
  asksLeft: amount,
});
export type AttemptProgress = z.infer<typeof attemptProgress>;

const ofAttempt = { params: z.object({ id }), access: 'signed-in', data: attemptProgress } as const;

export const attemptProgressApi = {
  read: endpoint({
    ...ofAttempt,
    method: 'GET',
    path: '/challenge/attempts/:id/progress',
    summary: 'Get the progress of your attempt',
    refusals: ['not_found'],
  }),
  readNow: endpoint({
    ...ofAttempt,
    method: 'POST',
    path: '/challenge/attempts/:id/read-now',
    summary: 'Check your stats now',
    message: 'We’ll check your stats as soon as they update.',
    refusals: ['not_found', 'attempt_decided', 'readings_asked_too_often'],
  }),
};
