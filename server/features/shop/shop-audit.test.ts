// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import type { TestDatabase } from '../../../tests/support/database.ts';
import { line, randomCode, type Shopper, type ShopTest, startShopTest } from '../../../tests/support/shop.ts';
import { auditLedger } from '../../audit.ts';
import { transfer } from '../../ledger/transfer.ts';
import { deliverRequest } from './purchases/deliver-request.ts';
import { refundPurchase } from './purchases/refund-purchase.ts';

let shop: ShopTest;
let player: Shopper;
let card: string;
/** Delivered from stock, delivered by hand, on its way, refunded. */
let bought: string[];
let sold: TestDatabase;

// Sold once, and copied for each test, which tampers with its own copy.
beforeAll(async () => {
  shop = await startShopTest();
  player = await shop.shopper();
  const admin = await shop.shopper({ role: 'ADMIN' });
  card = await shop.card({ codes: 2, isFulfilledByHand: true });
  const { data } = await shop.checkout(player, [line(card, 4)]);
  const waiting = data.purchases.filter(({ status }) => status === 'on_its_way').map(({ _id }) => _id);
  const { data: more } = await shop.checkout(player, [line(card)]);
  const [byHand = '', open = ''] = waiting;
  const refunded = more.purchases[0]?._id ?? '';
  await deliverRequest(
    { actorId: admin.id, purchaseId: byHand, isDelivered: true, code: randomCode() },
    shop.deps,
  );
  shop.test.clock.advance(86_400_000);
  await refundPurchase(
    { actorId: admin.id, purchaseId: refunded, reason: 'late', idempotencyKey: randomUUID() },
    shop.deps,
  );
  const stock = data.purchases.find(({ status }) => status === 'delivered')?._id ?? '';
  bought = [stock, byHand, open, refunded];
  sold = await shop.leaveDatabase();
});
afterAll(() => sold?.drop());
beforeEach(async () => {
  shop = await startShopTest({ templateUrl: sold.url });
});
afterEach(() => shop.close());

const claims = {
  paid: 'Each order was paid once by its player, with the sum of its cards',
  refunds: 'Each refunded purchase gave its price back once, and no other did',
  once: 'No code was sold twice, and no purchase has two',
  fit: 'Each delivered purchase has a code of its card or was sent another way, and no refunded one has a code',
  lost: 'After a restore only lost orders were charged again, each for what its buyer saw',
};

/** The claims that the audit reports as broken, each with its first breach. */
async function broken(): Promise<Record<string, string | undefined>> {
  const { proofs } = await auditLedger(shop.test.db);
  return Object.fromEntries(
    proofs.filter(({ breaches }) => breaches.length > 0).map(({ claim, breaches }) => [claim, breaches[0]]),
  );
}

/** Runs statements with the shop's triggers and constraints disabled. */
async function tamper(...statements: string[]): Promise<void> {
  const tables = ['orders', 'purchases', 'gift_card_codes'];
  const disable = [
    'alter table transfers disable trigger transfers_append_only',
    ...tables.map((table) => `alter table ${table} disable trigger user`),
  ];
  await shop.test.db.pool.query(['begin', ...disable, ...statements, 'commit'].join(';'));
}

it('finds nothing in a sound shop after every kind of purchase', { tags: ['long'] }, async () => {
  expect(await broken()).toEqual({});
});

it('finds a changed price, total or owner', { tags: ['long'] }, async () => {
  await tamper(`update purchases set gc_coin = 90 where id = '${bought[0]}'`);
  expect((await broken())[claims.paid]).toContain('4 cards for 390 GC, total 400 GC, 1 payments of 400 GC');
  await tamper(`update purchases set gc_coin = 100 where id = '${bought[0]}'`);
  expect(await broken()).toEqual({});
  await tamper(`update orders set total_gc = 401 where total_gc = 400`);
  expect(Object.keys(await broken())).toEqual([claims.paid]);
  await tamper(`update orders set total_gc = 400 where total_gc = 401`);
  const other = await shop.shopper();
  await tamper(`update purchases set player_id = '${other.id}' where id = '${bought[0]}'`);
  expect(Object.keys(await broken())).toEqual([claims.paid]);
});

