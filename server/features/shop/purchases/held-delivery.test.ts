// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { beforeAll, expect, it } from 'vitest';
import { startAuditedShop } from '../../../../tests/support/audited-shop.ts';
import { openForTests } from '../../../../tests/support/open-for-tests.ts';
import { line, randomCode, type Shopper } from '../../../../tests/support/shop.ts';
import { isRefusal } from '../../../platform/refusal.ts';
import { countByKey, isKeyUsed, listOneCodePerKey, withdrawCodes } from '../codes/gift-card-code-store.ts';
import { type Delivery, deliverRequest } from './deliver-request.ts';
import { countWaiting, listRequests } from './purchase-request-store.ts';
import { refundPurchase } from './refund-purchase.ts';
import { type Held, releaseDelivery } from './release-delivery.ts';

const shop = openForTests(startAuditedShop);
let admin: Shopper;
let other: Shopper;
beforeAll(async () => {
  admin = await shop.shopper({ role: 'ADMIN' });
  other = await shop.shopper({ role: 'ADMIN' });
});

async function request(): Promise<{ player: Shopper; purchaseId: string; card: string }> {
  const player = await shop.shopper();
  const card = await shop.card({ codes: 0, isFulfilledByHand: true });
  const { data } = await shop.checkout(player, [line(card)]);
  return { player, card, purchaseId: data.purchases[0]?._id ?? '' };
}

type Said = Partial<Delivery> & Pick<Delivery, 'purchaseId'>;
const mark = (said: Said) =>
  deliverRequest({ actorId: admin.id, isDelivered: true, mayUndo: true, ...said }, shop.deps);
const undo = (purchaseId: string, isDelivered = false, actorId = admin.id) =>
  deliverRequest({ actorId, purchaseId, isDelivered, isUndo: true }, shop.deps);

/** The jobs that carry out this purchase's deliveries, and their delay in seconds. */
const getJobs = (purchaseId: string) =>
  shop.test.db.rows<{ payload: Held; seconds: number }>(sql`
    select payload, round(extract(epoch from run_at - created_at))::int as seconds
    from graphile_worker._private_jobs
    where key like 'release-delivery:%' and payload ->> 'purchaseId' = ${purchaseId} order by id`);
const log = { warn: () => undefined };
async function release(purchaseId: string): Promise<void> {
  for (const { payload } of await getJobs(purchaseId)) {
    await releaseDelivery(payload, { ...shop.deps, log } as never);
  }
}
const getChanges = (purchaseId: string) =>
  shop.test.db.rows<{ before: unknown; after: unknown }>(sql`
    select before, after from admin_changes where subject = ${`purchase:${purchaseId}`} order by id`);

async function show(purchaseId: string) {
  const now = shop.test.clock.now();
  const query = { sort: 'purchasedAt', order: 'desc', page: 1, pageSize: 50 } as const;
  const { rows } = await listRequests(shop.test.db, query, { playerIds: [], now });
  return rows.find(({ id }) => id === purchaseId);
}

it('a delivery reaches the player once, only after it can no longer be undone', async () => {
  const { player, purchaseId } = await request();
  const { waiting } = await countWaiting(shop.test.db, shop.test.clock.now());
  const code = randomCode();
  expect(await mark({ purchaseId, code, pin: '0042' })).toEqual({ _id: purchaseId, isDelivered: true });
  // A repeated call means the same delivery; a different code does not.
  expect(await mark({ purchaseId, code, pin: '0042' })).toEqual({ _id: purchaseId, isDelivered: true });
  expect(await mark({ purchaseId, code, pin: '0043' })).toEqual({ refused: 'code_allocated' });
  expect(await mark({ purchaseId, code: randomCode() })).toEqual({ refused: 'code_allocated' });
  expect(await getChanges(purchaseId)).toEqual([
    { before: { isDelivered: false }, after: { isDelivered: true } },
  ]);
  expect(await show(purchaseId)).toMatchObject({ isHeld: true });
  expect(await countWaiting(shop.test.db, shop.test.clock.now())).toMatchObject({ waiting: waiting - 1 });
  expect((await shop.purchases(player))[0]).toMatchObject({ status: 'on_its_way', hashCode: '' });
  expect(await shop.reveal(player, purchaseId)).toMatchObject({ code: 'code_not_ready' });
  expect(await shop.runPromotions('purchase.delivered')).toEqual([]);
  expect(await getJobs(purchaseId)).toMatchObject([{ seconds: 10 }]);

  await release(purchaseId);
  await release(purchaseId);
  expect(await shop.reveal(player, purchaseId)).toMatchObject({ status: 200, hashCode: code });
  expect((await shop.purchases(player))[0]).toMatchObject({ status: 'delivered' });
  expect(await shop.runPromotions('purchase.delivered')).toEqual([{ purchaseId, playerId: player.id }]);
  expect(await undo(purchaseId)).toEqual({ refused: 'undo_too_late' });
});

