import type { Reading, StatsReading } from './challenges.ts';
import { deltasBetween, isNegative, type MatchWorth, worthOfMatches } from './verdict-match.ts';
import type { FinalReason, VerdictInput } from './verdict-terms.ts';

/** A reading that showed matches without a success and waits for its confirmation. */
interface Unconfirmed {
  index: number;
  at: number;
  matches: number;
  worth: Exclude<MatchWorth, 'old'>;
}

/** What is known after a number of readings. */
export interface Walk {
  baseline: StatsReading;
  correctedAt: number | null;
  corrections: number[];
  /** The newest reading that was not behind an earlier one. */
  latest: StatsReading;
  unconfirmed: Unconfirmed | null;
  /** Once rechecked, an attempt does not go back to PENDING. */
  wasRechecked: boolean;
  privateSince: number | null;
  faultSince: number | null;
  behindSince: number | null;
  decision: { reason: FinalReason; by: number } | null;
}

const reasonOfWorth = {
  met: 'conditions-met',
  'not-met': 'conditions-not-met',
  late: 'started-late',
  undecidable: 'undecidable',
} as const satisfies Record<Exclude<MatchWorth, 'old'>, FinalReason>;

export function startWalk(initial: StatsReading): Walk {
  return {
    baseline: initial,
    correctedAt: null,
    corrections: [],
    latest: initial,
    unconfirmed: null,
    wasRechecked: false,
    privateSince: null,
    faultSince: null,
    behindSince: null,
    decision: null,
  };
}

/** Takes in the next reading, which may decide. */
export function takeReading(walk: Walk, input: VerdictInput, reading: Reading, index: number): void {
  const at = Date.parse(reading.takenAt);
  const { rules } = input;
  if (reading.kind === 'fault' || (reading.kind === 'private' && reading.sourceWide)) {
    walk.faultSince ??= at;
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

function takeStats(walk: Walk, input: VerdictInput, reading: StatsReading, index: number, at: number): void {
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
  // The counters of an old match need not arrive together: what follows it at once belongs to it.
  if (walk.correctedAt !== null && at - walk.correctedAt <= rules.confirmAfterMs) walk.baseline = reading;
  if (age >= rules.noMatchMs) walk.decision = { reason: 'no-match', by: index };
}

function takeMatches(
  walk: Walk,
  input: VerdictInput,
  reading: StatsReading,
  index: number,
  at: number,
): void {
  const { unconfirmed, baseline } = walk;
  const enteredAt = Date.parse(input.startedAt);
  const { rules, conditions } = input;
  const deltas = deltasBetween(baseline, reading);
  if (unconfirmed && deltas.matches > unconfirmed.matches) {
    walk.decision = { reason: reasonOfWorth[unconfirmed.worth], by: unconfirmed.index };
    return;
  }
  const worth = worthOfMatches(reading, deltas, conditions, enteredAt, rules);
  if (worth === 'old') {
    walk.baseline = reading;
    walk.correctedAt = at;
    walk.corrections.push(index);
    walk.unconfirmed = null;
    if (at - enteredAt >= rules.noMatchMs) walk.decision = { reason: 'no-match', by: index };
  } else if (worth === 'met' || (unconfirmed && at - unconfirmed.at >= rules.confirmAfterMs)) {
    walk.decision = { reason: reasonOfWorth[worth], by: index };
  } else {
    walk.unconfirmed ??= { index, at, matches: deltas.matches, worth };
    walk.wasRechecked = true;
  }
}
