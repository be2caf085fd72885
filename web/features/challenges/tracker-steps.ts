// SPDX-License-Identifier: Apache-2.0

import type { AttemptProgress } from '../../../contract/attempt-progress.ts';
import type { Attempt } from '../../../contract/challenges.ts';
import { formatAmount } from '../../lib/format.ts';

export interface TrackerStep {
  name: string;
  text?: string;
  at?: string;
  state: 'done' | 'now' | 'ahead';
}

type Started = Pick<Attempt, 'startedAt' | 'status'>;
type Known = Pick<AttemptProgress, 'readings' | 'nextReadingAt' | 'matchSeenAt'>;

/** Whole seconds until `time`; 0 once it is past. */
export function secondsUntil(time: string, now: number): number {
  return Math.max(0, Math.ceil((Date.parse(time) - now) / 1_000));
}

const askAgainMs = 10_000;
/** A reading later than this waits for its turn at the source. */
const lateAfterMs = 10_000;

/** By how much the next reading is overdue. */
function lateByMs({ nextReadingAt }: Pick<Known, 'nextReadingAt'>, now: number): number {
  return nextReadingAt ? now - Date.parse(nextReadingAt) : 0;
}

/** Whether the next reading waits for its turn: many matches are being read, or the source asked for a pause. */
export function waitsForItsTurn(progress: Pick<Known, 'nextReadingAt'>, now: number): boolean {
  return lateByMs(progress, now) > lateAfterMs;
}

/**
 * When to ask for an attempt's progress: right after its next reading, and at most every two seconds; the later that reading
 * is, the less often. Also after a first answer that did not come: without one the player could not report that the match is
 * over.
 */
export function refreshDelayMs(
  progress: Pick<Known, 'nextReadingAt'> | undefined,
  now: number,
): number | false {
  if (!progress) return askAgainMs;
  const { nextReadingAt } = progress;
  if (!nextReadingAt) return false;
  const late = lateByMs(progress, now);
  return Math.min(30_000, Math.max(2_000, late > 0 ? late : 1_000 - late));
}

function nextText(progress: Known, now: number): string {
  const seconds = progress.nextReadingAt ? secondsUntil(progress.nextReadingAt, now) : 0;
  if (seconds > 0) return `next in ${formatAmount(seconds)} s`;
  return waitsForItsTurn(progress, now) ? 'next one is queued' : 'next one now';
}

function readingText(progress: Known, now: number): string {
  const { readings } = progress;
  const next = nextText(progress, now);
  return readings === 0 ? next : `${formatAmount(readings)} so far, ${next}`;
}

/** The four steps of a running attempt; `progress` is missing until it is known. */
export function toSteps(attempt: Started, progress: Known | undefined, now: number): TrackerStep[] {
  const isSeen = progress?.matchSeenAt != null;
  // Without a match the attempt is only late: it is still looked for, and there is nothing to confirm.
  const isConfirming = isSeen && attempt.status === 'WAITING_RECHECK';
  return [
    { name: 'Entered', at: attempt.startedAt, state: 'done' },
    isSeen
      ? { name: 'Match seen', at: progress.matchSeenAt as string, state: 'done' }
      : { name: 'Your match', text: 'not reported yet', state: 'now' },
    {
      name: 'Readings',
      ...(progress && { text: readingText(progress, now) }),
      state: isSeen ? 'now' : 'ahead',
    },
    { name: 'Result', text: isConfirming ? 'being confirmed' : 'automatic', state: 'ahead' },
  ];
}
