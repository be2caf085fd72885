// SPDX-License-Identifier: Apache-2.0

import { type Finding, findingsAbout } from '../../server/platform/finding.ts';

const lookMs = 5_000;
/** Webhooks and sign-ins are refused from five minutes on. */
const wrongMs = 60_000;

/** @param aheadMs how far the clock of this machine is ahead of the other one */
export function checkClock(against: string, aheadMs: number): Finding {
  const { ok, look, wrong } = findingsAbout('clock');
  const seconds = (Math.abs(aheadMs) / 1000).toFixed(0);
  const says = `${seconds} s ${aheadMs > 0 ? 'ahead of' : 'behind'} ${against}`;
  const advice = 'have one of the two keep the time by NTP (timedatectl, chronyc tracking)';
  if (Math.abs(aheadMs) >= wrongMs) return wrong(says, advice);
  return Math.abs(aheadMs) >= lookMs ? look(says, advice) : ok(`agrees with ${against}`);
}
