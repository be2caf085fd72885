// SPDX-License-Identifier: Apache-2.0

import type { GiftCard } from '../../../contract/shop.ts';

/** The most expensive gift card that `balance` GC can buy; undefined if there is none. */
export function findInReach(cards: readonly GiftCard[], balance: number): GiftCard | undefined {
  return cards
    .filter(({ availability, gcCoin }) => availability !== 'sold_out' && gcCoin <= balance)
    .toSorted((one, other) => other.gcCoin - one.gcCoin)[0];
}
