// SPDX-License-Identifier: Apache-2.0

import { describe, expect, it } from 'vitest';
import type { CoinPackage } from '../../../contract/coins.ts';
import { minPaymentCents } from '../../../contract/payment-amounts.ts';
import { coinsNeeded, packageLabel, packageWorth, smallestSufficient } from './packages.ts';

function pack(coins: number, more: Partial<CoinPackage> = {}): CoinPackage {
  return {
    _id: `0198f000-0000-7000-8000-${String(coins).padStart(12, '0')}`,
    title: `GC_${coins}`,
    coins,
    originalPrice: coins / 100,
    discountPercentage: 0,
    discountedPrice: coins / 100,
    isActive: true,
    ...more,
  };
}

describe('packageLabel', () => {
  it('is "coins – $ original (-discount% = discounted$)"', () => {
    const discounted = pack(500, { discountPercentage: 10, discountedPrice: 4.5 });
    expect(packageLabel(discounted)).toBe('500 – $ 5.00 (-10% = 4.50$)');
    expect(packageLabel(pack(1_200, { discountPercentage: 12.5, discountedPrice: 10.5 }))).toBe(
      '1,200 – $ 12.00 (-12.5% = 10.50$)',
    );
  });

  it('speaks of no discount where there is none', () => {
    expect(packageLabel(pack(100))).toBe('100 – $ 1.00');
  });
});

describe('packageWorth', () => {
  const plain = pack(100);
  const large = pack(10_000, { discountedPrice: 80 });
  const odd = pack(500, { discountedPrice: 4.75 });

  it('is the price of a coin, and how many more there are for the money than in the dearest package', () => {
    const packages = [plain, odd, large];
    expect(packageWorth(plain, packages)).toEqual({ centsPerCoin: 1, bonusPercent: 0 });
    expect(packageWorth(odd, packages)).toEqual({ centsPerCoin: 0.95, bonusPercent: 5 });
    expect(packageWorth(large, packages)).toEqual({ centsPerCoin: 0.8, bonusPercent: 25 });
  });

  it('compares with the package that is the dearest now', () => {
    expect(packageWorth(large, [large, odd]).bonusPercent).toBe(18);
    expect(packageWorth(large, [large]).bonusPercent).toBe(0);
  });

  it('leaves what costs nothing out of the comparison', () => {
    const free = pack(50, { discountPercentage: 100, discountedPrice: 0 });
    expect(packageWorth(free, [free, plain])).toEqual({ centsPerCoin: undefined, bonusPercent: undefined });
    expect(packageWorth(large, [free, plain, large]).bonusPercent).toBe(25);
  });
});

describe('smallestSufficient', () => {
  const packages = [pack(1_000), pack(100), pack(500)];
  it.each([
    [1, 100],
    [100, 100],
    [101, 500],
    [1_000, 1_000],
    [5_000, 1_000],
  ])('for %i missing coins is the one of %i', (need, coins) => {
    expect(smallestSufficient(packages, need)?.coins).toBe(coins);
  });

  it('passes over what is too cheap for the card provider', () => {
    const tooCheap = pack(40);
    expect(smallestSufficient([tooCheap, pack(100)], 10)?.coins).toBe(100);
    expect(smallestSufficient([tooCheap], 10)).toBeUndefined();
    expect(smallestSufficient([pack(40, { discountedPrice: minPaymentCents / 100 })], 10)?.coins).toBe(40);
  });

  it('is nothing where nothing is on sale', () => expect(smallestSufficient([], 10)).toBeUndefined());
});

describe('coinsNeeded', () => {
  it.each([
    ['120', 120],
    [null, null],
    ['', null],
    ['0', null],
    ['-5', null],
    ['1.5', null],
    ['1e3', null],
    ['999999999', 999_999_999],
    ['9999999999', null],
    ['7', 7],
    ['07', null],
    [' 7', null],
    ['7x', null],
  ])('reads %s as %s', (text, coins) => expect(coinsNeeded(text)).toBe(coins));
});
