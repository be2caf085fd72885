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

/** Steps of the search, whatever is on sale: a tenth of a second at most. */
const maxSteps = 500_000;

/**
 * The cheapest packages that together bring `need` coins; among equally cheap ones those that leave the least over, then
 * the fewest. Empty if nothing can be paid.
 *
 * Exact while `need`, in steps of the packages' greatest common divisor, times their number is at most `maxSteps`, and one
 * payment holds what is found. Otherwise the cheapest of that search, which takes whatever is needed beyond from the package
 * with the lowest price per coin, and of all pairs of packages. If no pair suffices: as many of the largest as one payment
 * holds.
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

/** Coins, price in cents, and number of all packages. */
export function sumPacks(lines: readonly PackLine[]): { coins: number; cents: number; packs: number } {
  const sum = { coins: 0, cents: 0, packs: 0 };
  for (const { pack, quantity } of lines) {
    sum.coins += pack.coins * quantity;
    sum.cents += toCents(pack) * quantity;
    sum.packs += quantity;
  }
  return sum;
}

/** The largest first. */
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
 * The best packages for each number of steps up to `steps`, each found from the smaller ones: costs, what is left over and
 * the number of packages add up, so the best whole consists of best parts.
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

/** A typed array is read within its bounds only. */
const at = (numbers: Float64Array | Int32Array, index: number) => numbers[index] as number;

/** The cheapest packages of at most two kinds that suffice and fit one payment; `found` if none are better than that. */
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

/** Cheaper; or as cheap, with less left over; or with fewer packages. */
function isBetter(one: readonly PackLine[], other: readonly PackLine[]): boolean {
  const [sum, than] = [sumPacks(one), sumPacks(other)];
  return (sum.cents - than.cents || sum.coins - than.coins || sum.packs - than.packs) < 0;
}

function mostOfLargest(packages: readonly CoinPackage[]): PackLine[] {
  const largest = packages.reduce((most, pack) => (pack.coins > most.coins ? pack : most));
  const quantity = Math.min(maxPacksPerPayment, Math.floor(maxPaymentCents / toCents(largest)));
  return [{ pack: largest, quantity }];
}
