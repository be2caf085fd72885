// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { beforeAll, expect, it } from 'vitest';
import { openForTests } from '../../../../tests/support/open-for-tests.ts';
import { line, type Shopper, startShopTest } from '../../../../tests/support/shop.ts';
import type { Database } from '../../../platform/db/database.ts';
import { markDeleted } from './gift-card-admin-store.ts';
import { findCardsByName, findPage, hasGiftCard, listOnSale, listRelated } from './gift-card-store.ts';
import {
  countAlerts,
  deleteAlert,
  findOnSale,
  insertAlert,
  listRestockedCards,
} from './restock-alert-store.ts';

const shop = openForTests(startShopTest);
let db: Database;
let player: Shopper;
beforeAll(async () => {
  db = shop.test.db;
  player = await shop.shopper({ gamerCoins: 100_000 });
});

const withdraw = (giftCardId: string) =>
  db.run(sql`update gift_card_codes set withdrawn_at = now() where gift_card_id = ${giftCardId}`);
/** Leaves the card marked as on sale, which never happens to a deleted card. */
const deleteOnSale = (giftCardId: string) =>
  db.run(sql`update gift_cards set deleted_at = now() where id = ${giftCardId}`);
const ask = (giftCardId: string, { id }: Shopper = player) =>
  db.transaction((tx) => insertAlert(tx, { playerId: id, giftCardId }, new Date()));
const count = (giftCardId: string) =>
  db.transaction((tx) => countAlerts(tx, { playerId: player.id, giftCardId }));

it('excludes deleted cards from sales, lists and restocks', async () => {
  const [gone, here] = [await shop.card(), await shop.card()];
  await ask(gone);
  await ask(here);
  await deleteOnSale(gone);
  const isOn = async (card: string) => ({
    list: (await listOnSale(db)).some(({ _id }) => _id === card),
    sale: (await findOnSale(db, card)) !== undefined,
    known: await hasGiftCard(db, card),
    restocked: (await listRestockedCards(db, 100)).includes(card),
    sold: (await shop.checkout(player, [line(card)])).status,
  });
  expect(await isOn(here)).toEqual({ list: true, sale: true, known: true, restocked: true, sold: 200 });
  expect(await isOn(gone)).toEqual({ list: false, sale: false, known: false, restocked: false, sold: 409 });
  const { answer } = await db.one<{ answer: string }>(sql`
    select shop_cart_problems(array[${gone}::uuid], array[1], array[100], null) as answer`);
  expect(JSON.parse(answer)).toMatchObject([
    { giftCardId: gone, problem: 'unavailable', title: '', gcCoin: 0 },
  ]);
  expect(await count(here)).toEqual({ isAsked: true, others: 0 });
});

it('takes a card off sale when it deletes it, and shows it only to its buyers', async () => {
  const [card, other] = [await shop.card(), await shop.card()];
  await shop.checkout(player, [line(card)]);
  for (const id of [card, other]) await db.transaction((tx) => markDeleted(tx, id, new Date()));
  expect(await db.one(sql`select is_active from gift_cards where id = ${card}`)).toEqual({ isActive: false });
  const see = async (giftCardId: string, { id }: Shopper) =>
    (await findPage(db, { giftCardId, playerId: id })) !== undefined;
  expect(await see(card, player)).toBe(true);
  expect(await see(other, player)).toBe(false);
  expect(await see(card, await shop.shopper())).toBe(false);
});

it('treats a card as sold out when its codes are withdrawn or sold, and reports the codes left of other cards', async () => {
  const [withdrawn, sold, dearer] = [
    await shop.card(),
    await shop.card({ codes: 1 }),
    await shop.card({ codes: 2 }),
  ];
  await withdraw(withdrawn);
  await shop.checkout(player, [line(sold)]);
  const [first, second] = await listOnSale(db);
  expect([first?._id, second?._id]).toEqual([withdrawn, sold, dearer].sort().reverse().slice(0, 2));
  const { data } = await shop.checkout(player, [line(withdrawn), line(sold), line(dearer, 3, 90)]);
  expect(data.problems).toEqual([
    expect.objectContaining({ giftCardId: withdrawn, problem: 'sold_out', left: 0 }),
    expect.objectContaining({ giftCardId: sold, problem: 'sold_out', left: 0 }),
    expect.objectContaining({ giftCardId: dearer, problem: 'price_changed', left: 2 }),
  ]);
  expect(await findOnSale(db, withdrawn)).toMatchObject({ isSoldOut: true });
  await ask(withdrawn);
  expect(await listRestockedCards(db, 100)).not.toContain(withdrawn);
});

it('lists related cards by the smallest difference in price', async () => {
  const terms = { type: 'related', codes: 1 };
  const own = await shop.card({ ...terms, gcCoin: 200 });
  const [far, dearer, cheaper, gone] = [
    await shop.card({ ...terms, gcCoin: 500 }),
    await shop.card({ ...terms, gcCoin: 210 }),
    await shop.card({ ...terms, gcCoin: 150 }),
    await shop.card({ ...terms, gcCoin: 200 }),
  ];
  await deleteOnSale(gone);
  expect((await listRelated(db, own, 3)).map(({ _id }) => _id)).toEqual([dearer, cheaper, far]);
});

it('withdraws the alert of one player for one card', async () => {
  const other = await shop.shopper();
  const [one, two] = [await shop.card({ codes: 0 }), await shop.card({ codes: 0 })];
  for (const card of [one, two]) {
    await ask(card);
    await ask(card, other);
  }
  await db.transaction((tx) => deleteAlert(tx, { playerId: player.id, giftCardId: one }));
  const left = await db.rows(sql`
    select player_id, gift_card_id from restock_alerts where gift_card_id in (${one}, ${two})`);
  expect(left).toHaveLength(3);
  expect(left).not.toContainEqual({ playerId: player.id, giftCardId: one });
});

it('finds a card once, however often a file names it', async () => {
  const title = randomUUID();
  const id = await shop.card({ title });
  const found = await findCardsByName(db, [title, title, id]);
  expect(found.get(title)).toEqual([{ id, title }]);
  expect(found.get(id)).toEqual([{ id, title }]);
});
