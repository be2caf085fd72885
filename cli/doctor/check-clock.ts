// SPDX-License-Identifier: Apache-2.0

import { clockLookMs, clockWrongMs } from '../../server/platform/db/clock-ahead.ts';
import { type Finding, findingsAbout } from '../../server/platform/finding.ts';

/** @param aheadMs how far this machine's clock is ahead of the other */
export function checkClock(against: string, aheadMs: number): Finding {
  const { ok, look, wrong } = findingsAbout('clock');
  const seconds = (Math.abs(aheadMs) / 1000).toFixed(0);
  const says = `${seconds} s ${aheadMs > 0 ? 'ahead of' : 'behind'} ${against}`;
  const advice = 'synchronize the wrong one by NTP (timedatectl, chronyc tracking)';
  if (Math.abs(aheadMs) >= clockWrongMs) return wrong(says, advice);
  return Math.abs(aheadMs) >= clockLookMs ? look(says, advice) : ok(`agrees with ${against}`);
}
