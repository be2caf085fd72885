// SPDX-License-Identifier: Apache-2.0

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { z } from 'zod';
import { type CartLine, type CartProblem, cartProblem, type Order } from '../../../contract/shop.ts';
import { ApiError, needsNetwork, newIdempotencyKey } from '../../lib/api.ts';
import { readConnection } from '../../lib/connection.ts';
import { storageFailed } from '../../lib/device-storage.ts';
import { keys, profileQuery } from '../../lib/query.ts';
import { notify } from '../../ui/toast.tsx';
import { giftCardsQuery, sendCheckout } from './api.ts';
import { withoutBought } from './cart.ts';
import { changeCart, getCart } from './cart-store.ts';
import {
  type CheckoutRecord,
  closeCheckout,
  getOpenCheckout,
  goesOnByItself,
  isUnanswered,
  keptCheckout,
} from './checkout-record.ts';

export interface Checkout {
  /** `unanswered`: sent, but the outcome is unknown. */
  phase: 'idle' | 'processing' | 'unanswered';
  /** When the unanswered purchase began, in milliseconds since 1970. */
  begunAt: number | undefined;
  /** Why the last try bought nothing. */
  refusal: ApiError | undefined;
  /** The lines that caused it, if lines did. */
  problems: readonly CartProblem[];
  purchase: (lines: readonly CartLine[]) => void;
  /** Resends the unanswered purchase with its key. */
  askAgain: () => void;
  /** Drops the unanswered purchase. */
  leave: () => void;
}

/**
 * Buys carts. A purchase is stored first, and sent by the page that finds it: this page, the same page after a reload,
 * or another tab. `onBought` runs on the page that the player sees; this hook updates the cart and the caches.
 */
export function useCheckout(playerId: string, onBought: (order: Order) => void): Checkout {
  useSyncExternalStore(keptCheckout.subscribe, keptCheckout.read, () => null);
  const record = getOpenCheckout(playerId, Date.now());
  const sending = useSendCheckout();
  const { mutate } = sending;
  const sent = useRef('');

  useEffect(() => {
    if (!record || sent.current === record.key || !goesOnByItself(record, Date.now())) return;
    sent.current = record.key;
    mutate(record, { onSuccess: onBought });
  }, [record, mutate, onBought]);

  const isNew = record && sending.variables?.key !== record.key && goesOnByItself(record, Date.now());
  const refusal = !record && sending.error instanceof ApiError ? sending.error : undefined;
  return {
    phase: sending.isPending || isNew ? 'processing' : record ? 'unanswered' : 'idle',
    begunAt: record?.sentAt,
    refusal,
    problems: getProblems(refusal),
    purchase(lines) {
      if (getOpenCheckout(playerId, Date.now())) return;
      // A stored purchase continues on its own. Without a network it would be bought at some later time.
      if (readConnection() !== 'online') return notify.fetchFailed(needsNetwork, 'Nothing was bought');
      const record = { playerId, key: newIdempotencyKey(), lines: [...lines], sentAt: Date.now() };
      // Without a stored record, don't send: after a lost answer it could be bought twice.
      if (!keptCheckout.write(record)) notify.fetchFailed(storageFailed, 'Nothing was bought');
    },
    askAgain: () => record && mutate(record, { onSuccess: onBought }),
    leave() {
      if (record) closeCheckout(record.key);
      sending.reset();
    },
  };
}

function useSendCheckout() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: sendCheckout,
    onSuccess: (_, { key, playerId, lines }: CheckoutRecord) => {
      // Only once even if several tabs get the answer, so that later additions to the cart stay.
      if (closeCheckout(key)) {
        changeCart(playerId, { type: 'set', items: withoutBought(getCart(playerId), lines) });
      }
      notify.done('Purchase successful!');
      for (const queryKey of [keys.profile, keys.statement, giftCardsQuery.queryKey]) {
        void queries.invalidateQueries({ queryKey });
      }
    },
    onError: (error, { key }) => {
      notify.requestFailed('Something went wrong during purchase');
      if (isUnanswered(error)) return;
      closeCheckout(key);
      const balance = getBalance(error);
      if (balance !== undefined) {
        queries.setQueryData(profileQuery.queryKey, (known) => known && { ...known, gamerCoins: balance });
      }
      const outdated = balance === undefined ? giftCardsQuery.queryKey : keys.profile;
      void queries.invalidateQueries({ queryKey: outdated });
    },
  });
}

const tooFewCoins = z.object({ balance: z.int() });

/** The real balance in GC, from a refusal for too few coins; the page had an outdated one. */
function getBalance(error: unknown): number | undefined {
  if (!(error instanceof ApiError) || error.code !== 'insufficient_coins') return undefined;
  return tooFewCoins.safeParse(error.data).data?.balance;
}

const changedCart = z.object({ problems: z.array(cartProblem) });
const noProblems: readonly CartProblem[] = [];

function getProblems(refusal: ApiError | undefined): readonly CartProblem[] {
  if (refusal?.code !== 'cart_changed') return noProblems;
  return changedCart.safeParse(refusal.data).data?.problems ?? noProblems;
}
