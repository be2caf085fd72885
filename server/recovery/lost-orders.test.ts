// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { expect, it, vi } from 'vitest';
import { countNotifications } from '../../tests/support/count-notifications.ts';
import { startLostShop } from '../../tests/support/lost-shop.ts';
import { openForTests } from '../../tests/support/open-for-tests.ts';
import { line } from '../../tests/support/shop.ts';
import { auditLedger } from '../audit.ts';
import { getFingerprint, importCodes, type NamedCode } from '../features/shop/feature.ts';
import { transferAlone } from '../ledger/transfer.ts';
import { checkJournal } from './check-journal.ts';

const lost = openForTests(() => startLostShop('lost-orders'));

it('debits codes the buyer saw, once, and returns unseen codes to stock', { tags: ['long'] }, async () => {
  const { shop, journal, officer, reconcile, settle, codesOf, inStock, sellAndForget } = lost;
  const { db } = shop.test;
  const buyer = await shop.shopper({ gamerCoins: 150 });
  const card = await shop.card({ codes: 2 });
  const [seen, unseen] = (await codesOf(card)) as [NamedCode, NamedCode];
  // A code that was imported after the backup, then bought and seen.
  const text = 'LATER-SOLD-0001';
  const late = { id: randomUUID(), print: getFingerprint(shop.deps.vault, text).toString('hex') };
  const { orderId } = await sellAndForget(buyer, [seen, unseen, late], [seen, late]);
  const owed = { orderId, playerId: buyer.id, owedGC: 200, seenCodes: 2, unseenCodes: 1, doubtfulCodes: 0 };
  for (const soldCodes of [2, 0]) {
    expect(await reconcile()).toMatchObject({ soldCodes, absentCodes: 1, lostOrders: [owed] });
  }
  expect(await inStock(card)).toBe(0);

  const file = Buffer.from(`${text}\nLATER-FRESH-0002\n`);
  const choices = { giftCardId: card, actorId: officer, file, leavesImplausible: false };
  for (const isDryRun of [true, false]) {
    const report = await importCodes(
      { ...choices, isDryRun, idempotencyKey: randomUUID() },
      { ...shop.deps, db },
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
    await db.rows(sql`
      select actor_id, subject, before, after from admin_changes where action = 'order.settle-lost'`),
  ).toEqual([
    {
      actorId: officer,
      subject: `order:${orderId}`,
      before: { owedGC: 200 },
      after: { debitedGC: 200, released: 1 },
    },
  ]);
  const description = 'Gift cards bought before the site was restored';
  expect(
    await db.rows(sql`
      select amount, credit_house, reference, description from transfers where type = 'lost_purchase'`),
  ).toEqual([{ amount: 200, creditHouse: 'gift_cards', reference: orderId, description }]);
  const told = sql`select data from live_events where player_id = ${buyer.id} and name = 'balance' order by id desc limit 1`;
  expect(await db.row(told)).toMatchObject({
    data: { gamerCoins: 50, delta: -200, currency: 'GC', description },
  });
  expect(await shop.runPromotions('purchase.charged-again')).toEqual([
    { orderId, playerId: buyer.id, gcCoin: 200 },
  ]);
  expect(await db.rows(sql`select title from notifications where player_id = ${buyer.id}`)).toEqual([
    { title: 'We charged a purchase again' },
  ]);

  // Released codes stay released, at a start and in another reconcile.
  await checkJournal(db, journal);
  expect(await reconcile()).toMatchObject({ soldCodes: 0, lostOrders: [] });
  expect(await inStock(card)).toBe(2);
  // Until it is sold to another player.
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

it('notifies about restocked codes, and about no charge for a forgiven order', async () => {
  const { shop, journal, reconcile, settle, codesOf, sellAndForget } = lost;
  const { db } = shop.test;
  const [forgiven, other] = [await shop.shopper(), await shop.shopper()];
  const [seen, unseen] = (await codesOf(await shop.card({ codes: 2 }))) as [NamedCode, NamedCode];
  const kept = await sellAndForget(forgiven, [seen], [seen]);
  const free = await sellAndForget(other, [unseen], []);
  await reconcile();
  const write = vi.spyOn(journal, 'write');
  const settled = { debitedGC: 0, released: 0 };
  expect(
    await countNotifications(db, async () => expect(await settle(kept.orderId, true)).toMatchObject(settled)),
  ).toBe(0);
  expect(write).not.toHaveBeenCalled();
  expect(
    await countNotifications(db, async () =>
      expect(await settle(free.orderId)).toMatchObject({ ...settled, released: 1 }),
    ),
  ).toBe(1);
  expect(write.mock.calls).toEqual([[{ kind: 'released', orderId: free.orderId, codeIds: [unseen.id] }]]);
  write.mockRestore();
  expect(await shop.runPromotions('purchase.charged-again')).toEqual([]);
  expect([await shop.gamerCoins(forgiven), await shop.gamerCoins(other)]).toEqual([1000, 1000]);
});

it('debits a later-found debt of a settled order, and never debits a purchase twice', async () => {
  const { shop, reconcile, settle, codesOf, inStock, sellAndForget } = lost;
  const buyer = await shop.shopper();
  const card = await shop.card({ codes: 3 });
  const [one, two, instead] = (await codesOf(card)) as [NamedCode, NamedCode, NamedCode];
  const { orderId, sold, look } = await sellAndForget(buyer, [one], [one]);
  await reconcile();
  expect(await settle(orderId)).toEqual({ orderId, debitedGC: 100, released: 0 });
  // A part of the journal that was missing before.
  await look(instead, sold[0]?.purchaseId ?? '');
  await look(two, randomUUID());
  expect((await reconcile()).lostOrders).toMatchObject([{ orderId, owedGC: 100, seenCodes: 2 }]);
  expect(await settle(orderId)).toEqual({ orderId, debitedGC: 100, released: 0 });
  expect([await shop.gamerCoins(buyer), await inStock(card)]).toEqual([800, 0]);
  expect((await reconcile()).lostOrders).toEqual([]);
  const { proofs } = await auditLedger(shop.test.db);
  expect(proofs.flatMap(({ breaches }) => breaches)).toEqual([]);
});

it('keeps unreadable codes out of stock until they are imported again', async () => {
  const { shop, officer, reconcile, settle, codesOf, inStock, sellAndForget } = lost;
  const { db } = shop.test;
  const text = 'KEY-WAS-LOST-1';
  const card = await shop.card({ codes: [text] });
  const { orderId } = await sellAndForget(await shop.shopper(), await codesOf(card), []);
  await reconcile();
  await db.run(sql`update gift_card_codes set key_id = 'gone' where gift_card_id = ${card}`);
  await db.run(sql`insert into lost_code_keys (key_id, lost_at) values ('gone', now())`);
  expect(await settle(orderId)).toEqual({ orderId, debitedGC: 0, released: 0 });
  expect(await inStock(card)).toBe(0);
  const choices = { giftCardId: card, actorId: officer, file: Buffer.from(text), leavesImplausible: false };
  const again = { ...choices, isDryRun: false, idempotencyKey: randomUUID() };
  expect(await importCodes(again, { ...shop.deps, db })).toMatchObject({ added: 1 });
  expect(await inStock(card)).toBe(1);
});

it('counts a replaced code once, and excludes codes only an administrator saw', async () => {
  const { shop, journal, reconcile, settle, codesOf, inStock, sellAndForget } = lost;
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
      firstCodeId: expect.any(String),
    },
  ]);
  expect(await settle(orderId)).toEqual({ orderId, debitedGC: 100, released: 0 });
  expect([await shop.gamerCoins(buyer), await inStock(card)]).toEqual([900, 0]);
});

