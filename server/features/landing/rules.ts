// SPDX-License-Identifier: Apache-2.0

import type { GiftCard } from '../../../contract/shop.ts';

export const maxGiftCards = 6;

/**
 * The cards on the landing page. One of each type comes before a second one of any, and store credit before other
 * cards; the chosen cards are ordered by price.
 */
export function chooseCards(onSale: readonly GiftCard[]): GiftCard[] {
  const cards = onSale
    .filter(({ availability }) => availability !== 'sold_out')
    .toSorted((one, other) => rank(one) - rank(other) || one.gcCoin - other.gcCoin);
  const isFirst = (card: GiftCard) => cards.find(({ type }) => type === card.type) === card;
  return [...cards.filter(isFirst), ...cards.filter((card) => !isFirst(card))]
    .slice(0, maxGiftCards)
    .toSorted((one, other) => one.gcCoin - other.gcCoin);
}

/** The title of store credit states its worth in dollars. */
const rank = ({ kind }: GiftCard) => (kind === 'wallet' ? 0 : 1);
