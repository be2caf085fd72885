// SPDX-License-Identifier: Apache-2.0

/**
 * Decides an attempt in a game with growing totals. It takes the readings oldest first, and the first decisive one is
 * final: later readings and a later `now` never change a decision. `now` only moves an undecided attempt from PENDING
 * to IN_PROGRESS to WAITING_RECHECK.
 */
import type { ChallengeRules, StatsReading } from './challenges.ts';
import { deltasBetween, matchStartedAt, type Places, placedMatches } from './verdict-match.ts';
import {
  type FinalReason,
  finalReasons,
  type OpenReason,
  type SentTotals,
  type TotalsInput,
  type Verdict,
  type Workings,
} from './verdict-terms.ts';
import { startWalk, takeReading, type Walk } from './verdict-walk.ts';

/** Never throws, and never pays if counts went down. */
export function judgeTotals({ conditions, ...sent }: SentTotals, places: Places): Verdict {
  const { requiredPlacement, requiredKills } = conditions;
  const input = { ...sent, conditions: { requiredPlacement, requiredKills, places } };
  const walk = startWalk(input.initial);
  for (const [index, reading] of input.readings.entries()) {
    takeReading(walk, input, reading, index);
    if (walk.decision) return finalVerdict(walk, input, walk.decision);
  }
  return openVerdict(walk, input);
}

function finalVerdict(
  walk: Walk,
  input: TotalsInput,
  { reason, by }: { reason: FinalReason; by: number },
): Verdict {
  const decider = input.readings[by];
  return {
    status: finalReasons[reason],
    reason,
    isFinal: true,
    nextCheckAt: null,
    baselineReading: walk.baselineReading,
    decidedByReading: by + 1,
    workings: toWorkings(walk, input, decider?.kind === 'stats' ? decider : walk.latest, by),
  };
}

function openVerdict(walk: Walk, input: TotalsInput): Verdict {
  const { rules } = input;
  const startedAt = Date.parse(input.startedAt);
  const now = Date.parse(input.now);
  const age = now - startedAt;
  const isRechecked = walk.unconfirmed !== null || age >= rules.startWithinMs;
  const isPending = age < rules.pendingMs && !walk.wasRechecked;
  const boundaries = [
    startedAt + rules.pendingMs,
    startedAt + rules.startWithinMs,
    startedAt + rules.noMatchMs,
    ...(walk.unconfirmed ? [walk.unconfirmed.at + rules.confirmAfterMs] : []),
    ...(walk.looseSince !== null ? [walk.looseSince + rules.confirmAfterMs] : []),
    ...(walk.privateSince !== null ? [walk.privateSince + rules.privateMs] : []),
    ...(walk.faultSince !== null ? [walk.faultSince + rules.sourceFaultMs] : []),
  ];
  const next = Math.min(...boundaries.filter((boundary) => boundary > now));
  return {
    status: isRechecked ? 'WAITING_RECHECK' : isPending ? 'PENDING' : 'IN_PROGRESS',
    reason: openReason(walk, age, rules),
    isFinal: false,
    nextCheckAt: Number.isFinite(next) ? new Date(next).toISOString() : null,
    baselineReading: walk.baselineReading,
    workings: toWorkings(walk, input, walk.latest, null),
  };
}

function openReason(walk: Walk, age: number, rules: ChallengeRules): OpenReason {
  if (walk.faultSince !== null) return 'source-fault';
  if (walk.privateSince !== null) return 'private-once';
  if (walk.behindSince !== null) return 'source-behind';
  if (walk.unconfirmed) return walk.unconfirmed.isWhole ? 'confirming' : 'awaiting-counters';
  return age >= rules.startWithinMs ? 'awaiting-report' : 'awaiting-match';
}

function toWorkings(walk: Walk, input: TotalsInput, counted: StatsReading, by: number | null): Workings {
  const deltas = counted === input.initial ? null : deltasBetween(walk.baseline, counted);
  const startedAt = deltas && deltas.matches > 0 ? matchStartedAt(counted, deltas, input.rules) : null;
  return {
    baseline: walk.baseline,
    corrections: walk.corrections,
    deltas,
    placed: deltas ? placedMatches(deltas, input.conditions) : 0,
    matchStartedAt: startedAt === null ? null : new Date(startedAt).toISOString(),
    firstSeenIn: walk.unconfirmed?.index ?? (deltas && deltas.matches > 0 ? by : null),
    decidedBy: by,
  };
}
