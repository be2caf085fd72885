// SPDX-License-Identifier: Apache-2.0

import { toVariant } from '../../../contract/attempt-conditions.ts';
import type { Attempt } from '../../../contract/challenges.ts';
import { gameOf } from '../../../contract/games/games.ts';
import { isAttemptReason, reasonText } from '../../../contract/verdict-text.ts';

/** Why an attempt has its status, in words; an unknown reason is returned unchanged. */
export function attemptReason(attempt: Attempt, reason: string, { isOwn = true } = {}): string {
  if (!isAttemptReason(reason)) return reason;
  const {
    isPractice,
    rewardGiven,
    entryFeeGC: fee,
    refundGC: refund,
    processingFeeGC: processingFee,
  } = attempt;
  const reward = isPractice ? (toVariant(attempt)?.rewardGC ?? 0) : rewardGiven;
  const text = reasonText(
    reason,
    { fee, reward, refund, processingFee, isPractice },
    { isOwn, proof: gameOf(attempt).proof },
  );
  return reason === 'no-match' && attempt.sawOlderMatch
    ? `The match that we saw began before entry, so it didn’t count. ${text}`
    : text;
}
