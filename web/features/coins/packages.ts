// SPDX-License-Identifier: Apache-2.0

import type { CoinPackage } from '../../../contract/coins.ts';
import { formatAmount, formatPrice, pluralForm } from '../../lib/format.ts';
import { cheapestPacks, type PackLine, sumPacks } from './pack-combination.ts';

/** "4.50": dollars as in the package labels, which have the sign elsewhere. */
export function plainDollars(price: number): string {
  return formatPrice(price).slice(1);
}

/**
 * "500 – $ 5.00 (-10% = 4.50$)", as in section 2.10 of the product specification; without a discount the part in brackets is
 * left out.
 */
export function packageLabel({
  coins,
  originalPrice,
  discountPercentage,
  discountedPrice,
}: CoinPackage): string {
  const label = `${formatAmount(coins)} – $ ${plainDollars(originalPrice)}`;
  return discountPercentage > 0
    ? `${label} (-${discountPercentage}% = ${plainDollars(discountedPrice)}$)`
    : label;
}

/** "2 × 1,000 + 500": the coins of each package. */
export function packsText(lines: readonly PackLine[]): string {
  return lines
    .map(({ pack, quantity }) => `${quantity > 1 ? `${quantity} × ` : ''}${formatAmount(pack.coins)}`)
    .join(' + ');
}

const smallNumbers = ['One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine'];

/** "Two packs of 1,000 coins and one of 500". */
export function packsInWords(lines: readonly PackLine[]): string {
  const parts = lines.map(({ pack: { coins }, quantity }, place) => {
    const count = smallNumbers[quantity - 1] ?? formatAmount(quantity);
    return place === 0
      ? `${count} ${pluralForm(quantity, 'pack', 'packs')} of ${formatAmount(coins)} coins`
      : `${count.toLowerCase()} of ${formatAmount(coins)}`;
  });
  const last = parts.pop() ?? '';
  return parts.length > 0 ? `${parts.join(', ')} and ${last}` : last;
}

/** One choice: a package, or several in one payment. */
export interface PackOption {
  key: string;
  lines: readonly PackLine[];
  /** Why several packages are offered as one choice. */
  badge?: 'Cheapest' | 'Your unfinished order';
}

/** Packages in the form of `POST /transaction/create-intent`. */
export interface OrderedPackages {
  packageId?: string | undefined;
  packages?: readonly { packageId: string; quantity: number }[] | undefined;
}

export function toOrdered(lines: readonly PackLine[]): OrderedPackages {
  const packages = lines.map(({ pack, quantity }) => ({ packageId: pack._id, quantity }));
  const [first] = packages;
  return packages.length === 1 && first?.quantity === 1 ? { packageId: first.packageId } : { packages };
}

/** Equal for the same packages. */
export function orderKey({ packageId, packages }: OrderedPackages): string {
  return packageId ?? (packages ?? []).map((each) => `${each.quantity}*${each.packageId}`).join('+');
}

export function toOption(lines: readonly PackLine[]): PackOption {
  return { key: orderKey(toOrdered(lines)), lines };
}

/** The lines of an earlier order; undefined if a package isn't on sale any more. */
export function findLines(
  { packageId, packages }: OrderedPackages,
  onSale: readonly CoinPackage[],
): PackLine[] | undefined {
  const ordered = packages ?? (packageId ? [{ packageId, quantity: 1 }] : []);
  const lines = ordered.flatMap(({ packageId: wanted, quantity }) => {
    const pack = onSale.find(({ _id }) => _id === wanted);
    return pack ? [{ pack, quantity }] : [];
  });
  return lines.length > 0 && lines.length === ordered.length ? lines : undefined;
}

/** Whether the surplus coins don't exceed the missing ones. Only then may it be preselected. */
export function isFitting(lines: readonly PackLine[], need: number): boolean {
  return lines.length > 0 && sumPacks(lines).coins - need <= need;
}

/**
 * The choices: the cheapest packages for the missing coins, the unfinished order, and each single package. A choice
 * with more surplus coins than missing ones is never preselected.
 * @param missing GC, or null if unknown
 */
export function getOptions(
  packages: readonly CoinPackage[],
  missing: number | null,
  ordered: OrderedPackages | null,
): { options: readonly PackOption[]; preferred: string | undefined } {
  const cheapest = missing === null ? [] : cheapestPacks(packages, missing);
  const earlier = (ordered && findLines(ordered, packages)) ?? [];
  const isCovered = missing !== null && sumPacks(cheapest).coins >= missing;
  const offered: PackOption[] = [
    { ...toOption(cheapest), ...(isCovered && { badge: 'Cheapest' }) },
    { ...toOption(earlier), badge: 'Your unfinished order' },
  ];
  const singles = packages.map((pack) => toOption([{ pack, quantity: 1 }]));
  // Single packages are already in the list.
  const several = offered.filter(({ lines }) => sumPacks(lines).packs > 1);
  const chosen = [earlier, cheapest].find((lines) =>
    missing === null ? lines.length > 0 : isFitting(lines, missing),
  );
  return {
    options: [
      ...several.filter(({ key }, place) => several.findIndex((other) => other.key === key) === place),
      ...singles,
    ],
    preferred: chosen && toOption(chosen).key,
  };
}

/** `?need=120` in the address: the missing GC, or null. */
export function coinsNeeded(text: string | null): number | null {
  return text !== null && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null;
}
