// SPDX-License-Identifier: Apache-2.0

import { z } from 'zod';
import { amount, lineOfText, timestamp } from '../../endpoint.ts';
import { ifMissing } from '../../sent-numbers.ts';
import { withoutFormat } from '../../without-format.ts';
import { fortnite } from '../fortnite.ts';

const { missing } = fortnite.account;

/** Of any length. */
const accountText = z
  .string(ifMissing(missing))
  .overwrite((text) => withoutFormat(text).trim())
  .min(1, missing)
  .regex(lineOfText, 'This Epic ID has characters that Epic doesn’t allow');

/** A display name at Epic Games, or the account's permanent id. */
const account = accountText.max(32, 'Use at most 32 characters');

/** `top10` and `top25` show which condition a lost match missed; the source gives no exact place. */
const attemptStats = z.object({
  kills: amount,
  wins: amount,
  matches: amount,
  top10: amount,
  top25: amount,
});

/** Lifetime Solo counters, all inputs merged. `lastModified`: when the source last changed them; null: never played. */
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

/** Lifetime Solo totals of a player's newest reading. */
const career = z.object({
  matches: amount,
  wins: amount,
  top10: amount,
  top25: amount,
  kills: amount,
  readAt: timestamp,
});

export const schemas = { account, accountText, attemptStats, reading, career };
