// SPDX-License-Identifier: Apache-2.0

import type { AttemptStatus, ChallengeRules, Reading, StatsReading } from './challenges.ts';
import type { GameId } from './games/game.ts';
import type { FirstReading, GameTerms } from './games/schemas.ts';
import type { Conditions, Deltas, ProvableConditions } from './verdict-match.ts';

/** Final reasons, each with its status. */
export const finalReasons = {
  'conditions-met': 'SUCCESS',
  'conditions-not-met': 'FAILED',
  'made-private': 'FAILED',
  'account-banned': 'CANCELLED',
  'no-match': 'CANCELLED',
  'started-late': 'CANCELLED',
  undecidable: 'CANCELLED',
  'counters-missing': 'CANCELLED',
  'source-reset': 'CANCELLED',
  'source-down': 'CANCELLED',
} as const satisfies Record<string, AttemptStatus>;
/** Whether the attempt was played to the end. Not if its statistics became private (docs/rules/attempts.md, 14). */
export function isFinished(reason: FinalReason): boolean {
  return finalReasons[reason] !== 'CANCELLED' && reason !== 'made-private';
}

export type FinalReason = keyof typeof finalReasons;

/** Why an attempt is still open. */
export type OpenReason =
  | 'awaiting-match'
  | 'awaiting-report'
  | 'awaiting-earlier'
  | 'confirming'
  | 'awaiting-counters'
  | 'private-once'
  | 'banned-once'
  | 'source-fault'
  | 'source-behind';

export interface VerdictInput {
  game: GameId;
  /** Times are ISO strings. */
  startedAt: string;
  now: string;
  initial: FirstReading;
  /** All readings except the initial one, oldest first. */
  readings: readonly Reading[];
  conditions: Conditions;
  /** What the challenge asks for besides place and kills, where its game has such. */
  terms?: GameTerms | null | undefined;
  rules: ChallengeRules;
}

/** An answer of a source of totals. */
export type TotalsReading = Exclude<Reading, { kind: 'matches' }>;

/** Of totals that grow. */
export interface SentTotals extends Pick<VerdictInput, 'startedAt' | 'now' | 'conditions' | 'rules'> {
  initial: StatsReading;
  readings: readonly TotalsReading[];
}

/** With the places that the game can prove. */
export type TotalsInput = SentTotals & { conditions: ProvableConditions };

/** The numbers behind the verdict. Indexes point into `readings`. */
export interface Workings {
  /** The reading that later ones are compared with: the initial one, or the one that reported an old match late. */
  baseline: StatsReading;
  /** Readings treated as late reports of matches from before entry. */
  corrections: number[];
  /** Growth from the baseline to the last reading that counted. */
  deltas: Deltas | null;
  /** How many of the new matches are known to meet the placement. */
  placed: number;
  matchStartedAt: string | null;
  /** The reading that first showed the match, confirmed or not. */
  firstSeenIn: number | null;
  /** The reading whose numbers decided. */
  decidedBy: number | null;
}

export interface OpenVerdict<Shown = Workings> {
  status: AttemptStatus;
  reason: OpenReason;
  isFinal: false;
  /** The earliest time at which the rules allow another reading to change the result. */
  nextCheckAt: string | null;
  /** 0 is the initial reading, 1 the first of `readings`. */
  baselineReading: number;
  workings: Shown;
}

export interface FinalVerdict<Shown = Workings> {
  status: 'SUCCESS' | 'FAILED' | 'CANCELLED';
  reason: FinalReason;
  isFinal: true;
  nextCheckAt: null;
  /** The numbers of the compared readings. */
  baselineReading: number;
  decidedByReading: number;
  workings: Shown;
}

/** @typeParam Shown which facts led to it, by the kind of proof */
export type VerdictOf<Shown> = OpenVerdict<Shown> | FinalVerdict<Shown>;
export type Verdict = VerdictOf<Workings>;
