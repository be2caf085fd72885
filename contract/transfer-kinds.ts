// SPDX-License-Identifier: Apache-2.0

import type { HistoryType } from './wallet.ts';

interface TransferKind {
  /** The statement's name for it (docs/rules/ledger.md, 9). */
  shownAs: HistoryType;
  /**
   * The house accounts at the other end of a player's coins, XP or tokens; none if it stays within the house. Checks of
   * sealed transfers use them, so an account must stay listed as long as any transfer uses it.
   */
  counterparts: readonly string[];
}

/** Every type of transfer, by the name in the sealed ledger. */
export const transferKinds = {
  challenge_entry: { shownAs: 'challengeEntry', counterparts: ['escrow'] },
  challenge_reward: { shownAs: 'challengeReward', counterparts: ['rewards'] },
  // The fee of a decided attempt is no longer in escrow.
  challenge_refund: { shownAs: 'challengeRefund', counterparts: ['escrow', 'fees'] },
  challenge_fee: { shownAs: 'challengeEntry', counterparts: [] },
  purchase: { shownAs: 'purchase', counterparts: ['gift_cards'] },
  purchase_refund: { shownAs: 'purchase', counterparts: ['gift_cards'] },
  lost_purchase: { shownAs: 'purchase', counterparts: ['gift_cards'] },
  admin_credit: { shownAs: 'adminCredit', counterparts: ['adjustments'] },
  coin_purchase: { shownAs: 'coinPurchase', counterparts: ['coin_sales'] },
  event_reward: { shownAs: 'eventReward', counterparts: ['rewards'] },
  giveaway_prize: { shownAs: 'giveawayPrize', counterparts: ['rewards'] },
  referral_reward: { shownAs: 'referralReward', counterparts: ['rewards'] },
  xp_award: { shownAs: 'xpAward', counterparts: ['rewards'] },
  // Takes back rewards, bought coins and XP, and fees returned for an attempt that was later decided as won.
  reversal: { shownAs: 'reversal', counterparts: ['rewards', 'coin_sales', 'fees'] },
} as const satisfies Record<string, TransferKind>;

export function findTransferKind(type: string): TransferKind | undefined {
  return Object.hasOwn(transferKinds, type) ? transferKinds[type as keyof typeof transferKinds] : undefined;
}