it('finds an order without a card', { tags: ['long'] }, async () => {
  await tamper(
    `insert into orders (id, player_id, total_gc, created_at) values ('${randomUUID()}', '${player.id}', 1, now())`,
    `insert into transfers (currency, amount, debit_player_id, credit_house, type, reference, idempotency_key, description)
     select 'GC', 1, player_id, 'gift_cards', 'purchase', id::text, 'of no card', '' from orders where total_gc = 1`,
  );
  expect((await broken())[claims.paid]).toContain('0 cards for 0 GC, total 1 GC, 1 payments of 1 GC');
});

it('finds a payment without an order, and an order without a payment', { tags: ['long'] }, async () => {
  await tamper(`update transfers set reference = 'nothing' where type = 'purchase' and amount = 400`);
  const { proofs } = await auditLedger(shop.test.db);
  const { breaches = [] } = proofs.find(({ claim }) => claim === claims.paid) ?? {};
  expect(breaches).toHaveLength(2);
  expect(breaches.join()).toContain(
    'order nothing: 0 cards for 0 GC, total missing GC, 1 payments of 400 GC',
  );
  expect(breaches.join()).toContain('0 payments of 0 GC');
});

it('finds missing, doubled and unfounded refunds', { tags: ['long'] }, async () => {
  await tamper(`update transfers set type = 'admin_credit' where type = 'purchase_refund'`);
  expect((await broken())[claims.refunds]).toContain('price 100 GC, 0 refunds of 0 GC');
  await tamper(`update transfers set type = 'purchase_refund' where description like 'Refund%'`);
  expect(await broken()).toEqual({});
  await tamper(
    `insert into transfers (currency, amount, debit_house, credit_player_id, type, reference, idempotency_key,
       description)
     select currency, amount, debit_house, credit_player_id, type, reference, 'again', description from transfers
     where type = 'purchase_refund'`,
  );
  expect((await broken())[claims.refunds]).toContain('price 100 GC, 2 refunds of 200 GC');
  await tamper(`update purchases set status = 'on_its_way', refunded_at = null where id = '${bought[3]}'`);
  expect((await broken())[claims.refunds]).toContain('price not refunded GC');
});

it('finds a code sold twice, and a purchase with two codes', { tags: ['long'] }, async () => {
  await tamper(
    'drop index gift_card_codes_purchase',
    'alter table gift_card_codes drop constraint gift_card_codes_fingerprint',
    `insert into gift_card_codes (id, gift_card_id, purchase_id, key_id, nonce, ciphertext, fingerprint, masked)
     select gen_random_uuid(), gift_card_id, '${bought[2]}', key_id, nonce, ciphertext, fingerprint, masked
     from gift_card_codes where purchase_id = '${bought[0]}'`,
  );
  expect((await broken())[claims.once]).toMatch(/^fingerprint [0-9a-f]{64}: 2 codes$/);
  await tamper(
    `update gift_card_codes set purchase_id = '${bought[0]}', fingerprint = sha256('new')
     where purchase_id = '${bought[2]}'`,
  );
  expect((await broken())[claims.once]).toBe(`purchase ${bought[0]}: 2 codes`);
});

it("finds a delivery without a code, with another card's code or after a refund", {
  tags: ['long'],
}, async () => {
  const getCode = (purchase: string | undefined) => `update gift_card_codes set purchase_id = ${purchase}`;
  await tamper(`${getCode('null')} where purchase_id = '${bought[1]}'`);
  expect((await broken())[claims.fit]).toBe(`purchase ${bought[1]} (delivered): without a code`);
  await tamper(`${getCode(`'${bought[3]}'`)} where purchase_id is null`);
  const { proofs } = await auditLedger(shop.test.db);
  expect(proofs.find(({ claim }) => claim === claims.fit)?.breaches.sort()).toEqual(
    [
      `purchase ${bought[1]} (delivered): without a code`,
      `purchase ${bought[3]} (refunded): with a code`,
    ].sort(),
  );
  await tamper(`${getCode(`'${bought[1]}'`)} where purchase_id = '${bought[3]}'`);
  expect(await broken()).toEqual({});
  // Delivered by hand: recorded, but on its way until the page marks it as delivered.
  const note = (gift: string) =>
    `insert into gift_card_codes (id, gift_card_id, purchase_id, key_id, nonce, ciphertext, fingerprint, masked)
     select gen_random_uuid(), '${gift}', '${bought[2]}', key_id, nonce, ciphertext, sha256('noted'), masked
     from gift_card_codes where purchase_id = '${bought[0]}'`;
  await tamper(note(card));
  expect(await broken()).toEqual({});
  const other = await shop.card();
  await tamper(`update gift_card_codes set gift_card_id = '${other}' where purchase_id = '${bought[2]}'`);
  expect((await broken())[claims.fit]).toBe(
    `purchase ${bought[2]} (on_its_way): with the code of another gift card`,
  );
  await tamper(`update gift_card_codes set gift_card_id = '${card}' where purchase_id = '${bought[2]}'`);
  await tamper(`update gift_card_codes set gift_card_id = '${other}' where purchase_id = '${bought[0]}'`);
  expect((await broken())[claims.fit]).toBe(
    `purchase ${bought[0]} (delivered): with the code of another gift card`,
  );
});

