import { randomUUID } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testSecret } from '../tests/support/app.ts';
import { createPlayer } from '../tests/support/factories.ts';
import { makeScratchFolder } from '../tests/support/scratch.ts';
import { line, randomCode, type Shopper, type ShopTest, startShopTest } from '../tests/support/shop.ts';
import { auditLedger } from './audit.ts';
import { checkJournal } from './check-journal.ts';
import { coinsDeps } from './features/coins/feature.ts';
import { getFingerprint, importCodes, type NamedCode, settleLostOrder } from './features/shop/feature.ts';
import { deliverRequest } from './features/shop/purchases/deliver-request.ts';
import { refundPurchase } from './features/shop/purchases/refund-purchase.ts';
import { transferAlone } from './ledger/transfer.ts';
import { outsideTransaction } from './platform/db/database.ts';
import { type Journal, openJournal } from './platform/journal/journal.ts';
import { createLogger } from './platform/log.ts';
import { reconcileJournal } from './reconcile-journal.ts';

const folder = makeScratchFolder('lost-orders');
let journal: Journal;
let shop: ShopTest;
let officer: string;
beforeAll(async () => {
  journal = await openJournal({ kind: 'folder', path: folder });
  shop = await startShopTest({ journal });
  await checkJournal(shop.test.db, journal);
  officer = (await createPlayer(shop.test.db, { role: 'SUPER_ADMIN' })).id;
});
afterAll(async () => {
  await journal.close();
  rmSync(folder, { recursive: true });
  await shop.close();
});

function reconcile(isComplete = true) {
  const { db, clock, app } = shop.test;
  const coins = coinsDeps({
    db,
    clock,
    log: createLogger('silent'),
    appSecret: testSecret,
    stripe: { apiBase: 'http://127.0.0.1:1', secretKey: '', webhookSecrets: [] },
    xpPerTenCents: 1,
    firstCheckSeconds: 120,
  });
  return reconcileJournal({ db, journal, coins, eraseAgain: app.eraseAgain, isComplete });
}

const settle = (orderId: string, isForgiven = false) =>
  outsideTransaction(() =>
    settleLostOrder({ orderId, actorId: officer, isForgiven }, { ...shop.test, journal }),
  );

const codesOf = (giftCardId: string) =>
  shop.test.db.rows<NamedCode>(sql`
    select id, encode(fingerprint, 'hex') as print from gift_card_codes where gift_card_id = ${giftCardId} order by arrival`);
const inStock = async (giftCardId: string) =>
  (
    await shop.test.db.rows(sql`
    select from gift_card_codes where gift_card_id = ${giftCardId} and purchase_id is null and withdrawn_at is null`)
  ).length;

/** As it would be after the database had sold these codes and was restored to before. */
async function sellAndForget(
  buyer: Pick<Shopper, 'id'>,
  codes: readonly NamedCode[],
  seen: readonly NamedCode[],
) {
  const orderId = randomUUID();
  const sold = codes.map((code) => ({ ...code, purchaseId: randomUUID(), gcCoin: 100 }));
  if (sold.length > 0) await journal.write({ kind: 'sold', orderId, playerId: buyer.id, codes: sold });
  const look = ({ id: codeId, print }: NamedCode, purchaseId: string) => {
    const bought = { orderId, playerId: buyer.id, purchaseId, gcCoin: 100 };
    return journal.write({ kind: 'shown', codeId, print, bought });
  };
  for (const code of sold) {
    if (seen.some(({ id }) => id === code.id)) await look(code, code.purchaseId);
  }
  return { orderId, sold, look };
}

