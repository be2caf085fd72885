import type { CoinPackage } from '../../../contract/coins.ts';
import { formatAmount } from '../../lib/format.ts';

/** "4.50": dollars as the labels of the packages write them. */
function dollars(price: number): string {
  return price.toFixed(2);
}

/**
 * "500 – $ 5.00 (-10% = 4.50$)", as the product specification writes it in section 2.10; where nothing is taken off,
 * the part about the discount is left out.
 */
export function packageLabel({
  coins,
  originalPrice,
  discountPercentage,
  discountedPrice,
}: CoinPackage): string {
  const label = `${formatAmount(coins)} – $ ${dollars(originalPrice)}`;
  return discountPercentage > 0 ? `${label} (-${discountPercentage}% = ${dollars(discountedPrice)}$)` : label;
}

/** The smallest package that brings at least `coins`; the largest where none does, since several may be bought. */
export function smallestSufficient(packages: readonly CoinPackage[], coins: number): CoinPackage | undefined {
  const bySize = packages.toSorted((one, other) => one.coins - other.coins);
  return bySize.find((each) => each.coins >= coins) ?? bySize.at(-1);
}

/** `?need=120` of the address: GC that are missing for something, or null. */
export function coinsNeeded(text: string | null): number | null {
  return text !== null && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null;
}
