// SPDX-License-Identifier: Apache-2.0

import type { ReactNode } from 'react';
import type { CoinPackage } from '../../../contract/coins.ts';
import { plural } from '../../lib/format.ts';
import { CoinGlyph, Coins } from '../../ui/coins.tsx';
import { RingMeter } from '../../ui/ring.tsx';
import { type PackLine, sumPacks } from './pack-combination.ts';

/**
 * The order: the chosen coins and the balance afterwards. The button says the price. The ring closes further, the closer
 * the choice comes to the largest package.
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
    <div className="grid gap-5 [&>*]:min-w-0">
      <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
        <RingMeter
          value={share}
          tone="gold"
          size={88}
          label={lines ? `Package of ${plural(coins, 'coin')}` : 'No package chosen'}
        >
          <CoinGlyph size={36} />
        </RingMeter>
        <p className="grid gap-0.5">
          <span className="text-muted text-sm">{lines ? 'You get' : 'Your balance'}</span>
          <Coins
            key={lines ? 'order' : 'balance'}
            amount={lines ? coins : balance}
            counts
            className="text-3xl [&>svg]:hidden"
          />
          {lines && (
            <span className="flex flex-wrap items-baseline gap-x-2 text-muted text-sm">
              Balance after <Coins amount={balance + coins} size={14} />
            </span>
          )}
        </p>
      </div>
      {children}
    </div>
  );
}
