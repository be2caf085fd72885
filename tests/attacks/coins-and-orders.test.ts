// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import { beforeAll, expect } from 'vitest';
import { openForTests } from '../support/open-for-tests.ts';
import { line, type Shopper, startShopTest } from '../support/shop.ts';
import { attack, keepJournal, onlySomeOf } from './attack.ts';

const journal = keepJournal();
const shop = openForTests(() => startShopTest({ log: journal.log }));
let thief: Shopper;
beforeAll(async () => {
  thief = await shop.shopper({ gamerCoins: 150 });
});

const checkout = (items: unknown, { by = thief, key = randomUUID(), more = {} } = {}) =>
  shop.test.call({
    method: 'POST',
    url: '/cart/checkout',
    token: by.token,
    key,
    payload: { items, ...more } as object,
  });

/** Expects that neither codes nor coins were taken. */
async function expectUntouched(card: string, codes = 3, coins = 150): Promise<void> {
  expect([await shop.stock(card), await shop.gamerCoins(thief)]).toEqual([codes, coins]);
}

attack('2.2.1', 'gain coins by buying a negative number of cards', async () => {
  const card = await shop.card();
  const refusal = await journal.refused(await checkout([line(card, -1)]), 'invalid_request');
  await expectUntouched(card);
  return refusal;
});

attack('2.2.1', 'buy a fraction of a card for a fraction of its price', async () => {
  const card = await shop.card();
  const refusal = await journal.refused(await checkout([line(card, 0.01)]), 'invalid_request');
  await expectUntouched(card);
  return refusal;
});

attack('15.3.5', 'pass text, lists or objects as numbers', async () => {
  const card = await shop.card();
  let refusal = '';
  for (const quantity of ['1', '1e0', [1], { valueOf: 1 }, true, null]) {
    const answer = await checkout([{ giftCardId: card, quantity, gcCoin: 100 }]);
    refusal = await journal.refused(answer, 'invalid_request');
  }
  await expectUntouched(card);
  return refusal;
});

attack('1.4.2', 'make a total overflow to a small number', async () => {
  const card = await shop.card();
  const answer = await checkout([line(card, Number.MAX_SAFE_INTEGER)]);
  const refusal = await journal.refused(answer, 'invalid_request');
  await expectUntouched(card);
  return refusal;
});

attack('2.2.2', 'pay a price set by the client', async () => {
  const card = await shop.card();
  const refusal = await journal.refused(await checkout([line(card, 1, 1)]), 'cart_changed');
  await expectUntouched(card);
  return refusal;
});

attack('2.3.2', 'buy for more coins than the balance', async () => {
  const card = await shop.card();
  const refusal = await journal.refused(await checkout([line(card, 2)]), 'insufficient_coins');
  await expectUntouched(card);
  return refusal;
});

attack('2.2.3', 'list one card twice under different spellings of its id', async () => {
  const card = await shop.card();
  const answer = await checkout([line(card), line(card.toUpperCase())]);
  const refusal = await journal.refused(answer, 'invalid_request');
  await expectUntouched(card);
  return refusal;
});

attack('2.3.1', 'buy a card that is not on sale', async () => {
  const card = await shop.card({ isActive: false });
  const refusal = await journal.refused(await checkout([line(card)]), 'cart_changed');
  await expectUntouched(card);
  return refusal;
});

attack('15.3.3', 'set balance, owner and price through extra fields of the order', async () => {
  const card = await shop.card();
  const poor = await shop.shopper({ gamerCoins: 1 });
  const more = { gamerCoins: 1_000_000, playerId: thief.id, total: 0, isAdmin: true };
  const answer = await checkout([{ ...line(card), total: 0 }], { by: poor, more });
  const refusal = await journal.refused(answer, 'insufficient_coins');
  await expectUntouched(card);
  return refusal;
});

attack('2.3.3', 'get other goods under the key of a paid order', async () => {
  const [cheap, dear] = [await shop.card({ gcCoin: 10 }), await shop.card()];
  const buyer = await shop.shopper({ gamerCoins: 15 });
  const key = randomUUID();
  expect((await checkout([line(cheap, 1, 10)], { by: buyer, key })).statusCode).toBe(200);
  const refusal = await journal.refused(
    await checkout([line(dear)], { by: buyer, key }),
    'idempotency_key_reused',
  );
  await expectUntouched(dear);
  return refusal;
});

attack('2.3.4', 'get the last code twice through concurrent orders', async () => {
  const card = await shop.card({ codes: 1 });
  const rich = await Promise.all(Array.from({ length: 6 }, () => shop.shopper()));
  const answers = await Promise.all(rich.map((by) => checkout([line(card)], { by })));
  return onlySomeOf(journal, answers, 1, 'cart_changed');
});

attack('15.4.2', 'spend the same coins in several concurrent orders', async () => {
  const card = await shop.card({ codes: 10 });
  const buyer = await shop.shopper({ gamerCoins: 100 });
  const answers = await Promise.all(Array.from({ length: 6 }, () => checkout([line(card)], { by: buyer })));
  const refusal = await onlySomeOf(journal, answers, 1, 'insufficient_coins');
  expect([await shop.gamerCoins(buyer), await shop.stock(card)]).toEqual([0, 9]);
  return refusal;
});

attack('2.3.3', 'get an order twice by sending it concurrently', async () => {
  const card = await shop.card({ codes: 10 });
  const buyer = await shop.shopper({ gamerCoins: 1_000 });
  const key = randomUUID();
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => checkout([line(card)], { by: buyer, key })),
  );
  expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
  expect([await shop.gamerCoins(buyer), await shop.stock(card)]).toEqual([900, 9]);
  return 'one order; each repetition tells of it again';
});

attack('15.3.6', "pollute the server's objects through __proto__", async () => {
  const card = await shop.card();
  const payload = `{"items":[{"giftCardId":"${card}","quantity":1,"gcCoin":1}],"__proto__":{"gcCoin":0,"isAdmin":true}}`;
  const headers = { 'content-type': 'application/json' };
  const answer = await shop.test.call({
    method: 'POST',
    url: '/cart/checkout',
    token: thief.token,
    headers,
    payload,
  });
  const refusal = await journal.refused(answer, 'malformed_request');
  expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined();
  await expectUntouched(card);
  return refusal;
});

attack('1.2.4', 'run SQL through the search field', async () => {
  const admin = await shop.shopper({ role: 'ADMIN' });
  const search = encodeURIComponent("x' union select password from players; drop table gift_cards; --");
  const answer = await shop.test.call({ url: `/gift-card/all?search=${search}`, token: admin.token });
  expect([answer.statusCode, answer.json().total]).toEqual([200, 0]);
  const sorted = await shop.test.call({ url: '/gift-card/all?sort=(select%201)', token: admin.token });
  return `searched for as text, finding nothing; as a column ${await journal.refused(sorted, 'invalid_request')}`;
});
