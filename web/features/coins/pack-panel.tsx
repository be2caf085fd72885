// SPDX-License-Identifier: Apache-2.0

import type { CoinPackage } from '../../../contract/coins.ts';
import { formatAmount, formatPrice } from '../../lib/format.ts';
import { CoinGlyph, Coins } from '../../ui/coins.tsx';
import { RingMeter } from '../../ui/ring.tsx';
import { Badge } from '../../ui/status.tsx';

/** The coins and the price of the chosen package: the larger it is among all, the further its ring closes. */
export function PackPanel({
  pack,
  packages,
  balance,
}: {
  pack: CoinPackage | undefined;
  packages: readonly CoinPackage[];
  balance: number;
}) {
  const largest = Math.max(1, ...packages.map(({ coins }) => coins));
  // Package sizes grow in leaps: the square root keeps small ones from looking like nothing.
  const share = pack ? Math.sqrt(pack.coins / largest) : 0;
  return (
    <div className="grid content-center justify-items-center gap-6 bg-linear-to-b from-storm-dusk to-ink-1 px-6 py-7 max-lg:grid-cols-[auto_minmax(0,1fr)] max-lg:justify-items-stretch max-[15rem]:grid-cols-1 max-sm:gap-4 max-sm:px-5 max-sm:py-5">
      <div className="max-sm:[&_svg]:size-22 lg:[&>div>svg]:size-48">
        <RingMeter
          value={share}
          tone="gold"
          size={132}
          label={pack ? `Package of ${formatAmount(pack.coins)} coins` : 'No package chosen'}
        >
          <CoinGlyph size={52} className="max-sm:size-9!" />
        </RingMeter>
      </div>
      <div className="grid w-full content-center gap-4 lg:justify-items-center">
        {pack ? (
          <>
            <p className="grid gap-0.5 lg:justify-items-center">
              <Coins amount={pack.coins} counts size={30} className="text-3xl sm:text-4xl" />
              <span className="text-muted text-sm">{pack.title}</span>
            </p>
            <Costs pack={pack} balance={balance} />
          </>
        ) : (
          <p className="text-muted lg:text-center">
            <span className="block font-display font-semibold text-lg text-text">Choose a package</span>
            The ring closes further with every coin.
          </p>
        )}
      </div>
    </div>
  );
}

function Costs({ pack, balance }: { pack: CoinPackage; balance: number }) {
  const isDiscounted = pack.discountPercentage > 0;
  return (
    <dl className="grid w-full gap-2 text-sm lg:max-w-60 [&>div]:flex [&>div]:items-center [&>div]:flex-wrap [&>div]:justify-between [&>div]:gap-x-4 [&_dt]:text-muted">
      {isDiscounted && (
        <div>
          <dt>Original price</dt>
          <dd className="flex items-center gap-2">
            <s className="num text-muted">{formatPrice(pack.originalPrice)}</s>
            <Badge tone="gold">-{pack.discountPercentage}%</Badge>
          </dd>
        </div>
      )}
      <div>
        <dt>You pay</dt>
        <dd className="num text-lg">{formatPrice(pack.discountedPrice)}</dd>
      </div>
      <div>
        <dt>Balance afterwards</dt>
        <dd>
          <Coins amount={balance + pack.coins} size={16} />
        </dd>
      </div>
    </dl>
  );
}
