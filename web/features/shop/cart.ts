// SPDX-License-Identifier: Apache-2.0

import type { GiftCard } from '../../../contract/shop.ts';

/** A gift card as it was when added to the cart, and its quantity. */
export type CartItem = GiftCard & { quantity: number };

export type CartAction =
  | { type: 'set'; items: readonly CartItem[] }
  | { type: 'add'; card: GiftCard; quantity?: number }
  | { type: 'remove'; id: string }
  | { type: 'update'; id: string; quantity: number }
  | { type: 'clear' };

/** The cart's state changes (product specification, section 4.2). */
export function cartReducer(items: readonly CartItem[], action: CartAction): readonly CartItem[] {
  switch (action.type) {
    case 'set':
      return action.items.map((item) => ({ ...item, quantity: wholeQuantity(item.quantity) }));
    case 'add': {
      const quantity = wholeQuantity(action.quantity ?? 1);
      const held = items.find((item) => item._id === action.card._id);
      if (!held) return [...items, { ...action.card, quantity }];
      const grown = { ...action.card, quantity: wholeQuantity(held.quantity + quantity) };
      return items.map((item) => (item === held ? grown : item));
    }
    case 'remove':
      return items.filter((item) => item._id !== action.id);
    case 'update':
      if (!(action.quantity > 0)) return items;
      return items.map((item) =>
        item._id === action.id ? { ...item, quantity: wholeQuantity(action.quantity) } : item,
      );
    case 'clear':
      return [];
  }
}

/**
 * Corrects a quantity (section 5) to a whole number of at least 1; not a number becomes 1. The upper bound only keeps
 * numbers exact, so that a stored cart can be read again.
 */
export function wholeQuantity(value: string | number): number {
  const quantity = Math.trunc(Number(value));
  return quantity >= 1 && Number.isFinite(quantity) ? Math.min(quantity, Number.MAX_SAFE_INTEGER) : 1;
}

export function countItems(items: readonly CartItem[]): number {
  return items.reduce((count, { quantity }) => count + quantity, 0);
}

/** The cart after `bought` was paid: keeps anything added meanwhile. */
export function withoutBought(
  items: readonly CartItem[],
  bought: readonly { giftCardId: string; quantity: number }[],
): CartItem[] {
  return items.flatMap((item) => {
    const paid = bought.find(({ giftCardId }) => giftCardId === item._id)?.quantity ?? 0;
    return item.quantity > paid ? [{ ...item, quantity: item.quantity - paid }] : [];
  });
}
