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
  /** Others that may have begun in time and before `first`. */
  unclear: RecordedMatch[];
}

/** The state after a number of readings. */
export interface RecordsWalk {
  /** A match that was once shown stays known: a later reading may list less. */
  known: Map<string, RecordedMatch>;
  firstSeenIn: Map<string, number>;
  /** When the last list without a match was taken, before it was first listed. */
  unlistedAt: Map<string, number>;
  lastListAt: number;
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
    firstSeenIn: new Map(),
    unlistedAt: new Map(),
    lastListAt: Number.NEGATIVE_INFINITY,
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
  const isBlind =
    reading.kind === 'fault' ||
    reading.unread.some((id) => mayBeFirst(id, walk)) ||
    isWaitingFor(reading.untold, walk.sorted, input);
  if (isBlind) {
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

/** Whether a match that could not be read may have begun before the first: not if a list without it was final. */
function mayBeFirst(id: string, { unlistedAt, sorted: { finalFrom, unclear } }: RecordsWalk): boolean {
  if (finalFrom === null || unclear.some((match) => match.id === id)) return true;
  return (unlistedAt.get(id) ?? Number.NEGATIVE_INFINITY) < finalFrom;
}

/** Whether the decision may depend on these matches' telemetry. */
function isWaitingFor(untold: readonly string[], sorted: Sorted, { conditions }: RecordsInput): boolean {
  return !judgeFirst(sorted, conditions) && candidates(sorted).some(({ id }) => untold.includes(id));
}

function remember(
  walk: RecordsWalk,
  { takenAt, isBanned, matches, unread }: RecordsEvidence,
  index: number,
): void {
  const listed = [...unread, ...matches.map(({ id }) => id)];
  for (const id of listed) if (!walk.unlistedAt.has(id)) walk.unlistedAt.set(id, walk.lastListAt);
  // The list of a banned account may lack some.
  if (!isBanned) walk.lastListAt = Date.parse(takenAt);
  for (const match of matches) {
    const known = walk.known.get(match.id);
    const merged = known ? merge(known, match) : match;
    if (merged) walk.known.set(match.id, merged);
    else walk.contradicted = true;
    if (!known) walk.firstSeenIn.set(match.id, index);
  }
}

const isExact = ({ start }: RecordedMatch) => start.earliest === start.latest;

/**
 * A match's record never changes, but more of it may become known, even what makes its start less certain.
 * @returns undefined if two records contradict each other
 */
function merge(known: RecordedMatch, next: RecordedMatch): RecordedMatch | undefined {
  if (known.place === null || next.place === null) return known.place === null ? next : known;
  const kills = {
    least: Math.max(known.kills.least, next.kills.least),
    most: Math.min(known.kills.most, next.kills.most),
  };
  const isMoved = isExact(known) && isExact(next) && known.start.earliest !== next.start.earliest;
  if (known.place !== next.place || kills.least > kills.most || isMoved) return undefined;
  return { ...next, kills };
}

function sortMatches({ known }: RecordsWalk, entered: number, rules: ChallengeRules): Sorted {
  const from = entered + clockMs(rules);
  const to = entered + rules.startWithinMs;
  const isOld = ({ start }: RecordedMatch) => start.latest < from;
  const isLate = ({ start }: RecordedMatch) => start.earliest > to;
  const matches = [...known.values()];
  const first = matches
    .filter(({ start }) => start.earliest >= from && start.latest <= to)
    .reduce<RecordedMatch | null>(
      (best, match) => (best && best.start.latest <= match.start.latest ? best : match),
      null,
    );
  const isBefore = ({ start }: RecordedMatch) => !first || start.earliest <= first.start.latest;
  return {
    first,
    finalFrom: first && appearsBy(first.start.latest, entered, rules),
    old: matches.filter(isOld).map(({ id }) => id),
    late: matches.filter(isLate).map(({ id }) => id),
    unclear: matches.filter((match) => match !== first && !isOld(match) && !isLate(match) && isBefore(match)),
  };
}

const candidates = ({ first, unclear }: Sorted) => (first ? [first, ...unclear] : unclear);

/**
 * Until when a match that begins at a time appears: the last one that counts still has until `noMatchMs`
 * (docs/rules/match-records.md, 5).
 */
function appearsBy(start: number, entered: number, rules: ChallengeRules): number {
  const appearsWithinMs = rules.noMatchMs - rules.startWithinMs;
  return Math.min(start + appearsWithinMs + clockMs(rules), entered + rules.noMatchMs);
}

function decide(
  { sorted, contradicted }: RecordsWalk,
  { startedAt, conditions, rules }: RecordsInput,
  at: number,
): FinalReason | undefined {
  const isOver = at - Date.parse(startedAt) >= rules.noMatchMs;
  if (contradicted) return isOver ? 'source-reset' : undefined;
  const { finalFrom, late } = sorted;
  if (!isSeen(sorted)) return isOver ? (late.length > 0 ? 'started-late' : 'no-match') : undefined;
  if (finalFrom !== null && at < finalFrom) return undefined;
  return judgeFirst(sorted, conditions) ?? (isOver ? 'counters-missing' : undefined);
}

/** @returns undefined unless some match surely began in time, and all that may be the first lead to the same */
export function judgeFirst(sorted: Sorted, conditions: Conditions): FinalReason | undefined {
  const [reason, ...others] = new Set(candidates(sorted).map((match) => judgeMatch(match, conditions)));
  return sorted.first && others.length === 0 ? reason : undefined;
}

/** @returns undefined while it is open which place and kills count */
function judgeMatch(
  { place, kills }: RecordedMatch,
  { requiredPlacement, requiredKills }: Conditions,
): FinalReason | undefined {
  if (place === null) return undefined;
  if (place > requiredPlacement || kills.most < requiredKills) return 'conditions-not-met';
  return kills.least >= requiredKills ? 'conditions-met' : undefined;
}
