// SPDX-License-Identifier: Apache-2.0

import type { ChallengeRules } from './challenges.ts';
import type { Conditions } from './verdict-match.ts';
import {
  clockMs,
  type RecordedMatch,
  type RecordsEvidence,
  type RecordsInput,
} from './verdict-records-terms.ts';
import type { FinalReason } from './verdict-terms.ts';

/** The matches known so far, by what they are to the attempt. */
interface Sorted {
  /** The first match proven to have begun in time. */
  first: RecordedMatch | null;
  /** From when on no match can appear that began before `first`. */
  finalFrom: number | null;
  old: string[];
  late: string[];
  unclear: string[];
}

/** The state after a number of readings. */
export interface RecordsWalk {
  /** A match that was once shown stays known: a later reading may list less. */
  known: Map<string, RecordedMatch>;
  gone: Set<string>;
  firstSeenIn: Map<string, number>;
  /** Two records of one match differ. */
  contradicted: boolean;
  bannedSince: number | null;
  faultSince: number | null;
  sorted: Sorted;
  /** Once rechecked, an attempt does not go back to PENDING. */
  wasRechecked: boolean;
  decision: { reason: FinalReason; by: number } | null;
}

export function recordsWalk(): RecordsWalk {
  return {
    known: new Map(),
    gone: new Set(),
    firstSeenIn: new Map(),
    contradicted: false,
    bannedSince: null,
    faultSince: null,
    sorted: { first: null, finalFrom: null, old: [], late: [], unclear: [] },
    wasRechecked: false,
    decision: null,
  };
}

/** Whether a match was shown that counts, or may. */
export function isSeen({ first, unclear }: Sorted): boolean {
  return first !== null || unclear.length > 0;
}

/** Takes in the next reading, which may decide. */
export function takeRecords(
  walk: RecordsWalk,
  input: RecordsInput,
  reading: RecordsInput['readings'][number],
  index: number,
): void {
  const at = Date.parse(reading.takenAt);
  const { rules } = input;
  if (reading.kind === 'matches') {
    remember(walk, reading, index);
    walk.sorted = sortMatches(walk, Date.parse(input.startedAt), rules);
    walk.wasRechecked ||= isSeen(walk.sorted);
  }
  // A match that could not be read may be the first: only a reading of all of them decides.
  if (reading.kind === 'fault' || reading.unread.length > 0) {
    walk.faultSince ??= at;
    if (at - walk.faultSince >= rules.sourceFaultMs) walk.decision = { reason: 'source-down', by: index };
    return;
  }
  walk.faultSince = null;
  if (reading.isBanned) {
    walk.bannedSince ??= at;
    if (at - walk.bannedSince >= rules.privateMs) walk.decision = { reason: 'account-banned', by: index };
    return;
  }
  walk.bannedSince = null;
  const reason = decide(walk, input, at);
  if (reason) walk.decision = { reason, by: index };
}

function remember(walk: RecordsWalk, { matches, gone }: RecordsEvidence, index: number): void {
  for (const match of matches) {
    const known = walk.known.get(match.id);
    const merged = known ? merge(known, match) : match;
    if (merged) walk.known.set(match.id, merged);
    else walk.contradicted = true;
    if (!known) walk.firstSeenIn.set(match.id, index);
  }
  for (const id of gone) if (!walk.known.has(id)) walk.gone.add(id);
  for (const { id } of matches) walk.gone.delete(id);
}

const isExact = ({ start }: RecordedMatch) => start.earliest === start.latest;

/**
 * A match's record never changes, but more of it may become known.
 * @returns undefined if two records contradict each other
 */
function merge(known: RecordedMatch, next: RecordedMatch): RecordedMatch | undefined {
  const kills = {
    least: Math.max(known.kills.least, next.kills.least),
    most: Math.min(known.kills.most, next.kills.most),
  };
  const isMoved = isExact(known) && isExact(next) && known.start.earliest !== next.start.earliest;
  if (known.place !== next.place || kills.least > kills.most || isMoved) return undefined;
  return { ...known, start: isExact(known) ? known.start : next.start, kills };
}

function sortMatches({ known, gone }: RecordsWalk, entered: number, rules: ChallengeRules): Sorted {
  const isOld = ({ start }: RecordedMatch) => start.latest < entered + clockMs(rules);
  const isLate = ({ start }: RecordedMatch) => start.earliest > entered + rules.startWithinMs;
  const matches = [...known.values()];
  const open = matches.filter((match) => !isOld(match) && !isLate(match));
  const first = open
    .filter(isExact)
    .reduce<RecordedMatch | null>(
      (best, match) => (best && best.start.earliest <= match.start.earliest ? best : match),
      null,
    );
  const unclear = open.filter(
    (match) => !isExact(match) && (!first || match.start.earliest <= first.start.earliest),
  );
  return {
    first,
    finalFrom: first && appearsBy(first.start.earliest, entered, rules),
    old: matches.filter(isOld).map(({ id }) => id),
    late: matches.filter(isLate).map(({ id }) => id),
    unclear: [...unclear.map(({ id }) => id), ...gone],
  };
}

/**
 * Until when a match that begins at a time appears: the last one that counts still has until `noMatchMs`
 * (docs/rules/match-records.md, 5).
 */
function appearsBy(start: number, entered: number, rules: ChallengeRules): number {
  const appearsWithinMs = rules.noMatchMs - rules.startWithinMs;
  return Math.min(start + appearsWithinMs + clockMs(rules), entered + rules.noMatchMs);
}

function decide(
  { sorted: { first, finalFrom, late, unclear }, contradicted }: RecordsWalk,
  { startedAt, conditions, rules }: RecordsInput,
  at: number,
): FinalReason | undefined {
  const isOver = at - Date.parse(startedAt) >= rules.noMatchMs;
  if (contradicted) return isOver ? 'source-reset' : undefined;
  if (unclear.length > 0) return isOver ? 'counters-missing' : undefined;
  if (!first) return isOver ? (late.length > 0 ? 'started-late' : 'no-match') : undefined;
  if (finalFrom === null || at < finalFrom) return undefined;
  return judgeMatch(first, conditions) ?? (isOver ? 'counters-missing' : undefined);
}

/** @returns undefined while it is open which kills count */
export function judgeMatch(
  { place, kills }: RecordedMatch,
  { requiredPlacement, requiredKills }: Conditions,
): FinalReason | undefined {
  if (place > requiredPlacement || kills.most < requiredKills) return 'conditions-not-met';
  return kills.least >= requiredKills ? 'conditions-met' : undefined;
}
