import { describe, expect, it } from 'vitest';
import type { CoinPackage } from '../../../contract/coins.ts';
import { coinsNeeded, packageLabel, smallestSufficient } from './packages.ts';

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
    ['9999999999', null],
  ])('reads %s as %s', (text, coins) => expect(coinsNeeded(text)).toBe(coins));
});
