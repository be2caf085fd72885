// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sql from 'sql-template-tag';
import { expect, it } from 'vitest';
import { startLostShop } from '../../tests/support/lost-shop.ts';
import { openForTests } from '../../tests/support/open-for-tests.ts';
import { line, randomCode } from '../../tests/support/shop.ts';
import { auditLedger } from '../audit.ts';
import { getFingerprint, storeLost } from '../features/shop/feature.ts';
import { deliverRequest } from '../features/shop/purchases/deliver-request.ts';
import { refundPurchase } from '../features/shop/purchases/refund-purchase.ts';
import { type Held, releaseDelivery } from '../features/shop/purchases/release-delivery.ts';
import { outsideTransaction } from '../platform/db/second-connection.ts';
import { checkJournal } from './check-journal.ts';

const lost = openForTests(() => startLostShop('lost-codes'));

it('withdraws the whole stock when journal lines name codes by ids only', async () => {
  const { shop, journal, folder, reconcile, inStock } = lost;
  const card = await shop.card({ codes: 3 });
  const at = new Date().toISOString();
  const day = join(folder, 'journal', at.slice(0, 10));
  mkdirSync(day, { recursive: true });
  const line = { at, kind: 'sold', orderId: randomUUID(), codeIds: [randomUUID()] };
  const file = join(day, 'earlier.jsonl');
  writeFileSync(file, `${JSON.stringify(line)}\n`);
  await expect(checkJournal(shop.test.db, journal)).rejects.toThrow('older than its journal');
  expect(await reconcile()).toMatchObject({ isProven: false, soldCodes: 0 });
  expect(await inStock(card)).toBe(0);
  await checkJournal(shop.test.db, journal);
  rmSync(file);
});

it('accepts only the same code again for a card delivered manually, and refuses another code or a refund', {
  tags: ['long'],
}, async () => {
  const { shop, journal, officer, reconcile, settle } = lost;
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
  // A restore ends every session.
  expect(
    await shop.reveal({ ...one.buyer, token: await shop.test.signIn(one.buyer.id) }, one.purchaseId),
  ).toMatchObject({ hashCode: one.text });
  expect((await reconcile()).missingCodes).toEqual([missing(two)]);

  // An administrator may let the buyer keep it.
  expect(await settle(two.orderId)).toMatchObject({ refused: 'not_found' });
  expect(await settle(two.orderId, true)).toEqual({ orderId: two.orderId, debitedGC: 0, released: 0 });
  expect((await reconcile()).missingCodes).toEqual([]);
  expect(await refund(two.purchaseId)).toMatchObject({ refundedGc: 100 });
  const { proofs } = await auditLedger(db);
  expect(proofs.flatMap(({ breaches }) => breaches)).toEqual([]);
});

it('gives out no code that was waiting at the backup, as the buyer may have seen another since', {
  tags: ['long'],
}, async () => {
  const { shop, journal, officer, reconcile } = lost;
  const { db, clock } = shop.test;
  const hold = async (code?: string) => {
    const buyer = await shop.shopper();
    const card = await shop.card({ codes: 0, isFulfilledByHand: true });
    const { data } = await shop.checkout(buyer, [line(card)]);
    const purchaseId = data.purchases[0]?._id ?? '';
    const delivery = { actorId: officer, purchaseId, isDelivered: true, mayUndo: true, code };
    await outsideTransaction(() => deliverRequest(delivery, shop.deps));
    const seen = {
      id: randomUUID(),
      print: getFingerprint(shop.deps.vault, randomCode()).toString('hex'),
    };
    return {
      ...{ buyer, purchaseId, seen },
      bought: { orderId: data._id, playerId: buyer.id, purchaseId, gcCoin: 100 },
    };
  };
  const release = async (purchaseId: string) => {
    const { payload } = await db.one<{ payload: Held }>(sql`
      select payload from graphile_worker._private_jobs
      where key like 'release-delivery:%' and payload ->> 'purchaseId' = ${purchaseId}`);
    await releaseDelivery(payload, { ...shop.deps, log: { warn: () => undefined } } as never);
    return db.one(sql`
      select status, (select count(*)::int from gift_card_codes where purchase_id = p.id) as codes
      from purchases p where id = ${purchaseId}`);
  };
  const nothing = { status: 'on_its_way', codes: 0 };
  const restored = await hold(randomCode());
  for (const late of [await hold(randomCode()), await hold()]) {
    await db.transaction((tx) =>
      storeLost(tx, [{ ...late.seen, seen: 'buyer', purchaseId: late.purchaseId }], clock.now()),
    );
    expect(await release(late.purchaseId)).toEqual(nothing);
  }

  const { seen, bought } = restored;
  await journal.write({ kind: 'shown', codeId: seen.id, print: seen.print, bought });
  const found = await reconcile();
  expect(found).toMatchObject({ droppedDeliveries: 1 });
  expect(found.missingCodes.map(({ purchaseId }) => purchaseId)).toContain(restored.purchaseId);
  expect(await release(restored.purchaseId)).toEqual(nothing);
  expect(await reconcile()).toMatchObject({ droppedDeliveries: 0 });
});