it('debits a manually delivered card that the buyer saw, without a journaled sale', async () => {
  const { shop, journal, reconcile, settle, sellAndForget } = lost;
  const buyer = await shop.shopper();
  const delivered = { id: randomUUID(), print: randomUUID().replaceAll('-', '').repeat(2) };
  const { orderId, look } = await sellAndForget(buyer, [], []);
  await look(delivered, randomUUID());
  await expect(checkJournal(shop.test.db, journal)).rejects.toThrow('older than its journal');
  expect((await reconcile()).lostOrders).toMatchObject([{ orderId, owedGC: 100, seenCodes: 1 }]);
  expect(await settle(orderId)).toEqual({ orderId, debitedGC: 100, released: 0 });
  expect(await shop.gamerCoins(buyer)).toBe(900);
});

it('debits only players that exist, and releases only codes that a complete journal proves unsold', async () => {
  const { shop, reconcile, settle, codesOf, inStock, sellAndForget } = lost;
  const card = await shop.card({ codes: 2 });
  const [one, two] = (await codesOf(card)) as [NamedCode, NamedCode];
  const { orderId } = await sellAndForget({ id: randomUUID() }, [one, two], [one]);
  expect((await reconcile(false)).lostOrders).toMatchObject([
    { orderId, seenCodes: 1, unseenCodes: 0, doubtfulCodes: 1, hasAccount: false },
  ]);
  expect(await settle(orderId)).toEqual({ orderId, debitedGC: 0, released: 0 });
  expect(await inStock(card)).toBe(0);
});

it('stops when a debt was already paid, and leaves the order open', async () => {
  const { shop, reconcile, settle, codesOf, sellAndForget } = lost;
  const { db } = shop.test;
  const buyer = await shop.shopper();
  const codes = await codesOf(await shop.card({ codes: 1 }));
  const { orderId } = await sellAndForget(buyer, codes, codes);
  await reconcile();
  await transferAlone(db, {
    currency: 'GC',
    amount: 100,
    from: { player: buyer.id },
    to: { house: 'gift_cards' },
    type: 'lost_purchase',
    reference: orderId,
    idempotencyKey: `lost-order:${orderId}:${codes[0]?.id}`,
    description: 'Gift cards bought before the site was restored',
  });
  await expect(settle(orderId)).rejects.toThrow(
    `the debt of order ${orderId} was paid, and is open all the same`,
  );
  expect(await shop.gamerCoins(buyer)).toBe(900);
  // Makes it look as if the debt had been recorded.
  await db.run(
    sql`update lost_codes set settled = 'debited', settled_at = now() where order_id = ${orderId}`,
  );
});

it('recognizes a code imported again under another id', async () => {
  const { shop, journal, reconcile, codesOf, sellAndForget } = lost;
  const { db } = shop.test;
  const buyer = await shop.shopper();
  const card = await shop.card({ codes: ['AGAIN-IN-STOCK-1'] });
  const [{ print } = { print: '' }] = await codesOf(card);
  await sellAndForget(buyer, [{ id: randomUUID(), print }], []);
  await expect(checkJournal(db, journal)).rejects.toThrow('older than its journal');
  expect(await reconcile()).toMatchObject({ soldCodes: 1, absentCodes: expect.any(Number) });
  // A restore ends every session.
  const again = { ...buyer, token: await shop.test.signIn(buyer.id) };
  expect(await shop.checkout(again, [line(card)])).toMatchObject({ code: 'cart_changed' });
});
