// SPDX-License-Identifier: Apache-2.0

import { describe, expect, it } from 'vitest';
import type { CoinPackage } from '../../../contract/coins.ts';
import {
  coinsNeeded,
  findLines,
  getOptions,
  isFitting,
  type OrderedPackages,
  orderKey,
  packageLabel,
  packsInWords,
  packsText,
  toOrdered,
} from './packages.ts';

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

  it('mentions no discount when there is none', () => {
    expect(packageLabel(pack(100))).toBe('100 – $ 1.00');
  });
});

describe('orders', () => {
  const [small, large] = [pack(500), pack(1_000)];
  const single = [{ pack: small, quantity: 1 }];
  const several = [
    { pack: large, quantity: 2 },
    { pack: small, quantity: 1 },
  ];

  it('name one package like the product specification, and several with their quantities', () => {
    expect(toOrdered(single)).toEqual({ packageId: small._id });
    expect(toOrdered(several)).toEqual({
      packages: [
        { packageId: large._id, quantity: 2 },
        { packageId: small._id, quantity: 1 },
      ],
    });
  });

  it('differ by packages and quantities', () => {
    const keys = [single, several, [{ pack: small, quantity: 2 }]].map((lines) => orderKey(toOrdered(lines)));
    expect(new Set(keys).size).toBe(3);
  });

  it('are found again while all their packages are on sale', () => {
    expect(findLines(toOrdered(several), [small, large])).toEqual(several);
    expect(findLines(toOrdered(single), [small])).toEqual(single);
    expect(findLines(toOrdered(several), [large])).toBeUndefined();
    expect(findLines({}, [large])).toBeUndefined();
  });

  it('are written as the coins of each package', () => {
    expect(packsText(several)).toBe('2 × 1,000 + 500');
    expect(packsText(single)).toBe('500');
  });

  it('are written in words', () => {
    expect(packsInWords(several)).toBe('Two packs of 1,000 coins and one of 500');
    expect(packsInWords(single)).toBe('One pack of 500 coins');
    expect(packsInWords([...several, { pack: pack(100), quantity: 12 }])).toBe(
      'Two packs of 1,000 coins, one of 500 and 12 of 100',
    );
  });

  it('count as fitting when their surplus is at most the missing amount', () => {
    expect(isFitting(single, 250)).toBe(true);
    expect(isFitting(single, 249)).toBe(false);
    expect(isFitting([], 249)).toBe(false);
  });
});

describe('getOptions', () => {
  const [small, large] = [pack(100), pack(1_000, { discountedPrice: 9 })];
  const onSale = [small, large];
  const twoLarge = toOrdered([{ pack: large, quantity: 2 }]);
  const read = (missing: number | null, ordered: OrderedPackages | null) => {
    const { options, preferred } = getOptions(onSale, missing, ordered);
    const chosen = options.find(({ key }) => key === preferred);
    return {
      several: options.flatMap(({ lines, badge }) => (badge ? [`${badge}: ${packsText(lines)}`] : [])),
      count: options.length,
      chosen: chosen && packsText(chosen.lines),
    };
  };

  it('are the cheapest packages for what is missing, then each package', () => {
    expect(read(1_950, null)).toEqual({ several: ['Cheapest: 2 × 1,000'], count: 3, chosen: '2 × 1,000' });
    expect(read(40, null)).toEqual({ several: [], count: 2, chosen: undefined });
    expect(read(null, null)).toEqual({ several: [], count: 2, chosen: undefined });
  });

  it('include an unfinished order, selected unless its surplus exceeds the missing amount', () => {
    const several = ['Your unfinished order: 2 × 1,000'];
    expect(read(null, twoLarge)).toEqual({ several, count: 3, chosen: '2 × 1,000' });
    expect(read(100, twoLarge)).toEqual({ several, count: 3, chosen: '100' });
    expect(read(1_000, twoLarge)).toEqual({ several, count: 3, chosen: '2 × 1,000' });
    expect(read(40, twoLarge)).toEqual({ several, count: 3, chosen: undefined });
    expect(read(null, toOrdered([{ pack: small, quantity: 1 }]))).toEqual({
      several: [],
      count: 2,
      chosen: '100',
    });
  });

  it('call an unfinished order the cheapest when it is', () => {
    expect(read(1_950, twoLarge)).toEqual({
      several: ['Cheapest: 2 × 1,000'],
      count: 3,
      chosen: '2 × 1,000',
    });
  });

  it('never call a partial cover the cheapest', () => {
    expect(read(500_000, null)).toEqual({ several: [], count: 3, chosen: '100 × 1,000' });
  });
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
