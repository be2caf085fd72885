// SPDX-License-Identifier: Apache-2.0

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';
import { availabilities, cardKinds } from '../../../contract/shop.ts';
import { storageFailed } from '../../lib/device-storage.ts';
import { profileQuery } from '../../lib/query.ts';
import { cartKey } from '../../lib/session.ts';
import { storedRecord } from '../../lib/stored-record.ts';
import { hasShape, isCount, isListOf, isOneOf, isText, isYesOrNo } from '../../lib/stored-shape.ts';
import { notify } from '../../ui/toast.tsx';
import { type CartAction, type CartItem, cartReducer } from './cart.ts';

const noItems: readonly CartItem[] = [];

interface KeptCart {
  playerId: string;
  items: CartItem[];
}

const isKeptCart = hasShape<KeptCart>({
  playerId: isText,
  items: isListOf(
    hasShape<CartItem>({
      _id: isText,
      title: isText,
      description: isText,
      image: isText,
      type: isText,
      kind: isOneOf(cardKinds),
      gcCoin: isCount,
      isActive: isYesOrNo,
      createdAt: isText,
      availability: isOneOf(availabilities),
      promiseHours: isCount,
      quantity: isCount,
    }),
  ),
});

/** Carts from before cards had a kind stay valid. */
function fillInKinds(kept: unknown): void {
  const items = (kept as Partial<KeptCart> | null)?.items;
  if (Array.isArray(items)) for (const item of items) item.kind ??= 'wallet';
}

const keptCart = storedRecord(cartKey, (kept): kept is KeptCart => {
  fillInKinds(kept);
  return isKeptCart(kept);
});

/** The player's cart. A cart that another player left in this browser isn't shown. */
export function getCart(playerId: string): readonly CartItem[] {
  const kept = keptCart.read();
  return kept?.playerId === playerId ? kept.items : noItems;
}

/**
 * Applies an action to the current cart, even if another tab changed it last.
 * @returns false if the browser couldn't store it; the cart is then unchanged, and a toast has said so
 */
export function changeCart(playerId: string, action: CartAction): boolean {
  const isKept = keptCart.write({ playerId, items: [...cartReducer(getCart(playerId), action)] });
  if (!isKept) notify.fetchFailed(storageFailed, 'Couldn’t save the cart');
  return isKept;
}

/** The signed-in player's cart; undefined until the player is known. */
export function useCartItems(): readonly CartItem[] | undefined {
  const { data: profile } = useQuery(profileQuery);
  useSyncExternalStore(keptCart.subscribe, keptCart.read, () => null);
  return profile && getCart(profile._id);
}

/** Changes the signed-in player's cart. Waits until the profile has loaded. */
export function useCartChange(): (action: CartAction) => Promise<boolean> {
  const queries = useQueryClient();
  return useCallback(
    async (action) => changeCart((await queries.ensureQueryData(profileQuery))._id, action),
    [queries],
  );
}
