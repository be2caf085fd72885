// SPDX-License-Identifier: Apache-2.0

import { useQuery } from '@tanstack/react-query';
import { formatAmount, formatDollars, pluralForm } from '../../lib/format.ts';
import { packagesQuery } from './api.ts';
import { cheapestPacks, type PackLine, sumPacks } from './pack-combination.ts';
import { packsInWords } from './packages.ts';

/**
 * The cheapest packages for the coins that the cart lacks.
 * @param missing GC, at least 1
 */
export function MissingCoins({ missing }: { missing: number }) {
  const { data: packages = [] } = useQuery(packagesQuery);
  const lines = cheapestPacks(packages, missing);
  // Reserves room for the text until it has loaded.
  return (
    <p className="min-h-[2lh] text-pretty sm:max-xl:min-h-[1lh]">
      {lines.length > 0 && offerText(lines, missing)}
    </p>
  );
}

function offerText(lines: readonly PackLine[], missing: number): string {
  const { coins, cents, packs } = sumPacks(lines);
  const over = coins - missing;
  const cover = `${packsInWords(lines)} ${pluralForm(packs, 'covers', 'cover')}`;
  const price = formatDollars(cents / 100);
  if (over < 0) return `${cover} part of it for ${price}.`;
  if (over === 0) return `${cover} it exactly, for ${price}.`;
  return `${cover} it for ${price}, with ${formatAmount(over)} to spare.`;
}
