// SPDX-License-Identifier: Apache-2.0

import { cx } from '../lib/class-names.ts';
import { formatAmount, formatSigned } from '../lib/format.ts';
import { useCountUp } from './count-up.ts';

export function CoinGlyph({ size = 18, className }: { size?: number; className?: string }) {
  return (
    <svg
      viewBox="0 0 20 20"
      width={size}
      height={size}
      aria-hidden="true"
      className={cx('shrink-0', className)}
    >
      <path d="M6 1h8l5 5v8l-5 5H6l-5-5V6z" className="fill-gold" />
      <path
        d="M6.9 3.2h6.2l3.7 3.7v6.2l-3.7 3.7H6.9l-3.7-3.7V6.9z"
        className="fill-gold-ink"
        fillOpacity="0.96"
      />
      <path d="M12.9 7.3A4 4 0 1 0 13 12.6V10h-2.6" fill="none" className="stroke-gold" strokeWidth="1.7" />
    </svg>
  );
}

export function XpGlyph({ size = 18, className }: { size?: number; className?: string }) {
  return (
    <svg
      viewBox="0 0 20 20"
      width={size}
      height={size}
      fill="none"
      aria-hidden="true"
      className={cx('shrink-0 stroke-storm-soft', className)}
      strokeWidth="2.4"
    >
      <path d="m3.5 10.5 6.5-6 6.5 6" />
      <path d="m3.5 16.5 6.5-6 6.5 6" strokeOpacity="0.55" />
    </svg>
  );
}

/**
 * The number, not the icon, sets the baseline, so that an amount aligns with the text beside it. The icon is centred in
 * the line and adds no height.
 */
const line = 'num inline-flex items-baseline gap-2';
const icon = '-my-4 self-center';

/** The header's balance, which coins fly to. */
export const balanceMark = { 'data-balance': '' };
export const balanceSelector = '[data-balance]';

interface AmountProps {
  amount: number;
  /** The icon's size in pixels. The number has the size of the surrounding text. */
  size?: number;
  /** Shows +120 and -50 instead of 120. */
  signed?: boolean;
  /** Animates changes by counting. */
  counts?: boolean;
  className?: string;
}

/** An amount of Gamer Coins: always with the icon, always whole. */
export function Coins({ amount, size = 18, signed = false, counts = false, className }: AmountProps) {
  const shown = useCountUp(amount, counts);
  return (
    <span className={cx(line, 'text-gold', className)}>
      <CoinGlyph size={size} className={icon} />
      <span>
        {signed ? formatSigned(shown) : formatAmount(shown)}
        <span className="sr-only"> Gamer Coins</span>
      </span>
    </span>
  );
}

/** Coins or experience points. */
export function Amount({ currency, ...rest }: AmountProps & { currency: 'GC' | 'XP' }) {
  return currency === 'XP' ? <Xp {...rest} /> : <Coins {...rest} />;
}

/** An amount of experience points. */
export function Xp({ amount, size = 18, signed = false, counts = false, className }: AmountProps) {
  const shown = useCountUp(amount, counts);
  return (
    <span className={cx(line, 'text-storm-soft', className)}>
      <XpGlyph size={size} className={icon} />
      <span>
        {signed ? formatSigned(shown) : formatAmount(shown)}
        <span className="sr-only"> XP</span>
      </span>
    </span>
  );
}
