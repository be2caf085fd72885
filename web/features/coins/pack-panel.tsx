// SPDX-License-Identifier: Apache-2.0

import type { CoinPackage } from '../../../contract/coins.ts';
import { formatPrice, plural } from '../../lib/format.ts';
import { CoinGlyph, Coins } from '../../ui/coins.tsx';
import { RingMeter } from '../../ui/ring.tsx';
import { type PackLine, sumPacks } from './pack-combination.ts';

/** The chosen coins and price. The ring closes further, the closer the choice comes to the largest package. */
export function PackPanel({
  lines,
  packages,
  balance,
}: {
  lines: readonly PackLine[] | undefined;
  packages: readonly CoinPackage[];
  balance: number;
}) {
  const largest = Math.max(1, ...packages.map(({ coins }) => coins));
  // Package sizes grow in large steps, so the square root keeps small ones visible.
  const coins = lines ? sumPacks(lines).coins : 0;
  const share = Math.sqrt(coins / largest);
  return (
    <div className="grid content-center justify-items-center gap-6 bg-linear-to-b from-storm-dusk to-ink-1 px-6 py-7 max-lg:grid-cols-[auto_minmax(0,1fr)] max-lg:justify-items-stretch max-[15rem]:grid-cols-1 max-sm:gap-4 max-sm:px-5 max-sm:py-5">
      <div className="max-sm:[&_svg]:size-22 lg:[&>div>svg]:size-48">
        <RingMeter
          value={share}
          tone="gold"
          size={132}
          label={lines ? `Package of ${plural(coins, 'coin')}` : 'No package chosen'}
        >
          <CoinGlyph size={52} className="max-sm:size-9!" />
        </RingMeter>
      </div>
      <div className="grid w-full content-center gap-4 lg:justify-items-center">
        {lines ? (
          <>
            <p className="grid gap-0.5 lg:justify-items-center">
              <Coins amount={coins} counts size={30} className="text-3xl sm:text-4xl" />
              <span className="text-muted text-sm">{titleOf(lines)}</span>
            </p>
            <Costs lines={lines} balance={balance} />
          </>
        ) : (
          <p className="text-muted lg:text-center">
            <span className="block font-display font-semibold text-lg text-text">Choose a package</span>
            Every coin closes the ring further.
          </p>
        )}
      </div>
    </div>
  );
}

function titleOf(lines: readonly PackLine[]): string {
  return lines
    .map(({ pack, quantity }) => (quantity > 1 ? `${quantity} × ${pack.title}` : pack.title))
    .join(', ');
}

function Costs({ lines, balance }: { lines: readonly PackLine[]; balance: number }) {
  const { coins, cents } = sumPacks(lines);
  const originalPrice = lines.reduce((sum, { pack, quantity }) => sum + pack.originalPrice * quantity, 0);
  return (
    <dl className="grid w-full gap-2 text-sm lg:max-w-60 [&>div]:flex [&>div]:items-center [&>div]:flex-wrap [&>div]:justify-between [&>div]:gap-x-4 [&_dt]:text-muted">
      {Math.round(originalPrice * 100) > cents && (
        <div>
          <dt>Original price</dt>
          <dd>
            <s className="num text-muted">{formatPrice(originalPrice)}</s>
          </dd>
        </div>
      )}
      <div>
        <dt>You pay</dt>
        <dd className="num text-lg">{formatPrice(cents / 100)}</dd>
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
