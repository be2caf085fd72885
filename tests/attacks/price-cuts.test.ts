// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect } from 'vitest';
import type { Person } from '../support/admin.ts';
import { type ApprovalsTest, dayMs, startApprovalsTest } from '../support/approvals.ts';
import { stripeKeys } from '../support/coins.ts';
import { createCard } from '../support/shop.ts';
import { toForm } from '../support/upload.ts';
import { attack, keepJournal } from './attack.ts';

const journal = keepJournal();
let app: ApprovalsTest;
let clerk: Person;
beforeAll(async () => {
  // No order reaches the provider.
  const stripe = { apiBase: 'http://127.0.0.1:9', ...stripeKeys };
  app = await startApprovalsTest({ log: journal.log, config: { stripe } });
  const permissions = ['gift-cards:write', 'coins:write'];
  await app.db.run(sql`insert into roles (name, permissions) values ('PRICES', ${permissions})`);
  clerk = await app.person({ role: 'PRICES', gamerCoins: 100_000 });
});
afterAll(() => app?.close());

/** A card for 100,000 GC, delivered by hand so that it needs no codes. */
const dearCard = () =>
  createCard(app.db, { title: 'Dear', gcCoin: 100_000, isFulfilledByHand: true, at: app.clock.now() });
const setPrice = async (by: Person, cardId: string, gcCoin: number) => {
  const { payload, headers } = await toForm({ gcCoin: String(gcCoin) });
  return app.call({ method: 'PUT', url: `/gift-card/update/${cardId}`, token: by.token, payload, headers });
};
const priceOf = async (cardId: string) =>
  (await app.db.one<{ gcCoin: number }>(sql`select gc_coin from gift_cards where id = ${cardId}`)).gcCoin;
const buy = (by: Person, cardId: string, gcCoin: number) =>
  app.send(by, 'POST', '/cart/checkout', { items: [{ giftCardId: cardId, quantity: 1, gcCoin }] });

attack('2.3.5', 'sell codes almost for free by cutting their price without approval', async () => {
  const card = await dearCard();
  const answer = await setPrice(clerk, card, 1);
  expect(await priceOf(card)).toBe(100_000);
  return journal.refused(answer, 'waits_for_approval');
});

attack('2.3.5', 'cut a price in several small steps', async () => {
  const card = await dearCard();
  for (const price of [80_000, 60_000, 50_000]) {
    expect((await setPrice(clerk, card, price)).statusCode).toBe(200);
  }
  const refusal = await journal.refused(await setPrice(clerk, card, 40_000), 'waits_for_approval');
  app.clock.advance(29 * dayMs);
  const later = { id: clerk.id, token: await app.signIn(clerk.id) };
  await journal.refused(await setPrice(later, card, 40_000), 'waits_for_approval');
  expect(await priceOf(card)).toBe(50_000);
  clerk = later;
  return refusal;
});

attack('2.3.5', 'sell a code below its cost through a small price cut', async () => {
  const card = await createCard(app.db, { gcCoin: 3000, at: app.clock.now() });
  // Without a package on sale, a coin is worth what the limit of packages allows: 250 coins per dollar.
  await app.db.run(sql`
    insert into gift_card_codes (id, gift_card_id, key_id, nonce, ciphertext, fingerprint, masked, cost_cents, arrival)
    values (${card}, ${card}, 'k', decode(repeat('00', 12), 'hex'), decode(repeat('00', 32), 'hex'), sha256(${card}::text::bytea), 'x', 1000, 1)`);
  expect((await setPrice(clerk, card, 2500)).statusCode).toBe(200);
  const refusal = await journal.refused(await setPrice(clerk, card, 2499), 'waits_for_approval');
  expect(await priceOf(card)).toBe(2500);
  return refusal;
});

attack('2.3.5', 'import expensive codes into a recreated cheap card', async () => {
  const old = await createCard(app.db, { title: 'Remade', gcCoin: 3000, at: app.clock.now() });
  expect((await app.send(clerk, 'DELETE', `/gift-card/delete/${old}`)).statusCode).toBe(200);
  const card = await createCard(app.db, { title: 'Remade', gcCoin: 1, at: app.clock.now() });
  const boss = await app.signIn(app.boss.id);
  const bring = async (url: string, text: string) => {
    const file = { name: 'codes.csv', content: Buffer.from(text), type: 'text/csv' };
    const key = randomUUID();
    const answer = await app.call({ method: 'POST', url, token: boss, key, ...(await toForm({ file })) });
    return answer.json().data;
  };
  const named = await bring('/gift-card/codes', 'card,code,cost\nRemade,QWER-7341,10.00\n');
  const own = await bring(`/gift-card/${card}/codes?costCents=1000`, 'ZXCV-9127\n');
  expect(await app.db.rows(sql`select from gift_card_codes where gift_card_id = ${card}`)).toEqual([]);
  const why = 'it cost $10.00, worth 2,500 GC, but the card sells for 1 GC. Raise the price of the card';
  expect(named).toMatchObject({ added: 0, malformed: [{ line: 2, why }] });
  expect(own).toMatchObject({ added: 0, malformed: [{ line: 1, why }] });
  await app.db.run(sql`update gift_cards set gc_coin = 2500 where id = ${card}`);
  const fair = await bring('/gift-card/codes', 'card,code,cost\nRemade,QWER-7341,10.00\nRemade,TYUI-8261,\n');
  expect(fair).toMatchObject({ added: 2, malformed: [] });
  return 'the line is refused';
});

