// SPDX-License-Identifier: Apache-2.0

import type { Reading } from '../challenges.ts';
import type { RecordsVerdict } from '../verdict-records-terms.ts';
import type { VerdictInput } from '../verdict-terms.ts';
import type { AttemptStats, GameTerms } from './schemas.ts';

/** What a game adds to its words: how results are judged, and what entries and receipts say. */
export interface GameRules {
  /** The form of an account's lasting id, which no display name has. */
  accountId: RegExp;
  finding: Finding;
  /** Says that a publisher has nothing to do with us, where it asks for that. */
  disclaimer?: string;
  /** What a new challenge asks for besides place and kills. */
  firstTerms?: GameTerms;
  /** The lines that the game adds to the terms of a challenge. */
  describeTerms(terms: GameTerms | undefined): readonly string[];
}

/** Where to find the name of an account. */
interface Finding {
  /** What to type into the field. */
  hint: string;
  /** What a drawing shows, numbered like the steps: a site or a screen, its menu, and the label of the name. */
  place: string;
  menu: string;
  field: string;
  steps: readonly [string, string, string];
}

/** Of a game whose publisher shows every match with an id. */
export interface RecordRules extends GameRules {
  judge(input: VerdictInput): RecordsVerdict;
  /** What the match that counts achieved by the terms of its challenge. */
  toAttemptStats(readings: readonly Reading[], matchId: string, terms: GameTerms): AttemptStats | null;
}
