// SPDX-License-Identifier: Apache-2.0

import type { StatusPart, StatusReport, StatusState } from '../../../contract/status.ts';
import { statusParts } from '../../../contract/status.ts';

/** What is known of one part at a look. */
export interface Facts {
  /** Calls of players to it, of the last minutes: answered, and answered with a fault of ours. */
  good: number;
  bad: number;
  /** The worst share of calls that an outside service it needs did not answer, of 1. */
  failedOutside: number;
  /** How late its most belated work is. */
  lateSeconds: number;
}

export interface Look {
  part: StatusPart;
  state: StatusState;
  lateSeconds: number;
}

/** Fewer faults than these may be anybody's bad minute. */
const leastFaults = 3;
const disturbedShare = 0.05;
const downShare = 0.5;
/** Readings are planned to the minute, and jobs are done in seconds. */
export const lateFromSeconds = 180;
const downFromSeconds = 1_800;
/** The job looks each minute; after so long without nobody looks any more. */
export const staleAfterMs = 4 * 60_000;

export function judge({ good, bad, failedOutside, lateSeconds }: Facts): StatusState {
  const share = bad >= leastFaults ? bad / (good + bad) : 0;
  if (share >= downShare || failedOutside >= downShare || lateSeconds >= downFromSeconds) return 'down';
  const isDisturbed =
    share >= disturbedShare || failedOutside >= disturbedShare || lateSeconds >= lateFromSeconds;
  return isDisturbed ? 'disturbed' : 'working';
}

/** The share of calls that were not answered; 0 where too few were to say. */
export function failedShare({ good, bad }: { good: number; bad: number }): number {
  return bad >= leastFaults ? bad / (good + bad) : 0;
}

export const worse = (a: StatusState, b: StatusState): StatusState =>
  [a, b].includes('down') ? 'down' : [a, b].includes('disturbed') ? 'disturbed' : 'working';

/** What is told where the database is away: nothing works without it. */
export function toldWithoutDatabase(last: StatusReport | undefined): StatusReport {
  return {
    lookedAt: last?.lookedAt ?? null,
    isDatabaseAway: true,
    parts: statusParts.map((part) => ({ part, state: 'down', lateSeconds: 0 })),
    incidents: last?.incidents ?? [],
  };
}

/** Where nobody looks any more no jobs run: results and messages are as late as the last look is old. */
export function partsNow(looks: readonly (Look & { lookedAt: Date })[], now: Date): StatusReport['parts'] {
  return statusParts.map((part) => {
    const look = looks.find((found) => found.part === part);
    if (!look) return { part, state: 'working', lateSeconds: 0 };
    const ageMs = now.getTime() - look.lookedAt.getTime();
    const { state, lateSeconds } = look;
    if (ageMs < staleAfterMs || !['challenges', 'messages'].includes(part))
      return { part, state, lateSeconds };
    const ageSeconds = Math.floor(ageMs / 1000);
    return {
      part,
      state: ageSeconds >= downFromSeconds ? 'down' : worse(state, 'disturbed'),
      lateSeconds: ageSeconds,
    };
  });
}
