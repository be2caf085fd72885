// SPDX-License-Identifier: Apache-2.0

import { randomBytes, randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { createPlayer } from '../../../../tests/support/factories.ts';
import { openForTests } from '../../../../tests/support/open-for-tests.ts';
import { line, startShopTest } from '../../../../tests/support/shop.ts';
import type { Database } from '../../../platform/db/database.ts';
import { insertCodes, takeFromStock } from './gift-card-code-store.ts';
import { type LostCode, listLostOrders, settleLost, storeLost } from './lost-code-store.ts';
import { forgiveMissing, listMissingCodes } from './missing-code-queries.ts';
import { listCodesOfOrder } from './quarantine-queries.ts';
import { sealCode } from './seal-code.ts';

const shop = openForTests(startShopTest);
let db: Database;
beforeAll(async () => {
  db = shop.test.db;
});
beforeEach(() => db.run(sql`delete from lost_codes`));

const at = new Date('2026-11-20T12:00:00Z');
const later = new Date('2026-11-21T12:00:00Z');
const makePrint = () => randomBytes(32).toString('hex');
const makeCode = (changed: Partial<LostCode> = {}): LostCode => ({
  ...{ id: randomUUID(), print: makePrint(), seen: 'buyer' },
  ...changed,
});
const keep = (...codes: LostCode[]) => db.transaction((tx) => storeLost(tx, codes, at));
const settle = (orderId: string, isDebited = true, when = later) =>
  db.transaction((tx) => settleLost(tx, { orderId, isDebited, at: when }));
const makeOrder = (playerId: string, orderId: string = randomUUID()) => ({
  ...{ orderId, playerId, purchaseId: randomUUID(), gcCoin: 100 },
});

/** The codes of a new card, as this database stores them. */
async function codesOf(giftCardId: string): Promise<{ id: string; print: string }[]> {
  return db.rows(sql`
    select id, encode(fingerprint, 'hex') as print from gift_card_codes where gift_card_id = ${giftCardId} order by id`);
}

const takeOut = (ids: readonly string[]) =>
  db.run(sql`
    update gift_card_codes set withdrawn_at = ${at}, quarantine = 'sold' where id = any (${ids}::uuid[])`);
const inStock = async (giftCardId: string) =>
  (
    await db.rows<{ id: string }>(sql`
      select id from gift_card_codes where gift_card_id = ${giftCardId} and withdrawn_at is null order by id`)
  ).map(({ id }) => id);

it('keeps codes out of stock that were shown before a restore', async () => {
  const card = await shop.card({ codes: 0 });
  const texts = ['SHOWN-OF-NONE-1', 'SHOWN-OF-ONE-01', 'NEVER-SHOWN-001'];
  const sealed = texts.map((text) => sealCode(shop.deps.vault, text));
  const prints = sealed.map(({ fingerprint }) => fingerprint.toString('hex'));
  await keep(
    makeCode({ print: prints[0] ?? '' }),
    makeCode({ print: prints[1] ?? '', purchaseId: randomUUID() }),
  );
  const taken = await db.transaction((tx) =>
    insertCodes(tx, { giftCardId: card, purchaseId: null, codes: sealed }),
  );
  expect(taken).toEqual(new Set([prints[2]]));
});

it('never replaces a code with a withdrawn code', async () => {
  const card = await shop.card({ codes: 1 });
  const taken = () => db.transaction((tx) => takeFromStock(tx, { id: randomUUID(), giftCardId: card }));
  await takeOut((await codesOf(card)).map(({ id }) => id));
  expect(await taken()).toBeUndefined();
});

it("returns whether the buyer's account still exists", async () => {
  const { id: playerId } = await createPlayer(db);
  const [here, gone] = [makeOrder(playerId), makeOrder(randomUUID())];
  await keep(makeCode({ order: here }), makeCode({ order: gone }));
  const accounts = async () =>
    new Map((await listLostOrders(db)).map(({ orderId, hasAccount }) => [orderId, hasAccount]));
  expect(await accounts()).toEqual(
    new Map([
      [here.orderId, true],
      [gone.orderId, false],
    ]),
  );
  await db.run(sql`update players set deleted_at = ${at}, erased_at = ${at} where id = ${playerId}`);
  expect((await accounts()).get(here.orderId)).toBe(false);
});

it('returns unseen codes to stock by id or fingerprint, except settled codes', async () => {
  const { id: playerId } = await createPlayer(db);
  const card = await shop.card({ codes: 3 });
  const [byId, byPrint, settled] = (await codesOf(card)) as [LostCode, LostCode, LostCode];
  await takeOut([byId.id, byPrint.id, settled.id]);
  const order = makeOrder(playerId);
  const unseen = { seen: 'nobody', order } as const;
  await keep({ ...settled, ...unseen });
  await db.run(sql`update lost_codes set settled = 'left', settled_at = ${at}`);
  await keep(
    makeCode({ ...unseen, id: byId.id }),
    makeCode({ ...unseen, print: byPrint.print }),
    // Belongs to another order, which this call does not settle.
    makeCode({ order: makeOrder(playerId) }),
  );
  expect(await settle(order.orderId)).toBe(2);
  expect(await inStock(card)).toEqual([byId.id, byPrint.id].sort());
  expect(
    await db.rows(sql`
      select settled, settled_at from lost_codes order by settled_at nulls last, settled`),
  ).toEqual([
    { settled: 'left', settledAt: at },
    { settled: 'released', settledAt: later },
    { settled: 'released', settledAt: later },
    { settled: null, settledAt: null },
  ]);
});

it('lists purchases that lack the code their buyer saw, and forgives one order', async () => {
  const buyer = await shop.shopper();
  const card = await shop.card({ codes: 5 });
  const bought = async () => {
    const { data } = await shop.checkout(buyer, [line(card)]);
    return { orderId: data._id, purchaseId: data.purchases[0]?._id ?? '' };
  };
  const [one, other, own, sold] = [await bought(), await bought(), await bought(), await bought()];
  const [stocked = makeCode()] = await db.rows<{ id: string; print: string }>(sql`
    select id, encode(fingerprint, 'hex') as print from gift_card_codes
    where gift_card_id = ${card} and purchase_id is null limit 1`);
  const [theirs = makeCode()] = await listCodesOfOrder(db, { ...own, playerId: buyer.id });
  await keep(
    makeCode({ print: stocked.print, purchaseId: one.purchaseId }),
    makeCode({ purchaseId: other.purchaseId }),
    makeCode({ print: theirs.print, purchaseId: own.purchaseId }),
    // Belongs to a lost order, whose buyer owes it.
    makeCode({ order: { ...makeOrder(buyer.id), purchaseId: sold.purchaseId } }),
  );
  const missing = (orders: (typeof one)[]) =>
    orders
      .map((order) => ({ ...order, playerId: buyer.id }))
      .sort((a, b) => a.orderId.localeCompare(b.orderId));
  expect(await listMissingCodes(db)).toEqual(missing([one, other]));
  expect(await db.transaction((tx) => forgiveMissing(tx, one.orderId, later))).toBe(1);
  expect(await listMissingCodes(db)).toEqual(missing([other]));
});

it('lists the codes of one order for the journal, without replaced ones', async () => {
  const buyer = await shop.shopper();
  const card = await shop.card({ codes: 3 });
  const { data: first } = await shop.checkout(buyer, [line(card)]);
  await shop.checkout(buyer, [line(card)]);
  const purchaseId = first.purchases[0]?._id;
  const list = () => listCodesOfOrder(db, { orderId: first._id, playerId: buyer.id });
  expect(await list()).toMatchObject([{ purchaseId, gcCoin: 100 }]);
  await db.run(sql`update gift_card_codes set replaced_at = ${at} where purchase_id = ${purchaseId}`);
  expect(await list()).toEqual([]);
});
