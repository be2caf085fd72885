// SPDX-License-Identifier: Apache-2.0

import { describe, expect, it } from 'vitest';
import { someGiftCard } from './gift-card-fixture.ts';
import {
  getAddress,
  getResults,
  getTypes,
  isFiltered,
  type ProductSearch,
  searchFromAddress,
  sortNames,
} from './product-search.ts';

const everything: ProductSearch = { text: '', type: '', isAffordable: false, sort: 'newest', page: 1 };
const fifteen = Array.from({ length: 15 }, (_, place) =>
  someGiftCard(place + 1, { type: ['psn', 'dota', 'pubg'][place % 3] }),
);
const titles = (search: Partial<ProductSearch>, cards = fifteen) =>
  getResults(cards, { ...everything, ...search }, 100_000).shown.map(({ title }) => title);

describe('the shop', () => {
  it('counts its results, 12 per page', () => {
    expect(getResults(fifteen, everything, 0)).toMatchObject({
      summary: 'Showing 1–12 of 15 results',
      pages: 2,
      total: 15,
    });
    expect(getResults(fifteen, { ...everything, page: 2 }, 0)).toMatchObject({
      summary: 'Showing 13–15 of 15 results',
      page: 2,
    });
    expect(getResults(fifteen.slice(0, 1), everything, 0).summary).toBe('Showing 1–1 of 1 result');
    expect(getResults([], everything, 0)).toMatchObject({ summary: 'Showing 0 results', page: 1, pages: 1 });
  });

  it('shows the last page when the address names a later page', () =>
    expect(getResults(fifteen, { ...everything, page: 9 }, 0).page).toBe(2));

  it('searches title, description and type for every word', () => {
    const cards = [
      someGiftCard(1, { title: 'PlayStation $10', description: 'Store credit', type: 'psn' }),
      someGiftCard(2, { title: 'Arcana', description: 'Hero credit', type: 'dota' }),
    ];
    expect(titles({ text: 'CREDIT' }, cards)).toEqual(['Arcana', 'PlayStation $10']);
    expect(titles({ text: 'credit  psn' }, cards)).toEqual(['PlayStation $10']);
    expect(titles({ text: '$10' }, cards)).toEqual(['PlayStation $10']);
    expect(titles({ text: '$10store' }, cards)).toEqual([]);
    expect(titles({ text: 'creditdota' }, cards)).toEqual([]);
    expect(titles({ text: 'credit', type: 'dota' }, cards)).toEqual(['Arcana']);
    expect(titles({ text: 'xbox' }, cards)).toEqual([]);
  });

  it('counts the cards that the balance covers, when filtered by balance', () => {
    const search = { ...everything, isAffordable: true };
    expect(getResults(fifteen, search, 300).shown.map(({ gcCoin }) => gcCoin)).toEqual([300, 200, 100]);
    expect(getResults(fifteen, search, 299)).toMatchObject({ total: 2, pages: 1 });
    expect(getResults(fifteen, search, -5).summary).toBe('Showing 0 results');
    expect(getResults(fifteen, search, 1_400)).toMatchObject({ total: 14, pages: 2 });
  });

  it('sorts by age, price and name', () => {
    const cards = [
      someGiftCard(1, { title: 'Card 10', gcCoin: 200 }),
      someGiftCard(2, { title: 'Card 2', gcCoin: 100 }),
      someGiftCard(3, { title: 'Card 1', gcCoin: 300 }),
    ];
    expect(titles({ sort: 'newest' }, cards)).toEqual(['Card 1', 'Card 2', 'Card 10']);
    expect(titles({ sort: 'price-up' }, cards)).toEqual(['Card 2', 'Card 10', 'Card 1']);
    expect(titles({ sort: 'price-down' }, cards)).toEqual(['Card 1', 'Card 10', 'Card 2']);
    expect(titles({ sort: 'name' }, cards)).toEqual(['Card 1', 'Card 2', 'Card 10']);
  });

  it('offers the types in the data, and the type in the address', () => {
    expect(getTypes(fifteen, '')).toEqual(['dota', 'psn', 'pubg']);
    expect(getTypes(fifteen, 'steam')).toEqual(['dota', 'psn', 'pubg', 'steam']);
    expect(Object.values(sortNames)).toEqual(['Newest', 'Lowest price', 'Highest price', 'Name']);
  });
});

describe('the address of the shop', () => {
  const full: ProductSearch = {
    text: 'store credit',
    type: 'psn',
    isAffordable: true,
    sort: 'price-up',
    page: 2,
  };

  it('stores and restores the whole search, and is empty by default', () => {
    expect(searchFromAddress(getAddress(full))).toEqual(full);
    expect(getAddress(full).toString()).toBe('q=store+credit&type=psn&affordable=true&sort=price-up&page=2');
    expect(getAddress(everything).size).toBe(0);
    expect(searchFromAddress(new URLSearchParams('q=+psn+')).text).toBe('psn');
    expect(searchFromAddress(new URLSearchParams())).toEqual(everything);
  });

  it.each(['page=0', 'page=-1', 'page=1.5', 'page=x', 'sort=toString', 'sort=', 'affordable=1', 'q=%20%20'])(
    'ignores an invalid part (%s)',
    (address) => expect(searchFromAddress(new URLSearchParams(address))).toEqual(everything),
  );
});

it.each([
  ['', false],
  ['q=psn', true],
  ['type=psn', true],
  ['affordable=true', true],
  ['sort=name&page=2', false],
])('the address %j filters cards: %s', (address, isLess) => {
  expect(isFiltered(searchFromAddress(new URLSearchParams(address)))).toBe(isLess);
});
