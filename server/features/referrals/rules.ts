// SPDX-License-Identifier: Apache-2.0

import type { HoldReason } from '../../../contract/referrals.ts';

/**
 * How many referrals of one player are paid in 30 days before an administrator must review the next one
 * (docs/rules/referrals.md, 3).
 */
export const maxPaidInMonth = 20;
const dayMs = 24 * 3_600_000;
export const monthMs = 30 * dayMs;
/** Sign-ins from one network within this time look like one person. */
export const networkWithinMs = dayMs;

export interface Suspicions {
  sharesGameAccount: boolean;
  sharesCard: boolean;
  isSameNetwork: boolean;
  paidInMonth: number;
}

/** Why a referral is held for review instead of being paid; empty if it is paid immediately. */
export function findHoldReasons(found: Suspicions): HoldReason[] {
  const reasons: [boolean, HoldReason][] = [
    [found.sharesGameAccount, 'same_epic_account'],
    [found.sharesCard, 'same_card'],
    [found.isSameNetwork, 'same_network'],
    [found.paidInMonth >= maxPaidInMonth, 'too_many_in_month'],
  ];
  return reasons.filter(([isSo]) => isSo).map(([, reason]) => reason);
}
