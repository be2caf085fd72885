import { cx } from '../../lib/class-names.ts';
import { formatAmount } from '../../lib/format.ts';
import { countOf } from './cart.ts';
import { useCartItems } from './cart-store.ts';

const mostShown = 99;

/** How many gift cards are in the cart, beside a link to it; nothing where there are none. */
export function CartCount({ className }: { className?: string }) {
  const count = countOf(useCartItems() ?? []);
  if (count === 0) return null;
  return (
    <span
      className={cx(
        'num inline-grid h-5 min-w-5 place-items-center bg-storm-deep px-1 text-storm-soft text-xs leading-none',
        className,
      )}
    >
      <span aria-hidden="true">{count > mostShown ? `${mostShown}+` : count}</span>
      <span className="sr-only">{formatAmount(count)} in the cart</span>
    </span>
  );
}
