import type { ReactNode } from 'react';
import { cx } from '../../lib/class-names.ts';
import { formatAmount } from '../../lib/format.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Coins } from '../../ui/coins.tsx';
import { Notice } from '../../ui/panels.tsx';
import type { CartTotals } from './cart-lines.ts';

/** What the cart costs and what is left after it. `children` is the way to buy it. */
export function CartSummary({
  totals,
  balance,
  children,
}: {
  totals: CartTotals;
  balance: number;
  children: ReactNode;
}) {
  const short = totals.price - balance;
  return (
    <Card inside="grid gap-5 p-5 sm:p-6">
      <h2 className="text-xl">Summary</h2>
      <dl className="grid gap-3">
        <Figure label="Total Items">
          <span className="num">{formatAmount(totals.items)}</span>
        </Figure>
        <Figure label="Total Price">
          <Coins amount={totals.price} size={22} className="text-xl" />
        </Figure>
        <Figure label="Your balance" className="border-line-soft border-t pt-3 text-sm">
          <Coins amount={balance} size={16} />
        </Figure>
        {short <= 0 && (
          <Figure label="Left after the purchase" className="text-sm">
            <Coins amount={-short} size={16} />
          </Figure>
        )}
      </dl>
      {short > 0 && (
        <Notice tone="gold" title="Not enough coins">
          <p>
            You need {formatAmount(short)} more {short === 1 ? 'coin' : 'coins'} for this cart.
          </p>
          <ButtonLink to={`/trade-coins?need=${short}`} kind="main" size="sm" className="mt-3">
            Buy Coins Now
          </ButtonLink>
        </Notice>
      )}
      {children}
    </Card>
  );
}

function Figure({ label, className, children }: { label: string; className?: string; children: ReactNode }) {
  return (
    <div className={cx('flex items-center justify-between gap-4', className)}>
      <dt className="text-muted">{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
