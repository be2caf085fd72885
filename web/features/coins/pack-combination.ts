// SPDX-License-Identifier: Apache-2.0

import type { CoinPackage } from '../../../contract/coins.ts';
import {
  maxKindsPerPayment,
  maxPacksPerPayment,
  maxPaymentCents,
  minPaymentCents,
} from '../../../contract/payment-amounts.ts';
import { findBestOffer, toCents } from '../../lib/coin-price.ts';

/** A package, and how many of it. */
export interface PackLine {
  pack: CoinPackage;
  quantity: number;
}

/** Limits the search to about a tenth of a second, whatever packages are on sale. */
const maxSteps = 500_000;

/**
 * The cheapest packages that together give at least `need` coins. If several are equally cheap, prefers the fewest
 * surplus coins, then the fewest packages. Empty if no package can be paid for.
 *
 * The result is exact if the search is small enough (`maxSteps`) and the packages fit one payment. If the search would
 * be too large, the coins beyond it come from the package with the lowest price per coin, and the result is compared
 * with all pairs of packages. If no pair suffices: as many of the largest package as one payment allows.
 * @param need GC, at least 1
 */
export function cheapestPacks(packages: readonly CoinPackage[], need: number): PackLine[] {
  const payable = packages.filter((pack) => toCents(pack) >= minPaymentCents);
  const best = findBestOffer(payable);
  if (!best) return [];
  const step = payable.reduce((divisor, { coins }) => greatestDivisor(coins, divisor), 0);
  const searched = Math.floor(maxSteps / payable.length) * step;
  const beyond = Math.max(0, Math.ceil((need - searched) / best.coins));
  const counts = search(payable, Math.ceil(Math.max(0, need - beyond * best.coins) / step), step);
  counts.set(best, (counts.get(best) ?? 0) + beyond);
  const mix = toLines(counts);
  const isFitting = fitsOnePayment(mix);
  if (isFitting && beyond === 0) return mix;
  return cheapestPair(payable, need, isFitting ? mix : undefined) ?? mostOfLargest(payable);
}

/** The total coins, price in cents, and number of packages. */
export function sumPacks(lines: readonly PackLine[]): { coins: number; cents: number; packs: number } {
  const sum = { coins: 0, cents: 0, packs: 0 };
  for (const { pack, quantity } of lines) {
    sum.coins += pack.coins * quantity;
    sum.cents += toCents(pack) * quantity;
    sum.packs += quantity;
  }
  return sum;
}

/** As lines, largest package first. */
function toLines(counts: ReadonlyMap<CoinPackage, number>): PackLine[] {
  return [...counts]
    .map(([pack, quantity]) => ({ pack, quantity }))
    .filter(({ quantity }) => quantity > 0)
    .toSorted((one, other) => other.pack.coins - one.pack.coins);
}

function fitsOnePayment(lines: readonly PackLine[]): boolean {
  const { cents, packs } = sumPacks(lines);
  return lines.length <= maxKindsPerPayment && packs <= maxPacksPerPayment && cents <= maxPaymentCents;
}

function greatestDivisor(one: number, other: number): number {
  return other === 0 ? one : greatestDivisor(other, one % other);
}

/**
 * The best packages for each number of steps up to `steps`, built from smaller numbers. Costs, surplus coins and
 * package counts add up, so the best combination consists of best parts.
 */
function search(packages: readonly CoinPackage[], steps: number, step: number): Map<CoinPackage, number> {
  const offers = packages.map((pack) => ({ pack, size: pack.coins / step, cents: toCents(pack) }));
  const cost = new Float64Array(steps + 1);
  const over = new Float64Array(steps + 1);
  const count = new Int32Array(steps + 1);
  const last = new Int32Array(steps + 1);
  for (let need = 1; need <= steps; need++) {
    cost[need] = Number.POSITIVE_INFINITY;
    for (const [index, { size, cents }] of offers.entries()) {
      const before = Math.max(0, need - size);
      const difference =
        at(cost, before) + cents - at(cost, need) ||
        at(over, before) + Math.max(0, size - need) - at(over, need) ||
        at(count, before) + 1 - at(count, need);
      if (difference >= 0) continue;
      cost[need] = at(cost, before) + cents;
      over[need] = at(over, before) + Math.max(0, size - need);
      count[need] = at(count, before) + 1;
      last[need] = index;
    }
  }
  const counts = new Map<CoinPackage, number>();
  for (let need = steps; need > 0; ) {
    const { pack, size } = offers[at(last, need)] as (typeof offers)[number];
    counts.set(pack, (counts.get(pack) ?? 0) + 1);
    need -= size;
  }
  return counts;
}

/** The index is always within bounds. */
const at = (numbers: Float64Array | Int32Array, index: number) => numbers[index] as number;

/** The cheapest combination of at most two kinds that suffices and fits one payment; `found` if none is better. */
function cheapestPair(
  packages: readonly CoinPackage[],
  need: number,
  found: PackLine[] | undefined,
): PackLine[] | undefined {
  let best = found;
  let bestCents = found ? sumPacks(found).cents : maxPaymentCents;
  for (const one of packages) {
    for (const other of packages) {
      const most = one === other ? 0 : maxPacksPerPayment;
      for (let quantity = 0; quantity <= most; quantity++) {
        const rest = Math.max(0, Math.ceil((need - quantity * one.coins) / other.coins));
        const cents = quantity * toCents(one) + rest * toCents(other);
        if (quantity + rest > maxPacksPerPayment || cents > bestCents) continue;
        const pair = toLines(new Map([[one, quantity] as const, [other, rest] as const]));
        if (best && !isBetter(pair, best)) continue;
        best = pair;
        bestCents = cents;
      }
    }
  }
  return best;
}

/** Cheaper; if equal, with fewer surplus coins; then with fewer packages. */
function isBetter(one: readonly PackLine[], other: readonly PackLine[]): boolean {
  const [sum, than] = [sumPacks(one), sumPacks(other)];
  return (sum.cents - than.cents || sum.coins - than.coins || sum.packs - than.packs) < 0;
}

function mostOfLargest(packages: readonly CoinPackage[]): PackLine[] {
  const largest = packages.reduce((most, pack) => (pack.coins > most.coins ? pack : most));
  const quantity = Math.min(maxPacksPerPayment, Math.floor(maxPaymentCents / toCents(largest)));
  return [{ pack: largest, quantity }];
}
