// SPDX-License-Identifier: Apache-2.0

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CoinPackage } from '../../../contract/coins.ts';
import { maxPacksPerPayment, maxPaymentCents } from '../../../contract/payment-amounts.ts';
import { cheapestPacks, sumPacks } from './pack-combination.ts';

function pack(coins: number, cents: number): CoinPackage {
  const price = cents / 100;
  return {
    _id: `${coins} for ${cents}`,
    title: `GC_${coins}`,
    coins,
    originalPrice: price,
    discountPercentage: 0,
    discountedPrice: price,
    isActive: true,
  };
}

const found = (packages: readonly CoinPackage[], need: number) =>
  cheapestPacks(packages, need).map(({ pack: { coins }, quantity }) => `${quantity} x ${coins}`);

const demo = [pack(100, 100), pack(500, 475), pack(1_000, 900), pack(10_000, 8_000)];

describe('cheapestPacks', () => {
  it.each([
    [1_950, ['2 x 1000']],
    [101, ['2 x 100']],
    [1_400, ['1 x 1000', '4 x 100']],
    [1_450, ['1 x 1000', '1 x 500']],
    [8_890, ['1 x 10000']],
    [40, ['1 x 100']],
  ])('covers %i missing coins with %j', (need, packs) => expect(found(demo, need)).toEqual(packs));

  it('offers nothing when no package can be paid by card', () => {
    expect(found([], 10)).toEqual([]);
    expect(found([pack(40, 49), pack(50, 0)], 10)).toEqual([]);
    expect(found([pack(40, 50)], 10)).toEqual(['1 x 40']);
  });

  it('respects the limits of one payment', { tags: ['long'] }, () => {
    expect(found([pack(100, 100), pack(10_000, 12_000)], 10_001)).toEqual(['1 x 10000', '1 x 100']);
    const cheapSmall = [pack(100, 70), ...demo.slice(1)];
    expect(found(cheapSmall, 10_500)).toEqual(['1 x 1000', '95 x 100']);
    expect(found([pack(100, 100)], 999_999_999)).toEqual([`${maxPacksPerPayment} x 100`]);
    const dear = cheapestPacks([pack(100, 60_000_000)], 150);
    expect(sumPacks(dear)).toEqual({ coins: 100, cents: 60_000_000, packs: 1 });
    expect(maxPaymentCents).toBeLessThan(120_000_000);
  });

  it('does not choose a far larger package for its price per coin', () => {
    const odd = [pack(101, 91), pack(1_009, 908), pack(5_003, 4_503), pack(10_007, 9_006)];
    const { coins, cents } = sumPacks(cheapestPacks([...odd, pack(1_000_000, 500_000)], 100_500));
    expect(coins).toBeGreaterThanOrEqual(100_500);
    expect(cents).toBeLessThanOrEqual(90_515);
  });

  it('costs no more than any pair allowed in one payment, whatever is on sale', { tags: ['long'] }, () => {
    const packs = fc.array(
      fc.tuple(fc.integer({ min: 1, max: 100_000 }), fc.integer({ min: 50, max: 100_000 })),
      { minLength: 2, maxLength: 5 },
    );
    fc.assert(
      fc.property(packs, fc.integer({ min: 1, max: 2_000_000 }), (offers, need) => {
        const packages = offers.map(([coins, cents]) => pack(coins, cents));
        const { coins, cents } = sumPacks(cheapestPacks(packages, need));
        for (const [largeCoins, largeCents] of offers) {
          for (const [smallCoins, smallCents] of offers) {
            for (let quantity = 0; quantity <= maxPacksPerPayment; quantity++) {
              const rest = Math.max(0, Math.ceil((need - quantity * largeCoins) / smallCoins));
              const price = quantity * largeCents + rest * smallCents;
              if (quantity + rest > maxPacksPerPayment || price > maxPaymentCents) continue;
              if (coins < need || cents > price)
                throw new Error(`${quantity} and ${rest} for ${price} cents`);
            }
          }
        }
      }),
      { numRuns: 50 },
    );
  });

  it('is the cheapest combination, and of equally cheap ones the one with the least surplus, then the fewest packages', () => {
    const packs = fc.array(fc.tuple(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 50, max: 60 })), {
      minLength: 1,
      maxLength: 4,
    });
    fc.assert(
      fc.property(
        packs,
        fc.integer({ min: 1, max: 14 }),
        fc.constantFrom(1, 7, 100),
        (offers, need, scale) => {
          const packages = offers.map(([coins, cents]) => pack(coins * scale, cents));
          const { coins, cents, packs } = sumPacks(cheapestPacks(packages, need * scale));
          expect(coins).toBeGreaterThanOrEqual(need * scale);
          expect([cents, coins, packs]).toEqual(bestOfAll(packages, need * scale));
        },
      ),
    );
  });

  it('covers the missing coins, whatever is on sale and however many are missing', () => {
    const packs = fc.array(
      fc.tuple(fc.integer({ min: 1, max: 1_000_000_000 }), fc.integer({ min: 50, max: 1_000_000 })),
      { minLength: 1, maxLength: 30 },
    );
    fc.assert(
      fc.property(packs, fc.integer({ min: 1, max: 999_999_999 }), (offers, need) => {
        const packages = offers.map(([coins, cents]) => pack(coins, cents));
        const sum = sumPacks(cheapestPacks(packages, need));
        expect(sum.packs).toBeLessThanOrEqual(maxPacksPerPayment);
        expect(sum.cents).toBeLessThanOrEqual(maxPaymentCents);
        const most = Math.max(...packages.map(({ coins }) => coins)) * maxPacksPerPayment;
        if (most >= need) expect(sum.coins).toBeGreaterThanOrEqual(need);
      }),
      { numRuns: 30 },
    );
  });
});

/** Cents, coins and number of the best combination, found by trying all up to the needed coins. */
function bestOfAll(packages: readonly CoinPackage[], need: number): number[] {
  let best = [Number.POSITIVE_INFINITY, 0, 0];
  const isBetter = (one: number[]) => {
    const place = one.findIndex((figure, index) => figure !== best[index]);
    return place >= 0 && (one[place] as number) < (best[place] as number);
  };
  (function add(from: number, coins: number, cents: number, packs: number): void {
    if (cents > (best[0] as number)) return;
    if (coins >= need) {
      if (isBetter([cents, coins, packs])) best = [cents, coins, packs];
      return;
    }
    for (const [index, { coins: more, discountedPrice }] of packages.entries()) {
      if (index >= from) add(index, coins + more, cents + Math.round(discountedPrice * 100), packs + 1);
    }
  })(0, 0, 0, 0);
  return best;
}
