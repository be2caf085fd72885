// SPDX-License-Identifier: Apache-2.0

const reasons: Record<string, string> = {
  challenge_entry: 'Challenge entries',
  challenge_reward: 'Challenge rewards',
  challenge_refund: 'Challenge refunds',
  purchase: 'Gift cards bought',
  purchase_refund: 'Gift cards refunded',
  lost_purchase: 'Gift cards charged again after a restore',
  admin_credit: 'Adjustments by administrators',
  coin_purchase: 'Coins bought',
  event_reward: 'Event rewards',
  giveaway_prize: 'Giveaway prizes',
  referral_reward: 'Referral rewards',
  reversal: 'Reversals',
};

/** A transfer's type in words. */
export function getReason(type: string): string {
  return reasons[type] ?? type.replaceAll('_', ' ');
}
