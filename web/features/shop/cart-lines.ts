// SPDX-License-Identifier: Apache-2.0

import { type CartProblem, type GiftCard, maxCardsOfOneKind } from '../../../contract/shop.ts';
import type { CartItem } from './cart.ts';

/** Why a line can't be bought, with data for the fix on offer. */
export type LineProblem =
  | { kind: 'sold_out'; left: number }
  | { kind: 'too_many'; left: number }
  | { kind: 'price_changed'; from: number; to: number }
  | { kind: 'unavailable' };

/** One row of the cart: the stored item with the shop's current data. */
export interface CartRow {
  card: GiftCard;
  quantity: number;
  subtotal: number;
  /** The price when it was added, if it has changed since. */
  priceBefore: number | undefined;
  problem: LineProblem | undefined;
}

/**
 * Combines the cart with the shop's list (undefined until loaded) and the refusals of the last try to buy. A refusal
 * for low stock is resolved once the line asks for no more than is left. A refusal for a changed price is resolved once
 * the cart has the new price.
 */
export function cartRows(
  items: readonly CartItem[],
  list: readonly GiftCard[] | undefined,
  refused: readonly CartProblem[],
): CartRow[] {
  return items.map(({ quantity, ...kept }) => {
    const listed = list?.find(({ _id }) => _id === kept._id);
    const refusal = refused.find(({ giftCardId }) => giftCardId === kept._id);
    const price = refusal?.problem === 'price_changed' ? refusal.gcCoin : (listed?.gcCoin ?? kept.gcCoin);
    const card = { ...kept, ...listed, gcCoin: price };
    const isMissing = list !== undefined && !listed;
    return {
      card,
      quantity,
      subtotal: price * quantity,
      priceBefore: kept.gcCoin === price ? undefined : kept.gcCoin,
      problem: getProblem(card, quantity, kept.gcCoin, isMissing, refusal),
    };
  });
}

function getProblem(
  card: GiftCard,
  quantity: number,
  priceSeen: number,
  isMissing: boolean,
  refusal: CartProblem | undefined,
): LineProblem | undefined {
  if (isMissing || refusal?.problem === 'unavailable') return { kind: 'unavailable' };
  if (refusal?.problem === 'sold_out' && quantity > refusal.left) {
    return { kind: 'sold_out', left: refusal.left };
  }
  if (card.availability === 'sold_out' && !refusal) return { kind: 'sold_out', left: 0 };
  if (quantity > maxCardsOfOneKind) return { kind: 'too_many', left: maxCardsOfOneKind };
  if (refusal?.problem === 'price_changed' && refusal.gcCoin !== priceSeen) {
    return { kind: 'price_changed', from: priceSeen, to: refusal.gcCoin };
  }
  return undefined;
}

export interface CartTotals {
  items: number;
  price: number;
}

export function getTotals(rows: readonly CartRow[]): CartTotals {
  return rows.reduce(
    (totals, { quantity, subtotal }) => ({
      items: totals.items + quantity,
      price: totals.price + subtotal,
    }),
    { items: 0, price: 0 },
  );
}
