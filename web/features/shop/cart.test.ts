// SPDX-License-Identifier: Apache-2.0

import { describe, expect, it } from 'vitest';
import { type CartItem, cartReducer, countItems, wholeQuantity, withoutBought } from './cart.ts';
import { someGiftCard } from './gift-card-fixture.ts';

const one = someGiftCard(1);
const two = someGiftCard(2);
const cart: readonly CartItem[] = [
  { ...one, quantity: 2 },
  { ...two, quantity: 1 },
];
const quantities = (items: readonly CartItem[]) => items.map(({ title, quantity }) => [title, quantity]);

describe('the cart', () => {
  it('appends a new card with the given quantity or 1', () => {
    const items = cartReducer(cartReducer([], { type: 'add', card: one }), {
      type: 'add',
      card: two,
      quantity: 3,
    });
    expect(quantities(items)).toEqual([
      ['Card 1', 1],
      ['Card 2', 3],
    ]);
  });

  it('increases the quantity by the given one or 1, at the latest price', () => {
    const more = cartReducer(cart, { type: 'add', card: { ...one, gcCoin: 120 }, quantity: 4 });
    expect(more[0]).toMatchObject({ quantity: 6, gcCoin: 120 });
    expect(quantities(cartReducer(cart, { type: 'add', card: two }))).toEqual([
      ['Card 1', 2],
      ['Card 2', 2],
    ]);
  });

  it('stops increasing at the largest exact number', () => {
    const most = cartReducer(cart, { type: 'update', id: one._id, quantity: Number.MAX_SAFE_INTEGER });
    const more = cartReducer(most, { type: 'add', card: one });
    expect(more[0]?.quantity).toBe(Number.MAX_SAFE_INTEGER);
  });

  it('removes, sets and clears', () => {
    expect(quantities(cartReducer(cart, { type: 'remove', id: one._id }))).toEqual([['Card 2', 1]]);
    expect(cartReducer(cart, { type: 'remove', id: 'unknown' })).toEqual(cart);
    expect(quantities(cartReducer(cart, { type: 'set', items: [{ ...two, quantity: -4 }] }))).toEqual([
      ['Card 2', 1],
    ]);
    expect(cartReducer(cart, { type: 'clear' })).toEqual([]);
  });

  it('accepts a new quantity only above 0, and only for its own cards', () => {
    const update = (id: string, quantity: number) =>
      quantities(cartReducer(cart, { type: 'update', id, quantity }))[0];
    expect(update(one._id, 7)).toEqual(['Card 1', 7]);
    for (const quantity of [0, -1, Number.NaN]) expect(update(one._id, quantity)).toEqual(['Card 1', 2]);
    expect(quantities(cartReducer(cart, { type: 'update', id: 'unknown', quantity: 7 }))).toEqual(
      quantities(cart),
    );
  });

  it.each([
    ['abc', 1],
    ['', 1],
    ['0', 1],
    ['-3', 1],
    ['2.9', 2],
    ['12', 12],
    ['1000000', 1_000_000],
    ['1', 1],
    ['9007199254740993', Number.MAX_SAFE_INTEGER],
    ['1e999', 1],
    [Number.NaN, 1],
  ])('reads %j as the quantity %i', (text, quantity) => expect(wholeQuantity(text)).toBe(quantity));

  it('counts every card it contains', () => expect(countItems(cart)).toBe(3));

  it('keeps cards that were added during a purchase', () => {
    expect(withoutBought(cart, [{ giftCardId: one._id, quantity: 2 }])).toEqual([cart[1]]);
    const rest = withoutBought(cart, [
      { giftCardId: one._id, quantity: 1 },
      { giftCardId: two._id, quantity: 5 },
    ]);
    expect(rest).toEqual([{ ...one, quantity: 1 }]);
  });
});
