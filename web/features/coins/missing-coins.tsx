// SPDX-License-Identifier: Apache-2.0

import { useQuery } from '@tanstack/react-query';
import { formatAmount, formatPrice } from '../../lib/format.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { packagesQuery } from './api.ts';
import { smallestSufficient } from './packages.ts';

/**
 * The one way to get the coins that the cart lacks: the smallest sufficient package, preselected on the page of packages,
 * which leads back afterwards.
 * @param missing GC, at least 1
 */
export function MissingCoins({ missing }: { missing: number }) {
  const { data: packages = [] } = useQuery(packagesQuery);
  const pack = smallestSufficient(packages, missing);
  return (
    <div className="mt-1 grid justify-items-start gap-3">
      {/* Keeps room for the text before it has loaded. */}
      <p className="min-h-[2lh] sm:max-xl:min-h-[1lh]">
        {pack &&
          (pack.coins >= missing
            ? `The package of ${formatAmount(pack.coins)} coins for ${formatPrice(pack.discountedPrice)} covers it.`
            : `The largest package, ${formatAmount(pack.coins)} coins for ${formatPrice(pack.discountedPrice)}, covers a part of it.`)}
      </p>
      <ButtonLink to={`/trade-coins?need=${missing}&for=cart`} kind="main" size="sm">
        Buy Coins Now
      </ButtonLink>
    </div>
  );
}
