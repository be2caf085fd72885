// SPDX-License-Identifier: Apache-2.0

import { z } from 'zod';
import { amount, timestamp } from '../endpoint.ts';

/** `top10` and `top25` show which condition a lost match missed; the source gives no exact place. */
const attemptStats = z.object({
  kills: amount,
  wins: amount,
  matches: amount,
  top10: amount,
  top25: amount,
});

/** Lifetime counters, all inputs merged. `lastModified`: when the source last changed them; null: never played. */
const reading = z.object({
  kind: z.literal('stats'),
  takenAt: timestamp,
  matches: amount,
  wins: amount,
  top10: amount,
  top25: amount,
  kills: amount,
  minutesPlayed: amount,
  lastModified: timestamp.nullable(),
});

/** Lifetime totals of a player's newest reading. */
const career = z.object({
  matches: amount,
  wins: amount,
  top10: amount,
  top25: amount,
  kills: amount,
  readAt: timestamp,
});

/** Of every game that is proved by totals that grow. */
export const totals = { attemptStats, reading, career };
