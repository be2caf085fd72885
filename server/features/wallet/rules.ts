// SPDX-License-Identifier: Apache-2.0

import type { HistoryType, Statement } from '../../../contract/wallet.ts';
import { breakdownParts } from '../../../contract/wallet.ts';
import type { TypeTotal } from '../../ledger/coin-totals.ts';
import type { TransferType } from '../../ledger/transfer.ts';

/** Where the statement shows each kind of transfer (docs/rules.md, Ledger). */
const shownAs: Record<TransferType, HistoryType> = {
  challenge_entry: 'challengeEntry',
  challenge_reward: 'challengeReward',
  challenge_refund: 'challengeRefund',
  // Between accounts of the house; never appears in a player's statement.
  challenge_fee: 'challengeEntry',
  purchase: 'purchase',
  purchase_refund: 'purchase',
  lost_purchase: 'purchase',
  admin_credit: 'adminCredit',
  coin_purchase: 'coinPurchase',
  event_reward: 'eventReward',
  giveaway_prize: 'giveawayPrize',
  referral_reward: 'referralReward',
  xp_award: 'xpAward',
  reversal: 'reversal',
};

export function toHistoryType(type: TransferType): HistoryType {
  return shownAs[type];
}

/** The kinds of transfer behind one type of history entry; all kinds if no type is given. */
export function toTransferTypes(type: HistoryType | undefined): TransferType[] {
  const all = Object.keys(shownAs) as TransferType[];
  return type ? all.filter((each) => shownAs[each] === type) : all;
}

/** Sums up the totals. By construction, the parts of the breakdown add up to the net balance. */
export function summarise(totals: readonly TypeTotal[]): Statement['summary'] {
  const breakdown = Object.fromEntries(
    breakdownParts.map((part) => [part, 0]),
  ) as Statement['summary']['breakdown'];
  const summary = { totalSpent: 0, totalEarned: 0, netBalance: 0, totalTransactions: 0, breakdown };
  for (const { type, earned, spent, transfers } of totals) {
    const part = shownAs[type];
    if (part === 'xpAward') throw new Error('coins were moved as an award of XP');
    breakdown[part] += earned - spent;
    summary.totalEarned += earned;
    summary.totalSpent += spent;
    summary.netBalance += earned - spent;
    summary.totalTransactions += transfers;
  }
  return summary;
}
