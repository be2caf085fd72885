// SPDX-License-Identifier: Apache-2.0

import type { StatusReport, StatusState } from '../../../contract/status.ts';
import { statusParts } from '../../../contract/status.ts';

/** The facts about one part at one check. */
export interface Facts {
  /** Players' calls to it in the last minutes: `good` ones were answered, `bad` ones failed through our fault. */
  good: number;
  bad: number;
  /** The share of unanswered calls, from 0 to 1, of the worst outside service that the part needs. */
  failedOutside: number;
  /** The delay of its most overdue work. */
  lateSeconds: number;
}

export type Look = StatusReport['parts'][number];

/** Fewer failures than this can happen in any minute. */
const leastFaults = 3;
const disturbedShare = 0.05;
const downShare = 0.5;
/** Readings are scheduled to the minute, and jobs take seconds. */
export const lateFromSeconds = 180;
const downFromSeconds = 1_800;
/** The job runs every minute; without a check for this long, the job has stopped. */
export const staleAfterMs = 4 * 60_000;

export function judge({ good, bad, failedOutside, lateSeconds }: Facts): StatusState {
  const share = bad >= leastFaults ? bad / (good + bad) : 0;
  if (share >= downShare || failedOutside >= downShare || lateSeconds >= downFromSeconds) return 'down';
  const isDisturbed =
    share >= disturbedShare || failedOutside >= disturbedShare || lateSeconds >= lateFromSeconds;
  return isDisturbed ? 'disturbed' : 'working';
}

/** Of alternatives, such as games: a part is down only if all of them are. */
export function judgeAlternatives(states: readonly StatusState[]): StatusState {
  if (states.every((state) => state === 'working')) return 'working';
  return states.every((state) => state === 'down') ? 'down' : 'disturbed';
}

/** The share of failed calls; 0 if there were too few failures to tell. */
export function failedShare({ good, bad }: { good: number; bad: number }): number {
  return bad >= leastFaults ? bad / (good + bad) : 0;
}

export const worse = (a: StatusState, b: StatusState): StatusState =>
  [a, b].includes('down') ? 'down' : [a, b].includes('disturbed') ? 'disturbed' : 'working';

/** The report while the database is unavailable: nothing works without it. */
export function reportWithoutDatabase(last: StatusReport | undefined): StatusReport {
  return {
    maintenance: last?.maintenance ?? null,
    lookedAt: last?.lookedAt ?? null,
    isDatabaseAway: true,
    parts: statusParts.map((part) => ({ part, state: 'down', lateSeconds: 0 })),
    incidents: last?.incidents ?? [],
  };
}

/** If checks have stopped, no jobs run: results and messages are then as late as the last check is old. */
export function partsNow(looks: readonly (Look & { lookedAt: Date })[], now: Date): StatusReport['parts'] {
  return statusParts.map((part) => {
    const look = looks.find((found) => found.part === part);
    if (!look) return { part, state: 'working', lateSeconds: 0 };
    const ageMs = now.getTime() - look.lookedAt.getTime();
    const { state, lateSeconds, games } = look;
    if (ageMs < staleAfterMs || !['challenges', 'messages'].includes(part))
      return { part, state, lateSeconds, ...(games && { games }) };
    const ageSeconds = Math.floor(ageMs / 1000);
    return {
      part,
      state: ageSeconds >= downFromSeconds ? 'down' : worse(state, 'disturbed'),
      lateSeconds: ageSeconds,
    };
  });
}
