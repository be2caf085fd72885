// SPDX-License-Identifier: Apache-2.0

import { cx } from '../lib/class-names.ts';
import { toDollars, useBestOffer } from '../lib/coin-price.ts';
import { formatAmount, formatDollars } from '../lib/format.ts';

/**
 * "from $16" next to an amount of coins that a player decides about. Reserves its line and most of its width until
 * prices have loaded, so that nothing moves.
 * @param coins GC
 */
export function InDollars({ coins, className }: { coins: number; className?: string }) {
  const best = useBestOffer();
  return (
    <span className={cx('num inline-block min-w-[10ch] whitespace-nowrap text-muted text-xs', className)}>
      {best && coins > 0 ? `from ${formatDollars(toDollars(coins, best))}` : '\u00a0'}
    </span>
  );
}

/** Explains "from $16", once per screen. */
export function DollarsExplained({ className }: { className?: string }) {
  const best = useBestOffer();
  return (
    <p className={cx('min-h-[1lh] text-muted text-xs', className)}>
      {best &&
        `Dollar prices use our best pack: ${formatAmount(best.coins)} for ${formatDollars(best.discountedPrice)}.`}
    </p>
  );
}
