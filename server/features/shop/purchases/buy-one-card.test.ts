// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Shopper, type ShopTest, startShopTest } from '../../../../tests/support/shop.ts';
import { auditLedger } from '../../../audit.ts';

let shop: ShopTest;
beforeAll(async () => {
  shop = await startShopTest();
});
afterAll(async () => {
  const { proofs } = await auditLedger(shop.test.db);
  expect(proofs.flatMap(({ breaches }) => breaches)).toEqual([]);
  await shop.close();
});

const buyOne = async ({ token }: Shopper, id: string) => {
  const url = `/gift-card/buy-gift-card/${id}`;
  const answer = await shop.test.call({ method: 'POST', url, token, key: randomUUID() });
  return { status: answer.statusCode, ...answer.json() };
};

it('buys one at its present price', async () => {
  const player = await shop.shopper();
  const { status, data } = await buyOne(player, await shop.card({ gcCoin: 333 }));
  expect([status, data.totalGcCoin, data.purchases.length]).toEqual([200, 333, 1]);
  expect(await shop.gamerCoins(player)).toBe(667);
});

it('refuses what does not exist, is not on sale, sold out or too dear', async () => {
  const player = await shop.shopper();
  expect(await buyOne(player, randomUUID())).toMatchObject({ code: 'not_found' });
  expect(await buyOne(player, 'x')).toMatchObject({ code: 'invalid_request' });
  expect(await buyOne(player, await shop.card({ isActive: false }))).toMatchObject({
    code: 'cart_changed',
  });
  expect(await buyOne(player, await shop.card({ codes: 0 }))).toMatchObject({ code: 'cart_changed' });
  expect(await buyOne(player, await shop.card({ gcCoin: 1001 }))).toMatchObject({
    code: 'insufficient_coins',
  });
});
