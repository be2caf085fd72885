// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import type { Logger } from '../log.ts';
import type { Queryable } from './database.ts';

/** From this difference on, the operator should check: if one process is ahead, others drop its readings. */
export const clockLookMs = 5_000;
/** From five minutes on, webhooks and sign-ins are refused. */
export const clockWrongMs = 60_000;

/** How far this machine's clock is ahead of the database's, in ms; negative if it is behind. */
export async function readClockOffsetMs(db: Queryable): Promise<number> {
  const began = Date.now();
  const { now } = await db.one<{ now: Date }>(sql`select clock_timestamp() as now`);
  return (began + Date.now()) / 2 - now.getTime();
}

/** Warns the operator if the clock differs from the database's: both decide about due times and order. */
export function warnOfClock(aheadMs: number, log: Logger): void {
  if (Math.abs(aheadMs) < clockLookMs) return;
  const says = `the clock of this machine is ${(Math.abs(aheadMs) / 1000).toFixed(0)} s ${aheadMs > 0 ? 'ahead of' : 'behind'} the database's; have both keep the time by NTP`;
  if (Math.abs(aheadMs) >= clockWrongMs) log.error(says);
  else log.warn(says);
}
