// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import type { Logger } from '../log.ts';
import type { Queryable } from './database.ts';

/** From here on a difference is worth a look: readings of a process that is ahead make others drop theirs. */
export const clockLookMs = 5_000;
/** Webhooks and sign-ins are refused from five minutes on. */
export const clockWrongMs = 60_000;

/** How far the clock of this machine is ahead of the database's, in ms; behind it, below zero. */
export async function readClockAheadMs(db: Queryable): Promise<number> {
  const began = Date.now();
  const { now } = await db.one<{ now: Date }>(sql`select clock_timestamp() as now`);
  return (began + Date.now()) / 2 - now.getTime();
}

/** Tells the operator of a clock that is not the database's: what was due, and what came first, is decided by both. */
export function tellOfClock(aheadMs: number, log: Logger): void {
  if (Math.abs(aheadMs) < clockLookMs) return;
  const says = `the clock of this machine is ${(Math.abs(aheadMs) / 1000).toFixed(0)} s ${aheadMs > 0 ? 'ahead of' : 'behind'} the database's; have both keep the time by NTP`;
  if (Math.abs(aheadMs) >= clockWrongMs) log.error(says);
  else log.warn(says);
}
