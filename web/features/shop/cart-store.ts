// SPDX-License-Identifier: Apache-2.0

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';
import { z } from 'zod';
import { cardKinds, giftCard } from '../../../contract/shop.ts';
import { storageFailed } from '../../lib/device-storage.ts';
import { loadPart } from '../../lib/load-part.ts';
import { profileQuery } from '../../lib/query.ts';
import { cartKey } from '../../lib/session.ts';
import { storedRecord } from '../../lib/stored-record.ts';
import { type CartAction, type CartItem, cartReducer } from './cart.ts';

const noItems: readonly CartItem[] = [];

/** Carts that were stored before cards had a kind remain valid. */
const kind = z.enum(cardKinds).default('wallet');

const keptCart = storedRecord(
  cartKey,
  z.object({ playerId: z.string(), items: z.array(giftCard.extend({ kind, quantity: z.int().min(1) })) }),
);

/** The player's cart; one that another player left in this browser is not shown. */
export function getCart(playerId: string): readonly CartItem[] {
  const kept = keptCart.read();
  return kept?.playerId === playerId ? kept.items : noItems;
}

/**
 * Applies an action to what the cart holds at this moment, even if another tab changed it last.
 * @returns false if this browser could not keep it: the cart is then unchanged, and a toast has said so
 */
export function changeCart(playerId: string, action: CartAction): boolean {
  const isKept = keptCart.write({ playerId, items: [...cartReducer(getCart(playerId), action)] });
  if (!isKept) void warnNothingIsStored();
  return isKept;
}

/** Loaded on demand: public pages count the cart in their header, but do not load the code for toasts. */
async function warnNothingIsStored(): Promise<void> {
  const { notify } = await loadPart(() => import('../../ui/toast.tsx'));
  notify.fetchFailed(storageFailed, 'The cart could not be kept');
}

/** The signed-in player's cart; undefined until the player is known. */
export function useCartItems(): readonly CartItem[] | undefined {
  const { data: profile } = useQuery(profileQuery);
  useSyncExternalStore(keptCart.subscribe, keptCart.read, () => null);
  return profile && getCart(profile._id);
}

/** Changes the signed-in player's cart; waits for the profile if it has not loaded yet. */
export function useCartChange(): (action: CartAction) => Promise<boolean> {
  const queries = useQueryClient();
  return useCallback(
    async (action) => changeCart((await queries.ensureQueryData(profileQuery))._id, action),
    [queries],
  );
}
