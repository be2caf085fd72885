// SPDX-License-Identifier: Apache-2.0

import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { plural } from '../../lib/format.ts';
import { keys } from '../../lib/query.ts';
import { Notice } from '../../ui/panels.tsx';
import type { Checkout } from './use-checkout.ts';

export interface ShortageOfCart {
  /** Missing GC; 0: the coins suffice. */
  missing: number;
  /** True after a try to buy; the message then says that nothing was bought. */
  isAnswer: boolean;
  notice: RefObject<HTMLDivElement | null>;
  /** For "Purchase Now" without enough coins: shows how to get the missing coins instead of failing. */
  explain: () => void;
}

/** @param missing GC that the cart costs more than the player has */
export function useShortage(missing: number, { refusal }: Checkout): ShortageOfCart {
  const queries = useQueryClient();
  const notice = useRef<HTMLDivElement>(null);
  const [wasPressed, setPressed] = useState(false);
  if (missing === 0 && wasPressed) setPressed(false);
  const hadTooFew = refusal?.code === 'insufficient_coins';
  useEffect(() => {
    if (hadTooFew) notice.current?.focus();
  }, [hadTooFew]);
  return {
    missing,
    isAnswer: wasPressed || hadTooFew,
    notice,
    explain() {
      setPressed(true);
      notice.current?.focus();
      // Coins may have arrived without a live event.
      void queries.invalidateQueries({ queryKey: keys.profile });
    },
  };
}

/** How many coins are missing, and the packages for them. */
export function Shortage({
  shortage: { missing, isAnswer, notice },
  offerCoins,
}: {
  shortage: ShortageOfCart;
  offerCoins: (missing: number) => ReactNode;
}) {
  if (missing === 0) return null;
  return (
    <div ref={notice} tabIndex={-1} className="scroll-mt-24 max-xl:scroll-mb-36">
      <Notice
        tone={isAnswer ? 'loss' : 'gold'}
        title={isAnswer ? 'Nothing was bought: not enough coins' : 'Not enough coins'}
      >
        <p>
          You need {plural(missing, 'more coin')} for this cart.
          {isAnswer && ' Your cart is saved; we’ll bring you back.'}
        </p>
        {offerCoins(missing)}
      </Notice>
    </div>
  );
}