attack('8.2.3', 'buy at a price one lowered, even after giving up the role', async () => {
  const card = await dearCard();
  expect((await setPrice(clerk, card, 90_000)).statusCode).toBe(200);
  const refusal = await journal.refused(await buy(clerk, card, 90_000), 'price_by_you');
  await app.db.run(sql`update players set role = 'USER' where id = ${clerk.id}`);
  const former = { id: clerk.id, token: await app.signIn(clerk.id) };
  await journal.refused(
    await app.send(former, 'POST', `/gift-card/buy-gift-card/${card}`, {}),
    'price_by_you',
  );
  await app.db.run(sql`update players set role = 'PRICES' where id = ${clerk.id}`);
  clerk = { id: clerk.id, token: await app.signIn(clerk.id) };
  return refusal;
});

attack('2.3.5', 'sell coins almost for free by cutting a package price without approval', async () => {
  const terms = { title: 'Dear', coins: 100, originalPrice: 10, discountPercentage: 0 };
  const boss = { id: app.boss.id, token: await app.signIn(app.boss.id) };
  const made = await app.send(boss, 'POST', '/trade-coin/create', terms);
  const url = `/trade-coin/${made.json().data._id}`;
  expect((await app.send(clerk, 'PUT', url, { ...terms, originalPrice: 5 })).statusCode).toBe(200);
  const answer = await app.send(clerk, 'PUT', url, { ...terms, originalPrice: 4 });
  await journal.refused(answer, 'waits_for_approval');
  // Another package beside it counts as the same cut.
  const beside = await app.send(clerk, 'POST', '/trade-coin/create', { ...terms, originalPrice: 1 });
  return journal.refused(beside, 'waits_for_approval');
});

const dearCoins = { title: 'Dear', coins: 100, originalPrice: 10, discountPercentage: 0 };
/** The most coins per dollar that may be created without a second administrator. */
const cheapCoins = { ...dearCoins, coins: 125, originalPrice: 0.5 };

/** One old package. */
async function onlyDearCoins(): Promise<string> {
  await app.db.run(sql`delete from coin_packages`);
  await app.db.run(sql`delete from former_prices`);
  const boss = { id: app.boss.id, token: await app.signIn(app.boss.id) };
  const made = await app.send(boss, 'POST', '/trade-coin/create', dearCoins);
  return `/trade-coin/${made.json().data._id}`;
}

attack('2.3.5', 'cut the price of coins through an unpayable price', async () => {
  const url = await onlyDearCoins();
  expect((await app.send(clerk, 'PUT', url, { ...dearCoins, originalPrice: 0.01 })).statusCode).toBe(200);
  return journal.refused(await app.send(clerk, 'PUT', url, cheapCoins), 'waits_for_approval');
});

attack('2.3.5', 'sell cheap coins after removing the expensive packages', async () => {
  const url = await onlyDearCoins();
  await app.db.run(sql`update coin_packages set is_active = false`);
  await journal.refused(
    await app.send(clerk, 'POST', '/trade-coin/create', cheapCoins),
    'waits_for_approval',
  );
  expect((await app.send(clerk, 'DELETE', url)).statusCode).toBe(200);
  const answer = await app.send(clerk, 'POST', '/trade-coin/create', cheapCoins);
  expect(await app.db.rows(sql`select from coin_packages`)).toEqual([]);
  return journal.refused(answer, 'waits_for_approval');
});

attack('2.3.5', 'cut the price of coins in steps, each as a new package', async () => {
  await onlyDearCoins();
  const half = { ...dearCoins, originalPrice: 5 };
  const made = await app.send(clerk, 'POST', '/trade-coin/create', half);
  expect(made.statusCode).toBe(200);
  const quarter = { ...dearCoins, originalPrice: 2.5 };
  await journal.refused(
    await app.send(clerk, 'PUT', `/trade-coin/${made.json().data._id}`, quarter),
    'waits_for_approval',
  );
  return journal.refused(await app.send(clerk, 'POST', '/trade-coin/create', quarter), 'waits_for_approval');
});

attack('8.2.3', 'buy coins at a price one set', async () => {
  const terms = { title: 'Own', coins: 100, originalPrice: 10, discountPercentage: 0 };
  const made = await app.send(clerk, 'POST', '/trade-coin/create', terms);
  const packageId = made.json().data._id;
  const order = { packageId, paymentGateway: 'stripe' };
  const answer = await app.call({
    method: 'POST',
    url: '/transaction/create-intent',
    token: clerk.token,
    key: randomUUID(),
    payload: order,
  });
  expect(await app.db.rows(sql`select from payments where player_id = ${clerk.id}`)).toEqual([]);
  return journal.refused(answer, 'price_by_you');
});
