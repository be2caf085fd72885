// SPDX-License-Identifier: Apache-2.0

import { z } from 'zod';
import { amount, lineOfText, timestamp } from '../../endpoint.ts';
import { accountText } from '../account-text.ts';
import { type Mode, modes, pubg } from '../pubg.ts';
import { readAccount } from './account.ts';

const doubt = 'This PUBG name has characters that PUBG doesn’t allow';

/** A name in the game with its platform, or the account's permanent id with it: `steam/Name`. */
const account = accountText(pubg.account, doubt)
  .max(64, 'Use at most 64 characters')
  // The publisher's API takes several names, between commas.
  .regex(/^[^,]*$/, doubt)
  .refine((text) => readAccount(text) !== undefined, pubg.account.missing);

/** What a challenge asks for besides place and kills. */
const terms = z.object({
  mode: z.enum(Object.keys(modes) as [Mode, ...Mode[]]),
  countsBots: z.boolean(),
});

const matchId = z.string().regex(/^[\w-]{1,64}$/);
const word = z.string().max(40).regex(lineOfText);

/** The publisher's record of one match, as far as it concerns one player. */
const record = z.object({
  id: matchId,
  /** In the records that were compared this is the start; `getStart` in matches.ts proves it for each. */
  createdAt: timestamp,
  durationSeconds: amount,
  mode: word,
  type: word,
  isCustom: z.boolean(),
  map: word,
  /** When the match's telemetry was stored, after its end. */
  storedAt: timestamp.nullable(),
  /** The start by telemetry; null unless that was read, because the record alone leaves the start or kills open. */
  startedAt: timestamp.nullable(),
  /** The player's place; with a team, the team's. Null where the record shows none of this player. */
  place: z.int().positive().nullable(),
  /** The player's own kills, bots included. */
  kills: amount,
  /** Bots that did not survive this match: at most so many of `kills` were bots. */
  botsKilled: amount,
  /** Bots among `kills`, by telemetry; null unless that was read. */
  botKills: amount.nullable(),
});

/** What the publisher showed of one account. */
const reading = z.object({
  kind: z.literal('matches'),
  takenAt: timestamp,
  isBanned: z.boolean(),
  /** Ids of its matches of the last 14 days; after the first reading of an attempt, those that came since. */
  seen: z.array(matchId).max(5000),
  /** Records of all matches that came after the first reading, as far as they could be read; the others are read again. */
  matches: z.array(record),
  /** Ids in `matches` whose telemetry is needed and could not be read: it is asked for again. */
  untold: z.array(matchId),
});

/** What a decision compares: how many matches counted so far, and place and kills of the one that decided. */
const attemptStats = z.object({ matches: amount, wins: amount, place: z.int().nullable(), kills: amount });

export const schemas = { account, terms, record, reading, attemptStats };
export type MatchTerms = z.infer<typeof terms>;
export type MatchRecord = z.infer<typeof record>;
export type MatchesReading = z.infer<typeof reading>;
