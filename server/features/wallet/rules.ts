// SPDX-License-Identifier: Apache-2.0

import { transferKinds } from '../../../contract/transfer-kinds.ts';
import type { HistoryType, Statement } from '../../../contract/wallet.ts';
import { breakdownParts } from '../../../contract/wallet.ts';
import type { TypeTotal } from '../../ledger/coin-totals.ts';
import type { TransferType } from '../../ledger/transfer.ts';

export function toHistoryType(type: TransferType): HistoryType {
  return transferKinds[type].shownAs;
}

/** The transfer types of one type of history entry; all of them if no type is given. */
export function toTransferTypes(type: HistoryType | undefined): TransferType[] {
  const all = Object.keys(transferKinds) as TransferType[];
  return type ? all.filter((each) => transferKinds[each].shownAs === type) : all;
}

/** Sums up the totals. By construction, the parts of the breakdown add up to the net balance. */
export function summarise(totals: readonly TypeTotal[]): Statement['summary'] {
  const breakdown = Object.fromEntries(
    breakdownParts.map((part) => [part, 0]),
  ) as Statement['summary']['breakdown'];
  const summary = { totalSpent: 0, totalEarned: 0, netBalance: 0, totalTransactions: 0, breakdown };
  for (const { type, earned, spent, transfers } of totals) {
    const part = toHistoryType(type);
    if (part === 'xpAward') throw new Error('coins were moved as an award of XP');
    breakdown[part] += earned - spent;
    summary.totalEarned += earned;
    summary.totalSpent += spent;
    summary.netBalance += earned - spent;
    summary.totalTransactions += transfers;
  }
  return summary;
}
