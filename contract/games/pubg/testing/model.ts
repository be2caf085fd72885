// SPDX-License-Identifier: Apache-2.0

/** What the rules promise about a history, derived from what really happened. Shares no code with the judge. */
import type { RecordsVerdict } from '../../../verdict-records-terms.ts';
import { toSettlement } from '../../../verdict-text.ts';
import { type History, minute, second, type TrueMatch } from './history.ts';

/**
 * The difference of the clocks plus whole seconds: the rules promise nothing about a match that begins this close to a
 * limit.
 */
const doubtMs = 11 * second;
const startWithin = 40 * minute;

const isSurelyIn = ({ start }: TrueMatch, entry: number) =>
  start >= entry + doubtMs && start <= entry + startWithin - doubtMs;

function isDoubtful({ start }: TrueMatch, entry: number): boolean {
  const isNear = (limit: number) => Math.abs(start - limit) < doubtMs;
  return isNear(entry) || isNear(entry + startWithin);
}

function countedKills({ people, bots }: TrueMatch, { terms }: History): number {
  return people + (terms.countsBots ? bots : 0);
}

function isWon(match: TrueMatch, history: History): boolean {
  return match.place <= history.requiredPlacement && countedKills(match, history) >= history.requiredKills;
}

/**
 * The reason that a whole history must end with if every fact can be proved; otherwise undefined.
 * @param decidedAt only what was listed by then can be known
 */
function dueReason(history: History, decidedAt: number): string | undefined {
  const { entry, matches, readings } = history;
  const isReadWell =
    !readings.some(isBanned) && longestRun(readings.map((reading) => [reading, isBlind(reading)])) < outage;
  const counting = matches.filter(({ counts }) => counts);
  const isProvable = counting.every(
    (match) =>
      !isDoubtful(match, entry) &&
      (match.startProof === 'right' || match.telemetryFrom <= entry + 100 * minute) &&
      (history.terms.countsBots || match.telemetryFrom <= entry + 100 * minute),
  );
  if (!isReadWell || !isProvable || matches.some(({ isBlank }) => isBlank)) return undefined;
  const inTime = counting.filter((match) => isSurelyIn(match, entry)).sort((a, b) => a.start - b.start);
  const [first] = inTime;
  if (first) return isWon(first, history) ? 'conditions-met' : 'conditions-not-met';
  const isLateKnown = counting.some(
    ({ start, listed }) => start > entry + startWithin && listed <= decidedAt,
  );
  return isLateKnown ? 'started-late' : 'no-match';
}

type Reading = History['readings'][number];

const outage = 360 * minute;

const isBanned = (reading: Reading) => reading.kind === 'matches' && reading.isBanned;

const isComplete = (reading: Reading) =>
  reading.kind === 'matches' && reading.matches.length === reading.seen.length;

const isBlind = (reading: Reading) =>
  !isComplete(reading) || (reading.kind === 'matches' && reading.untold.length > 0);

/** The time from the first to the last of consecutive readings of one kind. */
function longestRun(readings: readonly [Reading, boolean][]): number {
  let longest = 0;
  let from: number | null = null;
  for (const [{ takenAt }, isOne] of readings) {
    const at = Date.parse(takenAt);
    from = isOne ? (from ?? at) : null;
    longest = Math.max(longest, from === null ? 0 : at - from);
  }
  return longest;
}

/** Whether this reason can explain an end without a win or a loss. */
function isExplained(reason: string, history: History): boolean {
  const { entry, matches, readings, terms } = history;
  switch (reason) {
    case 'counters-missing':
      return (
        matches.some(({ startProof, isBlank }) => startProof !== 'right' || isBlank) ||
        (!terms.countsBots && matches.some(({ telemetryFrom }) => !Number.isFinite(telemetryFrom)))
      );
    case 'account-banned':
      // Unreadable matches may or may not have mattered.
      return (
        longestRun(
          readings
            .filter((reading) => !isBlind(reading) || isBanned(reading))
            .map((reading) => [reading, isBanned(reading)]),
        ) >=
        10 * minute
      );
    case 'source-down':
      return longestRun(readings.map((reading) => [reading, isBlind(reading)])) >= outage;
    case 'no-match':
    case 'started-late':
      return !matches.some((match) => match.counts && !match.isBlank && isSurelyIn(match, entry));
    default:
      return false;
  }
}

const fee = 50;
const reward = 120;
const refunds: Record<string, number> = {
  SUCCESS: 0,
  FAILED: 0,
  'no-match': 45,
  'started-late': 45,
  'account-banned': 45,
  'counters-missing': 50,
  'source-down': 50,
};

/** @returns the fault of the verdict on the whole history; undefined if it has none */
export function findFault(history: History, verdict: RecordsVerdict): string | undefined {
  if (!verdict.isFinal) return isDecidable(history) ? `still open: ${verdict.reason}` : undefined;
  const decider = history.readings[verdict.decidedByReading - 1];
  const due = dueReason(history, Date.parse(decider?.takenAt ?? ''));
  const { reason, status } = verdict;
  if (due !== undefined && reason !== due) return `${reason}, but due is ${due}`;
  const settled = toSettlement(reason, { fee, reward }, { processingFeePercent: 10 });
  if (settled.refundGC !== refunds[status === 'CANCELLED' ? reason : status])
    return `${reason} refunds ${settled.refundGC}`;
  if (settled.rewardGC !== (status === 'SUCCESS' ? reward : 0)) return `${reason} pays ${settled.rewardGC}`;
  if (status === 'CANCELLED') return isExplained(reason, history) ? undefined : `${reason} without a cause`;
  return findWrongMatch(history, verdict);
}

/** Whether some complete reading comes late enough to decide any course of events. */
function isDecidable({ entry, readings }: History): boolean {
  return readings.some(
    (reading) =>
      !isBlind(reading) && !isBanned(reading) && Date.parse(reading.takenAt) >= entry + 100 * minute,
  );
}

function findWrongMatch(history: History, verdict: RecordsVerdict & { isFinal: true }): string | undefined {
  const { entry, matches, readings } = history;
  const match = matches.find(({ id }) => id === verdict.workings.match);
  if (!match) return `${verdict.status} without a match`;
  if (!match.counts) return 'counts a match of another kind';
  if (match.start < entry) return `counts a match that began ${entry - match.start} ms before entry`;
  if (match.start > entry + startWithin + doubtMs) return 'counts a match that began too late';
  if (isWon(match, history) !== (verdict.status === 'SUCCESS'))
    return `${verdict.status} by the wrong numbers`;
  // If the records don't show which match was first, every candidate must lead to the same result.
  const isOther = matches.some(
    (other) =>
      other.counts &&
      isSurelyIn(other, entry) &&
      other.start < match.start - 2 * second &&
      isWon(other, history) !== isWon(match, history),
  );
  if (isOther) return 'counts a later match than the first';
  const decider = readings[verdict.decidedByReading - 1];
  return decider?.kind === 'matches' && !decider.isBanned ? undefined : 'decided while banned or by a fault';
}