it('finds wrong and missing counts of sales', { tags: ['long'] }, async () => {
  const { db } = shop.test;
  const counted = (amount: number, of = card) =>
    db.run(sql`select add_to_counter('card sales', array[${of}], array[${amount}]::bigint[])`);
  const sales = 'Each gift card counts its sales correctly';
  const other = await shop.card();
  await counted(-1);
  expect(await broken()).toEqual({ [sales]: `gift card ${card}: counter says 4, found 5` });
  await counted(2);
  expect(await broken()).toEqual({ [sales]: `gift card ${card}: counter says 6, found 5` });
  await counted(-1);
  await counted(1, other);
  expect(await broken()).toEqual({ [sales]: `gift card ${other}: counter says 1, found 0` });
  await shop.checkout(player, [line(other)]);
  expect(await broken()).toEqual({ [sales]: `gift card ${other}: counter says 2, found 1` });
  await db.run(sql`delete from row_counters where subject = ${other}`);
  expect(await broken()).toEqual({ [sales]: `gift card ${other}: counter says 0, found 1` });
});

it('finds a lost order charged to the wrong player, too much or without a reason', {
  tags: ['long'],
}, async () => {
  const { db } = shop.test;
  const [orderId, purchaseId] = [randomUUID(), randomUUID()];
  const keep = (gcCoin: number, settled: string, of = purchaseId) =>
    db.run(sql`
      insert into lost_codes (code_id, fingerprint, seen, order_id, player_id, purchase_id, gc_coin, noted_at, settled, settled_at)
      values (gen_random_uuid(), sha256('x'), 'buyer', ${orderId}, ${player.id}, ${of}, ${gcCoin}, now(), ${settled}, now())`);
  // Two codes of one purchase, which is owed once, and one that was forgiven.
  for (const _ of [1, 2]) await keep(70, 'debited');
  await keep(500, 'left', randomUUID());
  expect((await broken())[claims.lost]).toBe(`order ${orderId}: 70 GC owed, 0 payments of 0 GC`);
  const pay = (amount: number, by: string) =>
    db.transaction((tx) =>
      transfer(tx, {
        currency: 'GC',
        amount,
        from: { player: by },
        to: { house: 'gift_cards' },
        type: 'lost_purchase',
        reference: orderId,
        idempotencyKey: randomUUID(),
        description: 'Lost',
      }),
    );
  await pay(30, player.id);
  expect((await broken())[claims.lost]).toBe(`order ${orderId}: 70 GC owed, 1 payments of 30 GC`);
  await pay(40, player.id);
  expect(await broken()).toEqual({});
  await keep(5, 'debited', randomUUID());
  await pay(5, (await shop.shopper()).id);
  expect((await broken())[claims.lost]).toBe(`order ${orderId}: 75 GC owed, 3 payments of 75 GC`);
});

it('the database itself refuses such changes', async () => {
  const { db } = shop.test;
  await shop.reveal(player, bought[0] ?? '');
  for (const statement of [
    sql`delete from purchases`,
    sql`update orders set total_gc = 1`,
    sql`delete from gift_card_codes`,
    sql`update gift_card_codes set purchase_id = null where purchase_id is not null`,
    sql`delete from gift_cards`,
    sql`delete from code_reveals`,
  ]) {
    await expect(db.run(statement)).rejects.toThrow('is refused');
  }
});