it('an undone delivery is invisible to the player, and frees its code for another purchase', async () => {
  const [first, second] = [await request(), await request()];
  const code = randomCode();
  await mark({ purchaseId: first.purchaseId, code });
  // Until then, the code is reserved: no other delivery and no stock may have it.
  expect(await mark({ purchaseId: second.purchaseId, code })).toEqual({ refused: 'code_known' });
  await shop.addCodes(second.card, [code]);
  expect(await shop.stock(second.card)).toBe(0);
  expect(await undo(first.purchaseId)).toEqual({ _id: first.purchaseId, isDelivered: false });
  expect(await undo(first.purchaseId)).toEqual({ _id: first.purchaseId, isDelivered: false });
  await release(first.purchaseId);
  expect((await shop.purchases(first.player))[0]).toMatchObject({ status: 'on_its_way', hashCode: '' });
  expect(await shop.runPromotions('purchase.delivered')).toEqual([]);
  expect((await getChanges(first.purchaseId)).map(({ after }) => after)).toEqual([
    { isDelivered: true },
    { isDelivered: false },
  ]);
  expect(await mark({ purchaseId: second.purchaseId, code })).toMatchObject({ isDelivered: true });
  // It was never delivered: there is no buyer to notify about undoing the undo.
  expect(await undo(first.purchaseId, true)).toMatchObject({ refused: 'changed_meanwhile' });
  // A code typed after an undo gets its own delay: the first job delivers nothing.
  const [job] = await getJobs(first.purchaseId);
  await mark({ purchaseId: first.purchaseId, code: randomCode() });
  await releaseDelivery(job?.payload as Held, { ...shop.deps, log } as never);
  expect(await show(first.purchaseId)).toMatchObject({ isHeld: true });
});

it("refuses to undo another administrator's decision, or to mark an undelivered card as delivered", async () => {
  const { purchaseId } = await request();
  const current = { isDelivered: false };
  expect(await undo(purchaseId, true)).toEqual({
    refused: 'changed_meanwhile',
    data: { fields: 'isDelivered', current },
  });
  await mark({ purchaseId, code: randomCode(), actorId: other.id });
  expect(await undo(purchaseId)).toMatchObject({ refused: 'changed_meanwhile' });
  await release(purchaseId);
  await mark({ purchaseId, isDelivered: false });
  expect(await undo(purchaseId, true, other.id)).toMatchObject({ refused: 'changed_meanwhile' });
  // The administrator's own mark returns, and the player, who was notified the first time, gets no second notification.
  await shop.runPromotions('purchase.delivered');
  expect(await undo(purchaseId, true)).toMatchObject({ isDelivered: true });
  expect(await shop.runPromotions('purchase.delivered')).toEqual([]);
  expect(await show(purchaseId)).toMatchObject({ status: 'delivered', isHeld: false });
});

