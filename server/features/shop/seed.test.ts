// SPDX-License-Identifier: Apache-2.0

import { expect, it } from 'vitest';
import { openForTests } from '../../../tests/support/open-for-tests.ts';
import { startShopTest } from '../../../tests/support/shop.ts';
import { seedShop } from './seed.ts';

const shop = openForTests(startShopTest);

it('seeds the demo once with cards of every kind, each with a picture', async () => {
  const seed = () => shop.test.db.transaction((tx) => seedShop(tx, shop.deps));
  await seed();
  await seed();
  const player = await shop.shopper();
  const cards = await shop.list(player);
  const count = (availability: string) => cards.filter((card) => card.availability === availability).length;
  expect([count('in_stock'), count('sold_out'), count('by_hand'), cards.length]).toEqual([15, 1, 1, 17]);
  expect(cards.map(({ type }) => type)).toEqual(expect.arrayContaining(['psn', 'dota', 'pubg']));
  expect(new Set(cards.map(({ image }) => image)).size).toBe(17);
  for (const { image } of cards) {
    const file = await shop.test.app.http.inject(`/media/${image}-320.webp`);
    expect([file.statusCode, file.headers['content-type']]).toEqual([200, 'image/webp']);
  }
  const [first] = cards;
  const url = `/gift-card/buy-gift-card/${first?._id}`;
  const key = 'buys-a-demo-card';
  const bought = await shop.test.call({ method: 'POST', url, token: player.token, key });
  const { hashCode } = await shop.reveal(player, bought.json().data.purchases[0]._id);
  expect(hashCode).toMatch(/^DEMO-PSN-[0-9A-F]{4}-[0-9A-F]{4}$/);
});
