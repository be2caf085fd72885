// SPDX-License-Identifier: Apache-2.0

import { type CoinPackage, coinsApi } from '../../contract/coins.ts';
import { minPaymentCents } from '../../contract/payment-amounts.ts';
import { call } from './api.ts';
import { publicData } from './public-data.ts';

export type Offer = Pick<CoinPackage, 'coins' | 'discountedPrice'>;

const refreshMs = 300_000;

const { useData: usePackages } = publicData<readonly Offer[]>(
  () => call(coinsApi.packages, {}, { quiet: true }),
  { refreshMs },
);

/** The package on sale with the lowest price per coin, among those that can be paid by card. */
export function findBestOffer<O extends Offer>(packages: readonly O[]): O | undefined {
  const [first, ...others] = packages.filter((each) => toCents(each) >= minPaymentCents);
  return others.reduce<O | undefined>(
    (best, each) => (best && toCents(each) * best.coins < toCents(best) * each.coins ? each : best),
    first,
  );
}

/**
 * The dollar price of coins at the best offer, rounded up to the cent so that it never promises less.
 * @param coins GC
 */
export function toDollars(coins: number, best: Offer): number {
  return Math.ceil((coins * toCents(best)) / best.coins) / 100;
}

/** A price in dollars as whole cents. */
export function toCents({ discountedPrice }: Offer): number {
  return Math.round(discountedPrice * 100);
}

/** The package on sale with the lowest price per coin; undefined while loading, and if nothing is on sale. */
export function useBestOffer(): Offer | undefined {
  return findBestOffer(usePackages() ?? []);
}
