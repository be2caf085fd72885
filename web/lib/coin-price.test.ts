// SPDX-License-Identifier: Apache-2.0

import { describe, expect, it } from 'vitest';
import { findBestOffer, toDollars } from './coin-price.ts';

const pack = (coins: number, discountedPrice: number) => ({ coins, discountedPrice });
const [small, large] = [pack(1_000, 9), pack(10_000, 80)];

describe('findBestOffer', () => {
  it('finds the lowest price per coin, whatever the order', () => {
    expect(findBestOffer([small, large])).toBe(large);
    expect(findBestOffer([large, small])).toBe(large);
  });

  it('skips packages that cannot be paid by card', () => {
    expect(findBestOffer([pack(100, 0), pack(100, 0.49), small])).toBe(small);
    expect(findBestOffer([pack(100, 0.5), small])).toEqual(pack(100, 0.5));
    expect(findBestOffer([pack(100, 0)])).toBeUndefined();
    expect(findBestOffer([])).toBeUndefined();
  });
});

describe('toDollars', () => {
  it.each([
    [2_000, 16],
    [1_950, 15.6],
    [1, 0.01],
    [260, 2.08],
    [0, 0],
  ])('prices %i coins at $%d, when 10,000 cost $80', (coins, dollars) =>
    expect(toDollars(coins, large)).toBe(dollars),
  );

  it('rounds up to the cent', () => expect(toDollars(101, pack(300, 1))).toBe(0.34));
});
