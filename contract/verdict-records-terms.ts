// SPDX-License-Identifier: Apache-2.0

import type { ChallengeRules } from './challenges.ts';
import type { Conditions } from './verdict-match.ts';
import type { VerdictOf } from './verdict-terms.ts';

/** When something happened, in ms: both are the same where it is known exactly. */
export interface Interval {
  earliest: number;
  latest: number;
}

/** A match of the kind that the challenge asks for. */
export interface RecordedMatch {
  id: string;
  start: Interval;
  /** Null where the record does not show the player. */
  place: number | null;
  kills: { least: number; most: number };
}

/** What a reading shows. */
export interface RecordsEvidence {
  kind: 'matches';
  takenAt: string;
  /** The publisher has banned the account. */
  isBanned: boolean;
  matches: readonly RecordedMatch[];
  /** Matches of any kind whose record could not be read this time. */
  unread: readonly string[];
  /** Of `matches`, those whose telemetry could not be read this time. */
  untold: readonly string[];
}

export interface RecordsInput {
  startedAt: string;
  now: string;
  readings: readonly (RecordsEvidence | { kind: 'fault'; takenAt: string })[];
  conditions: Conditions;
  rules: ChallengeRules;
}

/** Which matches led to the verdict, by their ids. Indexes point into `readings`. */
export interface RecordsWorkings {
  /** The match that counts, as far as is known. */
  match: string | null;
  matchStartedAt: string | null;
  /** From when on no earlier match can appear. */
  finalFrom: string | null;
  /** Matches that began before entry, or cannot be told from such. */
  old: string[];
  /** Matches that began too late. */
  late: string[];
  /** Other matches that may be the first. */
  unclear: string[];
  /** The reading that first showed the match that counts. */
  firstSeenIn: number | null;
  decidedBy: number | null;
}

export type RecordsVerdict = VerdictOf<RecordsWorkings>;

/**
 * By how much our clock and the publisher's may differ. A match that began so shortly after entry may have begun before it
 * and is not part of the attempt (docs/rules/match-records.md, 4).
 */
export function clockMs({ startToleranceMs }: Pick<ChallengeRules, 'startToleranceMs'>): number {
  return Math.min(5_000, startToleranceMs);
}
