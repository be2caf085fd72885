// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { expect, it } from 'vitest';
import { startAuditedShop } from '../../../../tests/support/audited-shop.ts';
import { openForTests } from '../../../../tests/support/open-for-tests.ts';
import type { Shopper } from '../../../../tests/support/shop.ts';

const shop = openForTests(startAuditedShop);

const buyOne = async ({ token }: Shopper, id: string, key: string = randomUUID()) => {
  const url = `/gift-card/buy-gift-card/${id}`;
  const answer = await shop.test.call({ method: 'POST', url, token, key });
  return { status: answer.statusCode, ...answer.json() };
};

it('buys one card at its current price', async () => {
  const player = await shop.shopper();
  const { status, data } = await buyOne(player, await shop.card({ gcCoin: 333 }));
  expect([status, data.totalGcCoin, data.purchases.length]).toEqual([200, 333, 1]);
  expect(await shop.gamerCoins(player)).toBe(667);
});

it('refuses an unknown, off-sale, sold-out or too expensive card', async () => {
  const player = await shop.shopper();
  expect(await buyOne(player, randomUUID())).toMatchObject({ code: 'not_found' });
  expect(await buyOne(player, 'x')).toMatchObject({ code: 'invalid_request' });
  expect(await buyOne(player, await shop.card({ isActive: false }))).toMatchObject({
    code: 'gift_card_unavailable',
  });
  expect(await buyOne(player, await shop.card({ title: 'Scarce', codes: 0 }))).toMatchObject({
    ...{ status: 409, code: 'gift_card_unavailable' },
    message: 'Nothing was bought: "Scarce" is sold out. No coins were taken. Choose another card.',
  });
  expect(await buyOne(player, await shop.card({ gcCoin: 1001 }))).toMatchObject({
    code: 'insufficient_coins',
  });
});

it('replays the first order after the card is deleted, and refuses its key for another order', async () => {
  const player = await shop.shopper();
  const [card, key] = [await shop.card(), randomUUID()];
  const bought = await buyOne(player, card, key);
  await shop.test.db.run(sql`update gift_cards set deleted_at = now() where id = ${card}`);
  expect(await buyOne(player, card, key)).toEqual(bought);
  expect(await buyOne(player, randomUUID(), key)).toMatchObject({ code: 'idempotency_key_reused' });
  expect(await buyOne(player, card)).toMatchObject({ code: 'not_found' });
  expect(await shop.gamerCoins(player)).toBe(900);
});
