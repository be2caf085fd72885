// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import pg from 'pg';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createPlayer } from '../../../../tests/support/factories.ts';
import { line, type Shopper, type ShopTest, startShopTest } from '../../../../tests/support/shop.ts';
import type { Database } from '../../../platform/db/database.ts';
import { purchaseWords } from '../rules.ts';
import { findNewestOrderAt } from './known-order-queries.ts';
import {
  announceSoldOut,
  announceSoldOutByReplacement,
  buyCart,
  findOrder,
  findPurchase,
  lockPurchase,
} from './purchase-store.ts';

let shop: ShopTest;
let db: Database;
let listener: pg.Client;
beforeAll(async () => {
  shop = await startShopTest();
  db = shop.test.db;
  listener = new pg.Client(shop.test.databaseUrl);
  await listener.connect();
  await listener.query('listen gift_cards');
});
afterAll(async () => {
  await listener?.end();
  await shop?.close();
});

/** Whether processes were notified that their card lists are outdated. */
async function tells(announce: () => Promise<void>): Promise<boolean> {
  const heard: (string | undefined)[] = [];
  const done = Promise.withResolvers<void>();
  const begin = randomUUID();
  const end = randomUUID();
  const hear = ({ payload }: pg.Notification) => {
    heard.push(payload);
    if (payload === end) done.resolve();
  };
  listener.on('notification', hear);
  await db.run(sql`select pg_notify('gift_cards', ${begin})`);
  await announce();
  await db.run(sql`select pg_notify('gift_cards', ${end})`);
  await done.promise;
  listener.off('notification', hear);
  return heard.slice(heard.indexOf(begin) + 1, -1).includes('');
}

async function buy(buyer: Shopper, cards: readonly string[]) {
  const { data } = await shop.checkout(
    buyer,
    cards.map((card) => line(card)),
  );
  return { orderId: data._id, purchaseIds: data.purchases.map(({ _id }) => _id) };
}

it('reports cards whose last code was sold or used as a replacement, and no other card', async () => {
  const [one, other] = [await shop.shopper(), await shop.shopper()];
  const [left, theirs, own] = [
    await shop.card({ codes: 2 }),
    await shop.card({ codes: 1 }),
    await shop.card({ codes: 1 }),
  ];
  const ofLeft = await buy(one, [left]);
  const last = await buy(other, [theirs]);
  const alsoLast = await buy(one, [own]);
  const told = async ({ orderId, purchaseIds: [purchaseId = ''] }: typeof last) => [
    await tells(() => announceSoldOut(db, orderId)),
    await tells(() => announceSoldOutByReplacement(db, purchaseId)),
  ];
  expect(await told(ofLeft)).toEqual([false, false]);
  expect(await told(last)).toEqual([true, true]);
  expect(await told(alsoLast)).toEqual([true, true]);
  expect(await told({ orderId: randomUUID(), purchaseIds: [randomUUID()] })).toEqual([false, false]);
  await db.run(sql`
    update gift_card_codes set withdrawn_at = now() where gift_card_id = ${left} and purchase_id is null`);
  expect(await told(ofLeft)).toEqual([true, true]);
});

it('shows buyers their cards, and an order with its own cards', async () => {
  const [one, other] = [await shop.shopper(), await shop.shopper()];
  const [first, second] = [await shop.card({ codes: 4 }), await shop.card({ codes: 4 })];
  const both = await buy(one, [first, second]);
  const again = await buy(one, [first]);
  const theirs = await buy(other, [first]);
  for (const purchaseId of [...both.purchaseIds, ...again.purchaseIds]) {
    expect(await findPurchase(db, { playerId: one.id, purchaseId })).toMatchObject({ _id: purchaseId });
    expect(await findPurchase(db, { playerId: other.id, purchaseId })).toBeUndefined();
  }
  const purchasesOf = async (orderId: string) =>
    (await findOrder(db, orderId))?.purchases.map(({ _id }) => _id);
  expect(await purchasesOf(both.orderId)).toEqual([...both.purchaseIds].sort());
  expect(await purchasesOf(again.orderId)).toEqual(again.purchaseIds);
  expect(await purchasesOf(theirs.orderId)).toEqual(theirs.purchaseIds);
});

it('returns the time of the newest order', async () => {
  const buyer = await shop.shopper();
  const card = await shop.card();
  await buy(buyer, [card]);
  shop.test.clock.advance(60_000);
  await buy(buyer, [card]);
  expect(await findNewestOrderAt(db)).toEqual(shop.test.clock.now());
});

it('sells nothing to an account deleted meanwhile', async () => {
  const { id: playerId } = await createPlayer(db, { gamerCoins: 500 });
  await db.run(sql`update players set deleted_at = now() where id = ${playerId}`);
  const lines = [{ giftCardId: await shop.card(), quantity: 1, seenGc: 100 }];
  const cart = {
    playerId,
    key: randomUUID(),
    inputHash: Buffer.alloc(32),
    lines,
    at: new Date(),
    words: purchaseWords,
  };
  expect(await buyCart(db, cart)).toEqual({ outcome: 'session_ended', answer: null });
});

it('identifies a purchase by its current code, not by a replaced code', async () => {
  const buyer = await shop.shopper();
  const {
    purchaseIds: [purchaseId = ''],
  } = await buy(buyer, [await shop.card()]);
  const lock = () => db.transaction((tx) => lockPurchase(tx, purchaseId));
  expect((await lock())?.fingerprint).toHaveLength(32);
  await db.run(sql`update gift_card_codes set replaced_at = now() where purchase_id = ${purchaseId}`);
  expect((await lock())?.fingerprint).toBeNull();
});
