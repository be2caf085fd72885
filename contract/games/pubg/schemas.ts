// SPDX-License-Identifier: Apache-2.0

import { z } from 'zod';
import { amount, lineOfText, timestamp } from '../../endpoint.ts';
import { accountText } from '../account-text.ts';
import { type Mode, modes, pubg } from '../pubg.ts';
import { readAccount } from './account.ts';

const doubt = 'This PUBG name has characters that PUBG doesn’t allow';

/** An in-game name with its platform, or the account's permanent id with it: `steam/Name`. */
const account = accountText(pubg.account, doubt)
  .max(64, 'Use at most 64 characters')
  // The publisher's API separates several names with commas.
  .regex(/^[^,]*$/, doubt)
  .refine((text) => readAccount(text) !== undefined, pubg.account.missing);

/** What a challenge requires besides place and kills. */
const terms = z.object({
  mode: z.enum(Object.keys(modes) as [Mode, ...Mode[]]),
  countsBots: z.boolean(),
});

const matchId = z.string().regex(/^[\w-]{1,64}$/);
const word = z.string().max(40).regex(lineOfText);

/** The publisher's record of one match, reduced to one player. */
const record = z.object({
  id: matchId,
  /** The start in all compared records; `getStart` in matches.ts checks it for each one. */
  createdAt: timestamp,
  durationSeconds: amount,
  mode: word,
  type: word,
  isCustom: z.boolean(),
  map: word,
  /** When the match's telemetry was stored, after its end. */
  storedAt: timestamp.nullable(),
  /** The start according to telemetry; null if that wasn't needed, or couldn't be read. */
  startedAt: timestamp.nullable(),
  /** The player's place, or the team's in a team mode; null if the record lacks the player. */
  place: z.int().positive().nullable(),
  /** The player's own kills, bots included. */
  kills: amount,
  /** Bots that died in this match: an upper limit for the bots among `kills`. */
  botsKilled: amount,
  /** Bots among `kills` according to telemetry; null if that wasn't needed, or couldn't be read. */
  botKills: amount.nullable(),
});

/** What the publisher showed of one account. */
const reading = z.object({
  kind: z.literal('matches'),
  takenAt: timestamp,
  isBanned: z.boolean(),
  /** Ids of its matches of the last 14 days. Later readings of an attempt contain only new ones. */
  seen: z.array(matchId).max(5000),
  /** Records of all matches since the first reading that could be read. The others are read again. */
  matches: z.array(record),
  /** Ids in `matches` whose telemetry is needed but couldn't be read. It is requested again. */
  untold: z.array(matchId),
});

/** The basis of a decision: the number of counted matches, and place and kills of the deciding one. */
const attemptStats = z.object({ matches: amount, wins: amount, place: z.int().nullable(), kills: amount });

export const schemas = { account, terms, record, reading, attemptStats };
export type MatchTerms = z.infer<typeof terms>;
export type MatchRecord = z.infer<typeof record>;
export type MatchesReading = z.infer<typeof reading>;