it('refuses a refund while a delivery can be undone, and reopens it when its code is taken', async () => {
  const { player, purchaseId } = await request();
  shop.test.clock.advance(25 * 3_600_000);
  await mark({ purchaseId });
  const reason = 'not delivered in time';
  const refund = { actorId: admin.id, purchaseId, reason, idempotencyKey: randomUUID() };
  expect(await refundPurchase(refund, shop.deps)).toMatchObject({ refused: 'purchase_not_refundable' });
  await release(purchaseId);
  expect(await shop.runPromotions('purchase.sent-elsewhere')).toEqual([{ purchaseId, playerId: player.id }]);

  const late = await request();
  const code = randomCode();
  await mark({ purchaseId: late.purchaseId, code });
  const [job] = await getJobs(late.purchaseId);
  await shop.test.db.run(sql`
    insert into gift_card_codes (id, gift_card_id, key_id, nonce, ciphertext, fingerprint, masked)
    select code_id, ${late.card}, key_id, nonce, ciphertext, fingerprint, masked from held_deliveries
    where id = ${job?.payload.heldId}`);
  await release(late.purchaseId);
  expect(await show(late.purchaseId)).toMatchObject({ status: 'on_its_way', isHeld: false });
  // The audit log, which recorded the delivery, also records this failure.
  expect((await getChanges(late.purchaseId)).map(({ after }) => after)).toEqual([
    { isDelivered: true },
    { isDelivered: false },
  ]);
});

it('completes a delivery whose job was lost', async () => {
  const { db, clock, app } = shop.test;
  const sweep = () => (app.tasks['find-restocks'] as () => Promise<void>)();
  const { player, purchaseId } = await request();
  const code = randomCode();
  await mark({ purchaseId, code });
  await db.run(sql`
    delete from graphile_worker._private_jobs where payload ->> 'purchaseId' = ${purchaseId}`);
  await sweep();
  expect(await getJobs(purchaseId)).toEqual([]);
  clock.advance(11_000);
  for (const _time of [1, 2]) await sweep();
  expect(await getJobs(purchaseId)).toMatchObject([{ seconds: 0 }]);
  await release(purchaseId);
  expect(await shop.reveal(player, purchaseId)).toMatchObject({ status: 200, hashCode: code });
});

it('refuses a held code for a card marked as sent another way, but delivers it immediately on request', async () => {
  const { player, purchaseId } = await request();
  await mark({ purchaseId, mayUndo: false });
  const code = randomCode();
  expect(await mark({ purchaseId, code })).toEqual({
    refused: 'changed_meanwhile',
    data: { fields: 'isDelivered', current: { isDelivered: true } },
  });
  expect(await shop.reveal(player, purchaseId)).toMatchObject({ code: 'code_sent_elsewhere' });
  expect(await mark({ purchaseId, code, mayUndo: false })).toMatchObject({ isDelivered: true });
  expect(await shop.reveal(player, purchaseId)).toMatchObject({ hashCode: code });
});

it('accepts one of several concurrent deliveries', async () => {
  const { purchaseId } = await request();
  const outcomes = await Promise.all(
    Array.from({ length: 6 }, () => mark({ purchaseId, code: randomCode() })),
  );
  expect(outcomes.filter((outcome) => !isRefusal(outcome))).toHaveLength(1);
  expect(await getJobs(purchaseId)).toHaveLength(1);
});

it('keeps a delivery held while no process has the key of its code, until that key is given up', async () => {
  const { db } = shop.test;
  const { purchaseId } = await request();
  const code = randomCode();
  await mark({ purchaseId, code });
  const keyId = 'gone';
  await db.run(sql`update held_deliveries set key_id = ${keyId} where purchase_id = ${purchaseId}`);
  const samples = async () => (await listOneCodePerKey(db)).filter((sample) => sample.keyId === keyId);
  expect(await samples()).toHaveLength(1);
  expect(await countByKey(db)).toContainEqual({ keyId, codes: 1 });
  expect(await isKeyUsed(db, keyId)).toBe(true);
  await expect(release(purchaseId)).rejects.toThrow('lacks the key gone');
  expect(await show(purchaseId)).toMatchObject({ status: 'on_its_way', isHeld: true });

  await db.transaction((tx) => withdrawCodes(tx, keyId, shop.test.clock.now()));
  expect([await samples(), await isKeyUsed(db, keyId)]).toEqual([[], false]);
  await release(purchaseId);
  expect(await show(purchaseId)).toMatchObject({ status: 'on_its_way', isHeld: false });
  expect(await mark({ purchaseId, code })).toMatchObject({ isDelivered: true });
});
