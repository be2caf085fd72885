// SPDX-License-Identifier: Apache-2.0

import type { AttemptStatus, ChallengeRules, Reading, StatsReading } from './challenges.ts';
import type { GameId } from './games/game.ts';
import type { Conditions, Deltas, ProvableConditions } from './verdict-match.ts';

/** Final reasons, each with its status. */
export const finalReasons = {
  'conditions-met': 'SUCCESS',
  'conditions-not-met': 'FAILED',
  'made-private': 'FAILED',
  'no-match': 'CANCELLED',
  'started-late': 'CANCELLED',
  undecidable: 'CANCELLED',
  'counters-missing': 'CANCELLED',
  'source-reset': 'CANCELLED',
  'source-down': 'CANCELLED',
} as const satisfies Record<string, AttemptStatus>;
/**
 * Whether an attempt was played to the end. It was not if its statistics were made private
 * (docs/rules/attempts.md, 14).
 */
export function isFinished(reason: FinalReason): boolean {
  return finalReasons[reason] !== 'CANCELLED' && reason !== 'made-private';
}

export type FinalReason = keyof typeof finalReasons;

/** Why an attempt is still open. */
export type OpenReason =
  | 'awaiting-match'
  | 'awaiting-report'
  | 'confirming'
  | 'awaiting-counters'
  | 'private-once'
  | 'source-fault'
  | 'source-behind';

export interface VerdictInput {
  game: GameId;
  /** Times are ISO strings. */
  startedAt: string;
  now: string;
  initial: StatsReading;
  /** Without the initial one, oldest first. */
  readings: readonly Reading[];
  conditions: Conditions;
  rules: ChallengeRules;
}

/** With the places that the game can prove. */
export type TotalsInput = VerdictInput & { conditions: ProvableConditions };

/** Which numbers led to the verdict. Indexes point into `readings`. */
export interface Workings {
  /** What later readings are compared with: the initial reading, or the one that reported an old match late. */
  baseline: StatsReading;
  /** Readings that were treated as late reports of matches played before entry. */
  corrections: number[];
  /** Growth from the baseline to the last reading that counted. */
  deltas: Deltas | null;
  /** How many of the new matches are known to meet the placement. */
  placed: number;
  matchStartedAt: string | null;
  /** The reading that first showed the match, whether or not it is confirmed yet. */
  firstSeenIn: number | null;
  /** The reading whose numbers decided. */
  decidedBy: number | null;
}

export interface OpenVerdict {
  status: AttemptStatus;
  reason: OpenReason;
  isFinal: false;
  /** The earliest time at which, by the rules alone, another reading can change something. */
  nextCheckAt: string | null;
  /** Number of the baseline: 0 is the initial reading, 1 the first of `readings`. */
  baselineReading: number;
  workings: Workings;
}

export interface FinalVerdict {
  status: 'SUCCESS' | 'FAILED' | 'CANCELLED';
  reason: FinalReason;
  isFinal: true;
  nextCheckAt: null;
  /** Numbers of the readings that were compared. */
  baselineReading: number;
  decidedByReading: number;
  workings: Workings;
}

export type Verdict = OpenVerdict | FinalVerdict;