it('debits what a buyer has seen, once, and sells again what nobody saw', async () => {
  const { db } = shop.test;
  const buyer = await shop.shopper({ gamerCoins: 150 });
  const card = await shop.card({ codes: 2 });
  const [seen, unseen] = (await codesOf(card)) as [NamedCode, NamedCode];
  // Imported after the moment, bought and seen.
  const text = 'LATER-SOLD-0001';
  const late = { id: randomUUID(), print: getFingerprint(shop.deps.vault, text).toString('hex') };
  const { orderId } = await sellAndForget(buyer, [seen, unseen, late], [seen, late]);
  const lost = { orderId, playerId: buyer.id, owedGC: 200, seenCodes: 2, unseenCodes: 1, doubtfulCodes: 0 };
  for (const soldCodes of [2, 0]) {
    expect(await reconcile()).toMatchObject({ soldCodes, absentCodes: 1, lostOrders: [lost] });
  }
  expect(await inStock(card)).toBe(0);

  const file = Buffer.from(`${text}\nLATER-FRESH-0002\n`);
  const choices = { giftCardId: card, actorId: officer, file, leavesImplausible: false };
  for (const isDryRun of [true, false]) {
    const report = await importCodes(
      { ...choices, isDryRun, idempotencyKey: randomUUID() },
      { db, vault: shop.deps.vault },
    );
    expect(report).toMatchObject({ added: 1, soldBefore: [1], duplicates: [] });
  }
  expect(await inStock(card)).toBe(1);

  expect(await settle(orderId)).toMatchObject({ refused: 'insufficient_coins' });
  expect([await shop.gamerCoins(buyer), await inStock(card)]).toEqual([150, 1]);
  const bounty = {
    currency: 'GC',
    amount: 100,
    type: 'admin_credit',
    reference: 'r',
    description: '',
  } as const;
  const house = { from: { house: 'adjustments' }, to: { player: buyer.id } } as const;
  await transferAlone(db, { ...bounty, ...house, idempotencyKey: randomUUID() });
  const both = await Promise.all([settle(orderId), settle(orderId)]);
  expect(both).toContainEqual({ orderId, debitedGC: 200, released: 1 });
  expect(both).toContainEqual(expect.objectContaining({ refused: 'not_found' }));
  expect([await shop.gamerCoins(buyer), await inStock(card)]).toEqual([50, 2]);
  expect(
    await db.rows(sql`select actor_id, subject, after from admin_changes where action = 'order.settle-lost'`),
  ).toEqual([{ actorId: officer, subject: `order:${orderId}`, after: { debitedGC: 200, released: 1 } }]);
  expect(await shop.runPromotions('purchase.charged-again')).toHaveLength(1);
  expect(await db.rows(sql`select title from notifications where player_id = ${buyer.id}`)).toEqual([
    { title: 'A purchase was charged again' },
  ]);

  // What was released stays so, for a start and for another reconcile.
  await checkJournal(db, journal);
  expect(await reconcile()).toMatchObject({ soldCodes: 0, lostOrders: [] });
  expect(await inStock(card)).toBe(2);
  // Until it is sold to somebody else.
  const other = await shop.shopper();
  const again = await sellAndForget(other, [unseen], [unseen]);
  await expect(checkJournal(db, journal)).rejects.toThrow('older than its journal');
  expect(await reconcile()).toMatchObject({
    soldCodes: 1,
    lostOrders: [{ orderId: again.orderId, playerId: other.id, owedGC: 100, seenCodes: 1, unseenCodes: 0 }],
  });
  expect(await settle(again.orderId, true)).toEqual({ orderId: again.orderId, debitedGC: 0, released: 0 });
  expect(await shop.gamerCoins(other)).toBe(1000);
  const { proofs } = await auditLedger(db);
  expect(proofs.flatMap(({ breaches }) => breaches)).toEqual([]);
  await db.run(
    sql`update lost_codes set settled = 'left' where order_id = ${orderId} and settled = 'debited'`,
  );
  expect((await auditLedger(db)).proofs.flatMap(({ breaches }) => breaches)).toEqual([
    `order ${orderId}: 0 GC owed, 1 payments of 200 GC`,
  ]);
  await db.run(sql`update lost_codes set settled = 'debited' where order_id = ${orderId} and seen = 'buyer'`);
});

it('counts a code that was replaced once, and leaves out what an administrator alone saw', async () => {
  const buyer = await shop.shopper();
  const card = await shop.card({ codes: 3 });
  const [bad, fresh, looked] = (await codesOf(card)) as [NamedCode, NamedCode, NamedCode];
  const { orderId, sold, look } = await sellAndForget(buyer, [bad, looked], [bad]);
  await look(fresh, sold[0]?.purchaseId ?? '');
  await journal.write({ kind: 'shown', codeId: looked.id, print: looked.print });
  const { lostOrders } = await reconcile();
  expect(lostOrders).toEqual([
    {
      orderId,
      playerId: buyer.id,
      owedGC: 100,
      seenCodes: 2,
      unseenCodes: 0,
      doubtfulCodes: 1,
      hasAccount: true,
    },
  ]);
  expect(await settle(orderId)).toEqual({ orderId, debitedGC: 100, released: 0 });
  expect([await shop.gamerCoins(buyer), await inStock(card)]).toEqual([900, 0]);
});

it('debits a card that was delivered by hand and seen, of which no sale was written down', async () => {
  const buyer = await shop.shopper();
  const delivered = { id: randomUUID(), print: randomUUID().replaceAll('-', '').repeat(2) };
  const { orderId, look } = await sellAndForget(buyer, [], []);
  await look(delivered, randomUUID());
  await expect(checkJournal(shop.test.db, journal)).rejects.toThrow('older than its journal');
  expect((await reconcile()).lostOrders).toMatchObject([{ orderId, owedGC: 100, seenCodes: 1 }]);
  expect(await settle(orderId)).toEqual({ orderId, debitedGC: 100, released: 0 });
  expect(await shop.gamerCoins(buyer)).toBe(900);
});

it('debits nobody who is not here, and releases nothing that an incomplete journal does not prove', async () => {
  const card = await shop.card({ codes: 2 });
  const [one, two] = (await codesOf(card)) as [NamedCode, NamedCode];
  const { orderId } = await sellAndForget({ id: randomUUID() }, [one, two], [one]);
  expect((await reconcile(false)).lostOrders).toMatchObject([
    { orderId, seenCodes: 1, unseenCodes: 0, doubtfulCodes: 1, hasAccount: false },
  ]);
  expect(await settle(orderId)).toEqual({ orderId, debitedGC: 0, released: 0 });
  expect(await inStock(card)).toBe(0);
});

