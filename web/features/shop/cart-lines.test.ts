// SPDX-License-Identifier: Apache-2.0

import { describe, expect, it } from 'vitest';
import type { CartProblem } from '../../../contract/shop.ts';
import { cartRows, getTotals } from './cart-lines.ts';
import { someGiftCard } from './gift-card-fixture.ts';

const card = someGiftCard(1);
const inCart = (quantity: number) => [{ ...card, quantity }];
const refusal = (parts: Partial<CartProblem>): CartProblem => ({
  giftCardId: card._id,
  title: card.title,
  problem: 'sold_out',
  left: 0,
  gcCoin: card.gcCoin,
  ...parts,
});
const only = (...args: Parameters<typeof cartRows>) => cartRows(...args)[0];

describe('a row of the cart', () => {
  it('shows the current shop price, and the previous price', () => {
    expect(only(inCart(2), [{ ...card, gcCoin: 130, title: 'Renamed' }], [])).toMatchObject({
      card: { gcCoin: 130, title: 'Renamed' },
      subtotal: 260,
      priceBefore: 100,
      problem: undefined,
    });
    expect(only(inCart(2), [card], [])).toMatchObject({ subtotal: 200, priceBefore: undefined });
  });

  it('is joined with the right card of the list', () => {
    const list = [someGiftCard(2), { ...card, gcCoin: 130 }];
    expect(only(inCart(1), list, [])).toMatchObject({ card: { _id: card._id, gcCoin: 130 } });
  });

  it('keeps the stored values while the shop cannot be read', () =>
    expect(only(inCart(2), undefined, [])).toMatchObject({ subtotal: 200, problem: undefined }));

  it('reports a card that left the shop or is sold out', () => {
    expect(only(inCart(1), [], [])?.problem).toEqual({ kind: 'unavailable' });
    expect(only(inCart(1), [card], [refusal({ problem: 'unavailable' })])?.problem).toEqual({
      kind: 'unavailable',
    });
    const soldOut = { ...card, availability: 'sold_out' as const };
    expect(only(inCart(1), [soldOut], [])?.problem).toEqual({ kind: 'sold_out', left: 0 });
    // The purchase's answer is newer than the shop's list.
    expect(only(inCart(1), [soldOut], [refusal({ left: 1 })])?.problem).toBeUndefined();
  });

  it('offers the remaining cards until at most that many are requested', () => {
    const refused = [refusal({ left: 3 })];
    expect(only(inCart(5), [card], refused)?.problem).toEqual({ kind: 'sold_out', left: 3 });
    expect(only(inCart(3), [card], refused)?.problem).toBeUndefined();
    const ofAnother = [refusal({ giftCardId: someGiftCard(2)._id, problem: 'unavailable' })];
    expect(only(inCart(5), [card], ofAnother)?.problem).toBeUndefined();
  });

  it('asks to accept a price that changed during the purchase', () => {
    const row = only(inCart(2), [card], [refusal({ problem: 'price_changed', left: 9, gcCoin: 120 })]);
    expect(row).toMatchObject({
      subtotal: 240,
      problem: { kind: 'price_changed', from: 100, to: 120 },
    });
    const agreed = [{ ...card, gcCoin: 120, quantity: 2 }];
    const refused = [refusal({ problem: 'price_changed', left: 9, gcCoin: 120 })];
    expect(only(agreed, [card], refused)).toMatchObject({ subtotal: 240, problem: undefined });
  });

  it("limits the quantity to one purchase's maximum", () => {
    expect(only(inCart(51), [card], [])?.problem).toEqual({ kind: 'too_many', left: 50 });
    expect(only(inCart(50), [card], [])?.problem).toBeUndefined();
  });
});

it('adds up totals', () => {
  const items = [
    { ...card, quantity: 2 },
    { ...someGiftCard(2), quantity: 3 },
  ];
  expect(getTotals(cartRows(items, undefined, []))).toEqual({ items: 5, price: 800 });
  expect(getTotals([])).toEqual({ items: 0, price: 0 });
});
