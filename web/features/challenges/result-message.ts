// SPDX-License-Identifier: Apache-2.0

import { toVariant } from '../../../contract/attempt-conditions.ts';
import type { Attempt, AttemptStatus } from '../../../contract/challenges.ts';
import { formatAmount } from '../../lib/format.ts';
import { earnedReward } from './attempt-summary.ts';

/** The result dialog's text about an attempt (product specification, section 4.1); practice has words of its own. */
export function resultMessage(attempt: Attempt): string {
  return (attempt.isPractice && practiceMessage(attempt)) || entryMessage(attempt);
}

function entryMessage(attempt: Attempt): string {
  switch (attempt.status) {
    case 'SUCCESS':
      return `Congratulations! You won your last challenge "${attempt.challenge.description}" and earned ${formatAmount(earnedReward(attempt))} GC!`;
    case 'FAILED':
      return `Your last challenge "${attempt.challenge.description}" did not go as planned. Better luck next time!`;
    case 'CANCELLED':
      return `Your last challenge "${attempt.challenge.description}" was cancelled and ${refundText(attempt)}`;
    case 'PENDING':
      return 'Your challenge is still pending. Start a match soon!';
    case 'IN_PROGRESS':
      return 'Your challenge is currently in progress.';
    case 'WAITING_RECHECK':
      return 'Your stats are being rechecked. Check back shortly.';
  }
}

function practiceMessage(attempt: Attempt): string | undefined {
  const name = `"${attempt.challenge.description}"`;
  const reward = formatAmount(toVariant(attempt)?.rewardGC ?? 0);
  switch (attempt.status) {
    case 'SUCCESS':
      return `You met the conditions of ${name}. A real challenge would have paid ${reward} GC and XP.`;
    case 'FAILED':
      return `Your practice at ${name} didn’t meet the conditions. It cost nothing.`;
    case 'CANCELLED':
      return `Your practice at ${name} was cancelled. It cost nothing.`;
    default:
      return undefined;
  }
}

/** The title of the result dialog. */
export function resultTitle({ status, isPractice }: Attempt): string {
  return isPractice ? resultTitles[status].replace('Challenge', 'Practice') : resultTitles[status];
}

/** Refund of a cancelled attempt in words, with the amounts in GC. */
function refundText(attempt: Attempt): string {
  if (attempt.entryFeeGC === 0) return 'cost you nothing.';
  // Voided for cheating.
  if (attempt.refundGC === 0) return `the entry fee of ${formatAmount(attempt.entryFeeGC)} GC is kept.`;
  if (attempt.processingFeeGC === 0) {
    return `the entry fee has been refunded: ${formatAmount(attempt.refundGC)} GC are back in your wallet.`;
  }
  return `the entry fee has been refunded less the 10% processing fee: ${formatAmount(attempt.refundGC)} of ${formatAmount(attempt.entryFeeGC)} GC are back in your wallet.`;
}

const resultTitles: Record<AttemptStatus, string> = {
  SUCCESS: 'Challenge won',
  FAILED: 'Challenge lost',
  CANCELLED: 'Challenge cancelled',
  PENDING: 'Challenge Status',
  IN_PROGRESS: 'Challenge Status',
  WAITING_RECHECK: 'Challenge Status',
};
