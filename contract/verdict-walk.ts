// SPDX-License-Identifier: Apache-2.0

import type { StatsReading } from './challenges.ts';
import {
  certainlyBeganInTime,
  deltasBetween,
  hasLooseCounters,
  isNegative,
  isReportedWhole,
  judgeMatches,
  type MatchJudgement,
} from './verdict-match.ts';
import type { FinalReason, TotalsInput, TotalsReading } from './verdict-terms.ts';

/** Matches that need a confirming reading before they decide. */
interface Unconfirmed {
  /** The first reading that showed them. */
  index: number;
  at: number;
  matches: number;
  /** The reading that best shows these matches alone: the first under version 1 of the rules, otherwise the last. */
  shownBy: number;
  worth: MatchJudgement;
  isWhole: boolean;
  isInTimeForSure: boolean;
}

/** The state after some readings. */
export interface Walk {
  baseline: StatsReading;
  /** 0 is the initial reading. */
  baselineReading: number;
  correctedAt: number | null;
  corrections: number[];
  /** The newest reading without falling counts. */
  latest: StatsReading;
  unconfirmed: Unconfirmed | null;
  /** A rechecked attempt never returns to PENDING. */
  wasRechecked: boolean;
  privateSince: number | null;
  faultSince: number | null;
  behindSince: number | null;
  /** When counters of a match first arrived without the match itself. */
  looseSince: number | null;
  decision: { reason: FinalReason; by: number } | null;
}

const reasonOfWorth = {
  met: 'conditions-met',
  'not-met': 'conditions-not-met',
  late: 'started-late',
  undecidable: 'undecidable',
  // A fully reported old match is dropped from the attempt. This reason is for one whose report may be incomplete.
  old: 'counters-missing',
} as const satisfies Record<MatchJudgement, FinalReason>;

function moveBaseline(walk: Walk, reading: StatsReading, index: number): void {
  walk.baseline = reading;
  walk.baselineReading = index + 1;
}

export function startWalk(initial: StatsReading): Walk {
  return {
    baseline: initial,
    baselineReading: 0,
    correctedAt: null,
    corrections: [],
    latest: initial,
    unconfirmed: null,
    wasRechecked: false,
    privateSince: null,
    faultSince: null,
    behindSince: null,
    looseSince: null,
    decision: null,
  };
}

/** Processes the next reading, which may decide the attempt. */
export function takeReading(walk: Walk, input: TotalsInput, reading: TotalsReading, index: number): void {
  const at = Date.parse(reading.takenAt);
  const { rules } = input;
  if (reading.kind === 'fault' || (reading.kind === 'private' && reading.sourceWide)) {
    walk.faultSince ??= at;
    // A "private" answer shortly before may have been the same fault, not yet recognized.
    if (reading.kind === 'private' && rules.ruleVersion >= 3) walk.privateSince = null;
    if (at - walk.faultSince >= rules.sourceFaultMs) walk.decision = { reason: 'source-down', by: index };
    return;
  }
  walk.faultSince = null;
  if (reading.kind === 'private') {
    walk.privateSince ??= at;
    if (at - walk.privateSince >= rules.privateMs) walk.decision = { reason: 'made-private', by: index };
    return;
  }
  walk.privateSince = null;
  takeStats(walk, input, reading, index, at);
}

function takeStats(walk: Walk, input: TotalsInput, reading: StatsReading, index: number, at: number): void {
  const { rules } = input;
  const age = at - Date.parse(input.startedAt);
  if (isNegative(deltasBetween(walk.latest, reading))) {
    walk.behindSince ??= at;
    const isLasting = at - walk.behindSince >= rules.confirmAfterMs;
    if (isLasting && age >= rules.noMatchMs) walk.decision = { reason: 'source-reset', by: index };
    return;
  }
  walk.behindSince = null;
  walk.latest = reading;
  if (reading.matches > walk.baseline.matches) {
    takeMatches(walk, input, reading, index, at);
    return;
  }
  // The counters of an old match may arrive separately: counters that arrive right after it belong to it.
  const isLateCounter = walk.correctedAt !== null && at - walk.correctedAt <= rules.confirmAfterMs;
  if (isLateCounter) moveBaseline(walk, reading, index);
  if (hasLooseCounters(deltasBetween(walk.baseline, reading), rules)) walk.looseSince ??= at;
  else walk.looseSince = null;
  const isComing = walk.looseSince !== null && at - walk.looseSince < rules.confirmAfterMs;
  if (age >= rules.noMatchMs && !isComing) walk.decision = { reason: 'no-match', by: index };
}

function takeMatches(walk: Walk, input: TotalsInput, reading: StatsReading, index: number, at: number): void {
  const { unconfirmed, baseline } = walk;
  const enteredAt = Date.parse(input.startedAt);
  const { rules, conditions } = input;
  const deltas = deltasBetween(baseline, reading);
  walk.looseSince = null;
  if (unconfirmed && deltas.matches > unconfirmed.matches) {
    const isKnown = unconfirmed.isWhole || unconfirmed.isInTimeForSure;
    walk.decision = isKnown
      ? { reason: reasonOfWorth[unconfirmed.worth], by: unconfirmed.shownBy }
      : { reason: 'counters-missing', by: index };
    return;
  }
  const worth = judgeMatches(reading, deltas, conditions, enteredAt, rules);
  const isWhole = isReportedWhole(worth, { baseline, reading, deltas }, conditions, rules);
  if (worth === 'old' && isWhole) {
    moveBaseline(walk, reading, index);
    walk.correctedAt = at;
    walk.corrections.push(index);
    walk.unconfirmed = null;
    if (at - enteredAt >= rules.noMatchMs) walk.decision = { reason: 'no-match', by: index };
    return;
  }
  const isInTimeForSure =
    worth === 'met' && deltas.matches === 1 && certainlyBeganInTime(baseline, reading, enteredAt, rules);
  const seen = { matches: deltas.matches, shownBy: index, worth, isWhole, isInTimeForSure };
  const isConfirmed = unconfirmed !== null && at - unconfirmed.at >= rules.confirmAfterMs;
  if ((worth === 'met' && isWhole) || (isConfirmed && (isWhole || isInTimeForSure))) {
    walk.decision = { reason: reasonOfWorth[worth], by: index };
  } else if (isConfirmed && at - enteredAt >= rules.noMatchMs) {
    walk.decision = { reason: 'counters-missing', by: index };
  } else if (!unconfirmed || rules.ruleVersion >= 2) {
    walk.unconfirmed = { ...seen, index: unconfirmed?.index ?? index, at: unconfirmed?.at ?? at };
    walk.wasRechecked = true;
  }
}
