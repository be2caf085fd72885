import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';
import { z } from 'zod';
import { giftCard } from '../../../contract/shop.ts';
import { keptRecord } from '../../lib/kept-record.ts';
import { profileQuery } from '../../lib/query.ts';
import { cartKey } from '../../lib/session.ts';
import { type CartAction, type CartItem, cartReducer } from './cart.ts';

const noItems: readonly CartItem[] = [];

const keptCart = keptRecord(
  cartKey,
  z.object({ playerId: z.string(), items: z.array(giftCard.extend({ quantity: z.int().min(1) })) }),
);

/** What that player has in the cart; what somebody else left in this browser is not shown. */
export function cartOf(playerId: string): readonly CartItem[] {
  const kept = keptCart.read();
  return kept?.playerId === playerId ? kept.items : noItems;
}

/** Takes a step from what the cart holds at this moment, in whichever tab it was changed last. */
export function changeCart(playerId: string, action: CartAction): void {
  keptCart.write({ playerId, items: [...cartReducer(cartOf(playerId), action)] });
}

/** The cart of the signed-in player; undefined until it is known who that is. */
export function useCartItems(): readonly CartItem[] | undefined {
  const { data: profile } = useQuery(profileQuery);
  useSyncExternalStore(keptCart.subscribe, keptCart.read, () => null);
  return profile && cartOf(profile._id);
}

/** Changes the cart of the signed-in player; waits for the profile where it is not there yet. */
export function useCartChange(): (action: CartAction) => Promise<void> {
  const queries = useQueryClient();
  return useCallback(
    async (action) => changeCart((await queries.ensureQueryData(profileQuery))._id, action),
    [queries],
  );
}
