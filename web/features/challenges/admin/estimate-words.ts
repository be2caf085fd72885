// SPDX-License-Identifier: Apache-2.0

import type { Estimate, VariantInput } from '../../../../contract/challenges-admin.ts';
import { formatAmount } from '../../../lib/format.ts';

/** 12.4 -> "Pays out 12 GC", -80 -> "Keeps 80 GC": coins a day, as seen by the house. */
export function describeHouseResult(payout: number): string {
  const coins = Math.round(payout);
  if (coins === 0) return 'About 0 GC';
  return coins > 0 ? `Pays out ${formatAmount(coins)} GC` : `Keeps ${formatAmount(-coins)} GC`;
}

/** A warning if an entry is expected to win more than it costs; otherwise, or without data, empty. */
export function expectedLoss(
  { winRate }: Pick<Estimate, 'winRate'>,
  { entryFeeGC, rewardGC }: Pick<VariantInput, 'entryFeeGC' | 'rewardGC'>,
): string {
  const worth = (winRate ?? 0) * rewardGC;
  if (worth <= entryFeeGC) return '';
  const coins = worth.toLocaleString('en-US', { maximumFractionDigits: 1 });
  return `An entry costs ${formatAmount(entryFeeGC)} GC and should win ${coins} GC on average. Require more kills or a better place, or change the fee or reward.`;
}
