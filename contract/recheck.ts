// SPDX-License-Identifier: Apache-2.0

import { toVariant } from './attempt-conditions.ts';
import type { Receipt } from './challenges.ts';
import { gameOf } from './games/games.ts';
import type { AnyVerdict } from './games/rules.ts';
import { verdict } from './verdict.ts';
import { toSettlement } from './verdict-text.ts';

export interface Recheck {
  verdict: AnyVerdict;
  /**
   * Whether status, reason and, unless it was voided, every amount follow from the stored readings again (if a ruling made
   * it a win, the amounts of a win); null while nothing is decided yet.
   */
  agrees: boolean | null;
}

/**
 * Decides an attempt again from its receipt (docs/rules/receipts.md, 3). Null if the receipt lacks the variant or
 * readings, so that nothing can be checked.
 * @param now the browser's time, only used while the attempt is undecided
 */
export function recheck(receipt: Receipt, now: Date): Recheck | null {
  const { attempt, decision, voided, ruling, rules } = receipt;
  const variant = toVariant(attempt);
  if (!variant || receipt.hasForgottenReadings) return null;
  const again = verdict({
    game: gameOf(attempt).id,
    startedAt: attempt.startedAt,
    now: decision?.at ?? now.toISOString(),
    initial: receipt.initial,
    readings: receipt.readings,
    conditions: variant,
    terms: attempt.terms,
    rules,
  });
  if (!decision) return { verdict: again, agrees: null };
  if (!again.isFinal || again.status !== decision.status || again.reason !== decision.reason) {
    return { verdict: again, agrees: false };
  }
  const { isPractice, entryFeeGC: fee } = attempt;
  const won = { rewardGC: variant.rewardGC, refundGC: 0, processingFeeGC: 0 };
  const due =
    ruling?.outcome === 'won'
      ? won
      : toSettlement(again.reason, { fee, reward: variant.rewardGC, isPractice }, rules);
  const isPaidSo =
    due.rewardGC === attempt.rewardGiven &&
    due.refundGC === attempt.refundGC &&
    due.processingFeeGC === attempt.processingFeeGC;
  return { verdict: again, agrees: voided !== null || isPaidSo };
}
