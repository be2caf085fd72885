// SPDX-License-Identifier: Apache-2.0

import type { ReactNode } from 'react';
import type { CoinPackage } from '../../../contract/coins.ts';
import { formatPrice, plural } from '../../lib/format.ts';
import { CoinGlyph, Coins } from '../../ui/coins.tsx';
import { RingMeter } from '../../ui/ring.tsx';
import { type PackLine, sumPacks } from './pack-combination.ts';

/**
 * The order: the chosen coins, what they cost and the balance afterwards. The ring closes further, the closer the choice
 * comes to the largest package.
 */
export function PackPanel({
  lines,
  packages,
  balance,
  children,
}: {
  lines: readonly PackLine[] | undefined;
  packages: readonly CoinPackage[];
  balance: number;
  /** The field that chooses the package. */
  children: ReactNode;
}) {
  const largest = Math.max(1, ...packages.map(({ coins }) => coins));
  // Package sizes grow in large steps, so the square root keeps small ones visible.
  const coins = lines ? sumPacks(lines).coins : 0;
  const share = Math.sqrt(coins / largest);
  return (
    <div className="grid content-center gap-5 bg-linear-to-b from-storm-dusk to-ink-1 px-5 py-6 sm:px-8 lg:col-start-1 lg:row-span-2 lg:row-start-1 lg:gap-7">
      <div className="flex flex-wrap items-center gap-x-5 gap-y-3 max-lg:[&>div>svg]:size-22 lg:flex-col lg:[&>div>svg]:size-48">
        <RingMeter
          value={share}
          tone="gold"
          size={132}
          label={lines ? `Package of ${plural(coins, 'coin')}` : 'No package chosen'}
        >
          <CoinGlyph size={52} className="max-lg:size-9!" />
        </RingMeter>
        <p className="grid gap-0.5 lg:justify-items-center">
          <span className="text-muted text-sm">{lines ? 'You get' : 'Your balance'}</span>
          <Coins
            key={lines ? 'order' : 'balance'}
            amount={lines ? coins : balance}
            counts
            size={28}
            className="text-3xl"
          />
        </p>
      </div>
      {children}
      {lines && <Costs lines={lines} balance={balance} />}
    </div>
  );
}

function Costs({ lines, balance }: { lines: readonly PackLine[]; balance: number }) {
  const { coins, cents } = sumPacks(lines);
  const originalPrice = lines.reduce((sum, { pack, quantity }) => sum + pack.originalPrice * quantity, 0);
  return (
    <dl className="grid gap-2 text-sm [&>div]:flex [&>div]:flex-wrap [&>div]:items-baseline [&>div]:justify-between [&>div]:gap-x-4 [&_dt]:text-muted">
      <div>
        <dt>You pay</dt>
        <dd className="num flex items-baseline gap-2.5 text-lg">
          {Math.round(originalPrice * 100) > cents && (
            <s className="text-muted text-sm">
              <span className="sr-only">Before: </span>
              {formatPrice(originalPrice)}
            </s>
          )}
          {formatPrice(cents / 100)}
        </dd>
      </div>
      <div>
        <dt>Balance after</dt>
        <dd>
          <Coins amount={balance + coins} size={16} />
        </dd>
      </div>
    </dl>
  );
}
