// SPDX-License-Identifier: Apache-2.0

import type { HistoryType } from './wallet.ts';

interface TransferKind {
  /** How a statement shows it (docs/rules/ledger.md, 9). */
  shownAs: HistoryType;
  /**
   * The house accounts that it moves a player's coins, XP or tokens from or to; none if it stays within the house. Sealed
   * transfers are compared with these, so a name stays here as long as any transfer bears it.
   */
  counterparts: readonly string[];
}

/** Every type of transfer, by the name under which it is sealed. */
export const transferKinds = {
  challenge_entry: { shownAs: 'challengeEntry', counterparts: ['escrow'] },
  challenge_reward: { shownAs: 'challengeReward', counterparts: ['rewards'] },
  // The fee of a decided attempt has left escrow already.
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
  // Of rewards, of bought coins and XP, and of a fee that was returned for an attempt decided as won later.
  reversal: { shownAs: 'reversal', counterparts: ['rewards', 'coin_sales', 'fees'] },
} as const satisfies Record<string, TransferKind>;

export function findTransferKind(type: string): TransferKind | undefined {
  return Object.hasOwn(transferKinds, type) ? transferKinds[type as keyof typeof transferKinds] : undefined;
}
