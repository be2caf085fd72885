// SPDX-License-Identifier: Apache-2.0

import { type RefObject, useRef } from 'react';
import type { Profile } from '../../../contract/accounts.ts';
import { type GiftCard, maxCartLines } from '../../../contract/shop.ts';
import { notify } from '../../ui/toast.tsx';
import type { CartItem } from './cart.ts';
import { type CartRow, type CartTotals, cartRows, getTotals } from './cart-lines.ts';
import { changeCart, getCart } from './cart-store.ts';
import type { CartTableActions } from './cart-table.tsx';
import { type ShortageOfCart, useShortage } from './shortage.tsx';
import type { Checkout } from './use-checkout.ts';

interface FilledCartState {
  rows: readonly CartRow[];
  totals: CartTotals;
  hasTooManyKinds: boolean;
  /** Whether something in the cart can't be bought. */
  hasOpenProblems: boolean;
  shortage: ShortageOfCart;
  /** The element around the lines. It takes the focus when the focused element disappears. */
  region: RefObject<HTMLDivElement | null>;
  actions: CartTableActions;
  purchase: () => void;
}

/**
 * The current state of a non-empty cart, and its actions.
 * @param list the shop's cards; undefined until loaded
 */
export function useFilledCart(
  { _id: playerId, gamerCoins }: Profile,
  items: readonly CartItem[],
  list: readonly GiftCard[] | undefined,
  checkout: Checkout,
): FilledCartState {
  const region = useRef<HTMLDivElement>(null);
  const rows = cartRows(items, list, checkout.problems);
  const totals = getTotals(rows);
  const hasTooManyKinds = rows.length > maxCartLines;
  const hasOpenProblems = hasTooManyKinds || rows.some(({ problem }) => problem);
  // Lines with problems may be removed, so the total is unknown until they are fixed.
  const missing = hasOpenProblems ? 0 : Math.max(0, totals.price - gamerCoins);
  const shortage = useShortage(missing, checkout);

  /** Buying, or accepting a price, agrees to the displayed prices. */
  function agree(agreed: readonly CartRow[]): boolean {
    const prices = new Map(agreed.map(({ card }) => [card._id, card.gcCoin]));
    const atThose = items.map((item) => ({ ...item, gcCoin: prices.get(item._id) ?? item.gcCoin }));
    return changeCart(playerId, { type: 'set', items: atThose });
  }
  function purchase(): void {
    if (getCart(playerId).length === 0) notify.requestFailed('Your cart is empty');
    else if (hasOpenProblems) region.current?.querySelector<HTMLElement>('[data-problem]')?.focus();
    else if (missing > 0) shortage.explain();
    else if (agree(rows)) {
      checkout.purchase(
        rows.map(({ card, quantity }) => ({ giftCardId: card._id, quantity, gcCoin: card.gcCoin })),
      );
    }
  }
  const actions: CartTableActions = {
    remove({ card }) {
      // The pressed button is gone, so the cart takes the focus.
      if (removeWithUndo(playerId, items, card)) region.current?.focus();
    },
    acceptPrice: (row) => agree([row]),
    setQuantity: ({ card }, quantity) => changeCart(playerId, { type: 'update', id: card._id, quantity }),
  };
  return { rows, totals, hasTooManyKinds, hasOpenProblems, shortage, region, actions, purchase };
}

/** Removes a line and offers to put it back in its place. */
function removeWithUndo(playerId: string, items: readonly CartItem[], card: GiftCard): boolean {
  const place = items.findIndex(({ _id }) => _id === card._id);
  const removed = items[place];
  if (!changeCart(playerId, { type: 'remove', id: card._id })) return false;
  const putBack = () => {
    const now = getCart(playerId).filter(({ _id }) => _id !== card._id);
    if (removed) changeCart(playerId, { type: 'set', items: now.toSpliced(place, 0, removed) });
  };
  notify.doneWith({ label: 'Undo', onPress: putBack }, 'Removed from cart', card.title || 'Gift Card');
  return true;
}
