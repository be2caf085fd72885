// SPDX-License-Identifier: Apache-2.0

import type { ReactNode } from 'react';
import { cx } from '../../lib/class-names.ts';
import { formatAmount } from '../../lib/format.ts';
import { Card } from '../../ui/card.tsx';
import { Coins } from '../../ui/coins.tsx';
import { DollarsExplained, InDollars } from '../../ui/in-dollars.tsx';
import type { CartTotals } from './cart-lines.ts';

/** The cart's price and the balance afterwards. `children` is the buy button. */
export function CartSummary({
  totals,
  balance,
  shortage,
  children,
}: {
  totals: CartTotals;
  balance: number;
  /** Shown if coins are missing. */
  shortage: ReactNode;
  children: ReactNode;
}) {
  const left = totals.price <= balance ? balance - totals.price : undefined;
  return (
    <Card inside="grid gap-5 p-5 sm:p-6">
      <h2 className="text-xl">Summary</h2>
      <dl className="grid gap-3">
        <Figure label="Total Items">
          <span className="num">{formatAmount(totals.items)}</span>
        </Figure>
        <Figure label="Total Price">
          <span className="grid justify-items-end text-right">
            <Coins amount={totals.price} size={22} className="text-xl" />
            {left !== undefined && <InDollars coins={totals.price} />}
          </span>
        </Figure>
        <Figure label="Your balance" className="border-line-soft border-t pt-3 text-sm">
          <Coins amount={balance} size={16} />
        </Figure>
        {left !== undefined && (
          <Figure label="Left after the purchase" className="text-sm">
            <Coins amount={left} size={16} />
          </Figure>
        )}
      </dl>
      {/* Where coins are missing, the price of the packages for them is the only one in dollars. */}
      {left !== undefined && <DollarsExplained />}
      {shortage}
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
