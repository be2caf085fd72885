// SPDX-License-Identifier: Apache-2.0

import type { BreakdownPart, HistoryType, Statement } from '../../../contract/wallet.ts';

/** Parts of the statement in display order. The first five come from the product specification (section 2.13). */
export const partNames: Record<BreakdownPart, string> = {
  challengeEntry: 'Challenge Entry',
  challengeReward: 'Challenge Reward',
  challengeRefund: 'Challenge Refund',
  purchase: 'Purchase',
  adminCredit: 'Admin Credit',
  coinPurchase: 'Coin Purchase',
  eventReward: 'Event Reward',
  giveawayPrize: 'Giveaway Prize',
  referralReward: 'Referral Reward',
  reversal: 'Reversal',
};

/** Names of all types of history entries. */
export const typeNames: Record<HistoryType, string> = { ...partNames, xpAward: 'XP Award' };

export interface BreakdownRow {
  part: BreakdownPart;
  name: string;
  /** GC, signed. */
  amount: number;
  /** Size relative to the largest part, from 0 to 1. */
  share: number;
}

/** All parts with their amounts, which add up to the net balance. */
export function breakdownRows(breakdown: Statement['summary']['breakdown']): BreakdownRow[] {
  const amounts = Object.keys(partNames).map((part) => breakdown[part as BreakdownPart] ?? 0);
  const largest = Math.max(1, ...amounts.map(Math.abs));
  return Object.entries(partNames).map(([part, name], place) => {
    const amount = amounts[place] ?? 0;
    return { part: part as BreakdownPart, name, amount, share: Math.abs(amount) / largest };
  });
}