it('knows a code that was imported again under another id', async () => {
  const { db } = shop.test;
  const buyer = await shop.shopper();
  const card = await shop.card({ codes: ['AGAIN-IN-STOCK-1'] });
  const [{ print } = { print: '' }] = await codesOf(card);
  await sellAndForget(buyer, [{ id: randomUUID(), print }], []);
  await expect(checkJournal(db, journal)).rejects.toThrow('older than its journal');
  expect(await reconcile()).toMatchObject({ soldCodes: 1, absentCodes: expect.any(Number) });
  expect(await shop.checkout(buyer, [line(card)])).toMatchObject({ code: 'cart_changed' });
});

it('takes out of stock what the version before wrote down, and charges nobody for it', async () => {
  const card = await shop.card({ codes: 3 });
  const [sold, shown] = (await codesOf(card)) as [NamedCode, NamedCode];
  const orderId = randomUUID();
  const at = new Date().toISOString();
  const absent = randomUUID();
  const earlier = [
    { at, kind: 'sold', orderId, codeIds: [sold.id, absent] },
    { at, kind: 'shown', codeId: sold.id },
    { at, kind: 'shown', codeId: shown.id },
    { at, kind: 'shown', codeId: randomUUID() },
  ];
  const day = join(folder, 'journal', at.slice(0, 10));
  writeFileSync(join(day, 'earlier.jsonl'), earlier.map((text) => `${JSON.stringify(text)}\n`).join(''));
  const reconciled = await reconcile();
  expect(reconciled).toMatchObject({ isProven: true, soldCodes: 2, namelessOrders: [orderId] });
  expect(reconciled.lostOrders.filter((lost) => lost.orderId === orderId)).toEqual([]);
  expect(await inStock(card)).toBe(1);
  await checkJournal(shop.test.db, journal);
});

it('gives a card that was typed in since the same code again, and neither another one nor the coins', async () => {
  const { db, clock } = shop.test;
  const request = async () => {
    const buyer = await shop.shopper();
    const card = await shop.card({ codes: 0, isFulfilledByHand: true });
    const { data } = await shop.checkout(buyer, [line(card)]);
    const purchaseId = data.purchases[0]?._id ?? '';
    const text = randomCode();
    const print = getFingerprint(shop.deps.vault, text).toString('hex');
    const bought = { orderId: data._id, playerId: buyer.id, purchaseId, gcCoin: 100 };
    const codeId = randomUUID();
    await journal.write({ kind: 'shown', codeId, print });
    await journal.write({ kind: 'shown', codeId, print, bought });
    return { buyer, orderId: data._id, purchaseId, text };
  };
  const [one, two] = [await request(), await request()];
  const missing = ({ orderId, purchaseId, buyer }: typeof one) => ({
    orderId,
    purchaseId,
    playerId: buyer.id,
  });
  const found = await reconcile();
  expect(found.missingCodes.toSorted((a, b) => a.orderId.localeCompare(b.orderId))).toEqual([
    missing(one),
    missing(two),
  ]);
  expect(found.lostOrders.filter(({ orderId }) => orderId === one.orderId)).toEqual([]);

  await db.run(
    sql`update purchases set promised_by = now() - interval '1 day' where id in (${one.purchaseId}, ${two.purchaseId})`,
  );
  const refund = (purchaseId: string) =>
    outsideTransaction(() =>
      refundPurchase(
        { actorId: officer, purchaseId, reason: 'late', idempotencyKey: randomUUID() },
        { db, clock },
      ),
    );
  const deliver = (purchaseId: string, code: string) =>
    outsideTransaction(() =>
      deliverRequest({ actorId: officer, purchaseId, isDelivered: true, code }, shop.deps),
    );
  expect(await refund(one.purchaseId)).toMatchObject({ refused: 'purchase_not_refundable' });
  expect(await deliver(one.purchaseId, randomCode())).toEqual({ refused: 'code_allocated' });
  expect(await deliver(two.purchaseId, one.text)).toEqual({ refused: 'code_allocated' });
  expect(await deliver(one.purchaseId, one.text)).toMatchObject({ isDelivered: true });
  expect(await shop.reveal(one.buyer, one.purchaseId)).toMatchObject({ hashCode: one.text });
  expect((await reconcile()).missingCodes).toEqual([missing(two)]);

  // An administrator may leave it to the buyer.
  expect(await settle(two.orderId)).toMatchObject({ refused: 'not_found' });
  expect(await settle(two.orderId, true)).toEqual({ orderId: two.orderId, debitedGC: 0, released: 0 });
  expect((await reconcile()).missingCodes).toEqual([]);
  expect(await refund(two.purchaseId)).toMatchObject({ refundedGc: 100 });
  const { proofs } = await auditLedger(db);
  expect(proofs.flatMap(({ breaches }) => breaches)).toEqual([]);
});
