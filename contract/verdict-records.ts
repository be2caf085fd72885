// SPDX-License-Identifier: Apache-2.0

/**
 * Decides an attempt of a game that shows every match with an id. The match that counts is the first by its start, among
 * those proven to have begun after entry and in time. A match appears some time after its end, and not in the order of the
 * starts: a result is final once no earlier match can appear. As with totals, the first decisive reading is final, whatever
 * is read later (docs/rules/match-records.md).
 */
import type { RecordsInput, RecordsVerdict, RecordsWorkings } from './verdict-records-terms.ts';
import { isSeen, judgeFirst, type RecordsWalk, recordsWalk, takeRecords } from './verdict-records-walk.ts';
import { type FinalReason, finalReasons, type OpenReason } from './verdict-terms.ts';

/** Never throws, and never pays for a match that may have begun before entry. */
export function judgeRecords(input: RecordsInput): RecordsVerdict {
  const walk = recordsWalk();
  for (const [index, reading] of input.readings.entries()) {
    takeRecords(walk, input, reading, index);
    if (walk.decision) return finalVerdict(walk, walk.decision);
  }
  return openVerdict(walk, input);
}

function finalVerdict(
  walk: RecordsWalk,
  { reason, by }: { reason: FinalReason; by: number },
): RecordsVerdict {
  return {
    status: finalReasons[reason],
    reason,
    isFinal: true,
    nextCheckAt: null,
    baselineReading: 0,
    decidedByReading: by + 1,
    workings: toWorkings(walk, by),
  };
}

function openVerdict(walk: RecordsWalk, input: RecordsInput): RecordsVerdict {
  const { rules } = input;
  const entered = Date.parse(input.startedAt);
  const now = Date.parse(input.now);
  const age = now - entered;
  const { sorted } = walk;
  const isRechecked = isSeen(sorted) || age >= rules.startWithinMs;
  const isPending = age < rules.pendingMs && !walk.wasRechecked;
  const changes = [entered + rules.pendingMs, entered + rules.startWithinMs];
  const boundaries = [
    entered + rules.noMatchMs,
    ...(sorted.finalFrom === null ? [] : [sorted.finalFrom]),
    ...(walk.bannedSince === null ? [] : [walk.bannedSince + rules.privateMs]),
    ...(walk.faultSince === null ? [] : [walk.faultSince + rules.sourceFaultMs]),
  ];
  // A reading counts from when it was asked for: what became due before its answer came still needs another one.
  const readUntil = Date.parse(input.readings.at(-1)?.takenAt ?? input.startedAt);
  const next = Math.min(
    ...changes.filter((change) => change > now),
    ...boundaries.filter((boundary) => boundary > readUntil),
  );
  return {
    status: isRechecked ? 'WAITING_RECHECK' : isPending ? 'PENDING' : 'IN_PROGRESS',
    reason: openReason(walk, input, age),
    isFinal: false,
    nextCheckAt: Number.isFinite(next) ? new Date(next).toISOString() : null,
    baselineReading: 0,
    workings: toWorkings(walk, null),
  };
}

function openReason(
  { faultSince, bannedSince, contradicted, sorted }: RecordsWalk,
  { conditions, rules }: RecordsInput,
  age: number,
): OpenReason {
  if (faultSince !== null) return 'source-fault';
  if (bannedSince !== null) return 'banned-once';
  if (contradicted) return 'source-behind';
  if (isSeen(sorted)) return judgeFirst(sorted, conditions) ? 'awaiting-earlier' : 'awaiting-counters';
  return age >= rules.startWithinMs ? 'awaiting-report' : 'awaiting-match';
}

const toIso = (time: number | null) => (time === null ? null : new Date(time).toISOString());

function toWorkings({ sorted, firstSeenIn }: RecordsWalk, decidedBy: number | null): RecordsWorkings {
  const { first, finalFrom, old, late, unclear } = sorted;
  return {
    match: first?.id ?? null,
    matchStartedAt: toIso(first?.start.earliest ?? null),
    finalFrom: toIso(finalFrom),
    old,
    late,
    unclear: unclear.map(({ id }) => id),
    firstSeenIn: (first && firstSeenIn.get(first.id)) ?? null,
    decidedBy,
  };
}
