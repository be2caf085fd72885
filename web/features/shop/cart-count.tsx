// SPDX-License-Identifier: Apache-2.0

import { cx } from '../../lib/class-names.ts';
import { formatAmount } from '../../lib/format.ts';
import { countItems } from './cart.ts';
import { useCartItems } from './cart-store.ts';

const mostShown = 99;

/** Number of gift cards in the player's cart; 0 until the player is known. */
export function useCartCount(): number {
  return countItems(useCartItems() ?? []);
}

/** The number in a short form for small spaces. */
export function shortCount(count: number): string {
  return count > mostShown ? `${mostShown}+` : String(count);
}

/** Number of gift cards in the cart, next to its link; nothing if empty. */
export function CartCount({ className }: { className?: string }) {
  const count = useCartCount();
  if (count === 0) return null;
  return (
    <span
      className={cx(
        'num inline-grid h-5 min-w-5 place-items-center bg-storm-deep px-1 text-storm-soft text-xs leading-none',
        className,
      )}
    >
      <span aria-hidden="true">{shortCount(count)}</span>
      <span className="sr-only">{formatAmount(count)} in the cart</span>
    </span>
  );
}
