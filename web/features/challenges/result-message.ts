import type { Attempt, AttemptStatus } from '../../../contract/challenges.ts';
import { formatAmount } from '../../lib/format.ts';
import { earnedReward } from './attempt-summary.ts';

/** What the result modal says about an attempt (product specification, section 4.1). */
export function resultMessage(attempt: Attempt): string {
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

/** Refund of a cancelled attempt in words, with the amounts in GC. */
function refundText(attempt: Attempt): string {
  if (attempt.processingFeeGC === 0) {
    return `the entry fee has been refunded: ${formatAmount(attempt.refundGC)} GC are back in your wallet.`;
  }
  return `the entry fee has been refunded less the 10% processing fee: ${formatAmount(attempt.refundGC)} of ${formatAmount(attempt.entryFeeGC)} GC are back in your wallet.`;
}

export const resultTitles: Record<AttemptStatus, string> = {
  SUCCESS: 'Challenge won',
  FAILED: 'Challenge lost',
  CANCELLED: 'Challenge cancelled',
  PENDING: 'Challenge Status',
  IN_PROGRESS: 'Challenge Status',
  WAITING_RECHECK: 'Challenge Status',
};
