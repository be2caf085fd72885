// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { beforeAll, expect, it } from 'vitest';
import type { GiftCardRequest } from '../../../../contract/shop-admin.ts';
import { listIn } from '../../../../tests/support/app.ts';
import { meanwhile } from '../../../../tests/support/meanwhile.ts';
import { openForTests } from '../../../../tests/support/open-for-tests.ts';
import { line, type Shopper, startShopTest } from '../../../../tests/support/shop.ts';
import { toForm } from '../../../../tests/support/upload.ts';
import { auditLedger } from '../../../audit.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { findCurrentCode, markReplaced, takeFromStock } from './gift-card-code-store.ts';

const shop = openForTests(startShopTest);
let admin: Shopper;
beforeAll(async () => {
  admin = await shop.shopper({ role: 'ADMIN' });
});

async function send(
  method: 'POST' | 'PATCH' | 'GET',
  url: string,
  { payload, key = randomUUID(), as = admin }: { payload?: object; key?: string; as?: Shopper } = {},
) {
  const answer = await shop.test.call({ method, url, token: as.token, key, ...(payload && { payload }) });
  return { status: answer.statusCode, ...answer.json() };
}

async function importFile(giftCardId: string, text: string, dryRun: boolean, key: string = randomUUID()) {
  const file = { name: 'codes.csv', content: Buffer.from(text), type: 'text/csv' };
  const url = `/gift-card/${giftCardId}/codes?dryRun=${dryRun}`;
  const answer = await shop.test.call({
    method: 'POST',
    url,
    token: admin.token,
    key,
    ...(await toForm({ file })),
  });
  return { status: answer.statusCode, ...answer.json() };
}

it('imports a file after a dry run that lists each skipped line', { tags: ['long'] }, async () => {
  const card = await shop.card({ codes: ['KNOWN-CODE-0001'] });
  const text = 'code\nNEW-CODE-0001\nNEW-CODE-0001\nKNOWN-CODE-0001\nbad\nNEW-CODE-0002\n';
  const report = { added: 2, duplicates: [3, 4], malformed: [{ line: 5 }] };
  expect((await importFile(card, text, true)).data).toMatchObject(report);
  expect(await shop.stock(card)).toBe(1);
  const key = randomUUID();
  expect((await importFile(card, text, false, key)).data).toMatchObject(report);
  expect((await importFile(card, text, false, key)).data).toMatchObject(report);
  expect(await shop.stock(card)).toBe(3);
  expect((await importFile(card, text, false)).data).toMatchObject({ added: 0, duplicates: [2, 3, 4, 6] });
  expect(await importFile(randomUUID(), text, true)).toMatchObject({ status: 404 });
});

it('reveals the newest code to entitled administrators, and logs it', async () => {
  const card = await shop.card({ codes: ['ONLY-CODE-9999'] });
  const { data } = await send('GET', '/gift-card/all');
  const { newestCodeId } = data.find(({ _id }: { _id: string }) => _id === card);
  const shown = await send('POST', `/gift-card/codes/${newestCodeId}/reveal`);
  expect(shown.data).toEqual({ _id: newestCodeId, hashCode: 'ONLY-CODE-9999', pin: '' });
  const looks = await shop.test.db.rows<{ viewer: string }>(
    sql`select viewer_id as viewer from code_reveals where code_id = ${newestCodeId}`,
  );
  expect(looks).toEqual([{ viewer: admin.id }]);
  const player = await shop.shopper();
  expect(await send('POST', `/gift-card/codes/${newestCodeId}/reveal`, { as: player })).toMatchObject({
    status: 403,
  });
  expect(await send('POST', `/gift-card/codes/${randomUUID()}/reveal`)).toMatchObject({ status: 404 });
});

it('takes two codes for two purchases replaced concurrently', { tags: ['long'] }, async () => {
  const { db } = shop.test;
  const giftCardId = await shop.card({ codes: 4 });
  const buyer = await shop.shopper();
  const { purchases } = (await shop.checkout(buyer, [line(giftCardId, 2)])).data;
  const [one, other] = purchases.map(({ _id: id }) => ({ id, giftCardId }));
  const replace = async (tx: Tx, purchase = one as { id: string; giftCardId: string }) => {
    const old = await findCurrentCode(tx, purchase.id);
    await markReplaced(tx, old?.id as string, new Date());
    return takeFromStock(tx, purchase);
  };
  await meanwhile(db, replace, () => db.transaction((tx) => replace(tx, other)));
  expect(await shop.stock(giftCardId)).toBe(0);
});

it('replaces a bad code from stock or manually, once per key, and notifies the buyer', {
  tags: ['long'],
}, async () => {
  const card = await shop.card({ codes: 2 });
  const buyer = await shop.shopper();
  const [bought] = (await shop.checkout(buyer, [line(card)])).data.purchases;
  const id = bought?._id as string;
  const first = (await shop.reveal(buyer, id)).hashCode;
  const url = `/gift-card/purchases/${id}/replace`;
  const key = randomUUID();
  const payload = { reason: 'used already' };
  const replaced = await send('POST', url, { payload, key });
  expect(replaced).toMatchObject({ status: 200, data: { _id: id } });
  expect((await send('POST', url, { payload, key })).data).toEqual(replaced.data);
  const second = (await shop.reveal(buyer, id)).hashCode;
  expect(second).not.toBe(first);
  expect(await shop.stock(card)).toBe(0);
  expect(await send('POST', url, { payload })).toMatchObject({ status: 409, code: 'stock_empty' });
  expect((await shop.reveal(buyer, id)).hashCode).toBe(second);
  expect(await send('POST', url, { payload: { ...payload, code: first } })).toMatchObject({
    code: 'code_known',
  });
  expect(await send('POST', url, { payload: { ...payload, code: second } })).toMatchObject({
    code: 'code_known',
  });
  expect(await send('POST', url, { payload: { ...payload, code: 'ab\u00e4' } })).toMatchObject({
    status: 422,
    code: 'code_malformed',
    data: { why: 'it is shorter than 4 characters' },
  });
  const unknown = `/gift-card/purchases/${randomUUID()}/replace`;
  expect(await send('POST', unknown, { payload })).toMatchObject({ status: 404 });
  const byHand = { ...payload, code: ' BY-HAND-0000-7777 ' };
  const keyOfHand = randomUUID();
  const typed = await send('POST', url, { payload: byHand, key: keyOfHand });
  expect(typed).toMatchObject({ status: 200, data: { _id: id, hashCode: '••••••••7777' } });
  expect((await send('POST', url, { payload: byHand, key: keyOfHand })).data).toEqual(typed.data);
  const another = { ...payload, code: 'BY-HAND-0000-8888' };
  expect(await send('POST', url, { payload: another, key: keyOfHand })).toMatchObject({
    code: 'idempotency_key_reused',
  });
  expect((await shop.reveal(buyer, id)).hashCode).toBe('BY-HAND-0000-7777');
  expect(await shop.purchases(buyer)).toHaveLength(1);
  const fact = { purchaseId: id, playerId: buyer.id, title: 'Test Card' };
  const facts = await shop.runPromotions('purchase.code-replaced');
  expect(facts).toMatchObject([fact, fact]);
  const now = await shop.test.db.one<{ id: string }>(sql`
    select id from gift_card_codes where purchase_id = ${id} and replaced_at is null`);
  expect(facts[1]).toMatchObject({ codeId: now.id });
  const told = await shop.test.call({ url: '/notifications', token: buyer.token });
  expect(told.body).toContain('Your gift card has a new code');
  const { proofs } = await auditLedger(shop.test.db);
  expect(proofs.filter(({ breaches }) => breaches.length > 0)).toEqual([]);
  // Each code by its id and masked, never in full.
  const codes = await shop.test.db.rows(sql`
    select id as "codeId", masked as "hashCode" from gift_card_codes where purchase_id = ${id} order by arrival`);
  const change = { actorId: admin.id, action: 'purchase.replace-code', reason: 'used already' };
  expect(
    await shop.test.db.rows(sql`
      select actor_id, action, before, after, reason from admin_changes where subject = ${`purchase:${id}`} order by id`),
  ).toEqual([
    { ...change, before: codes[0], after: codes[1] },
    { ...change, before: codes[1], after: codes[2] },
  ]);
  const live = await shop.test.db.rows(sql`
    select data from live_events where player_id = ${buyer.id} and name = 'purchase' order by id`);
  const changed = { data: { purchaseId: id, status: 'delivered' } };
  expect(live).toEqual([changed, changed, changed]);
});

it('lists deliveries, counts pending deliveries, delivers by code and refunds overdue deliveries', {
  tags: ['long'],
}, async () => {
  const card = await shop.card({ codes: 0, isFulfilledByHand: true, title: 'Slow card', promiseHours: 24 });
  const buyer = await shop.shopper({ name: 'Ada Waiting' });
  const order = await shop.checkout(buyer, [line(card, 2)]);
  const [one, two] = order.data.purchases.map(({ _id }) => _id);
  const requests = async (query = '') =>
    listIn<{ list: GiftCardRequest[] }>(await send('GET', `/gift-card/all-gift-card-request?${query}`));
  const listed = await requests('search=ada%20w');
  expect(listed).toMatchObject({ total: 2, waiting: 2, overdue: 0, isEstimate: false });
  const { email } = await shop.test.db.one<{ email: string }>(
    sql`select email from players where id = ${buyer.id}`,
  );
  const bought = shop.test.clock.now();
  const request = {
    user: { _id: buyer.id, name: 'Ada Waiting', email },
    giftCard: { _id: card, title: 'Slow card', gcCoin: 100 },
    purchasedAt: bought.toISOString(),
    promisedBy: new Date(bought.getTime() + 24 * 3_600_000).toISOString(),
    isDelivered: false,
    status: 'on_its_way',
    isOverdue: false,
    hasCode: false,
    isHeld: false,
    isRefundable: false,
  };
  expect(listed.list).toEqual([two, one].map((_id) => ({ _id, ...request })));
  const replace = { payload: { reason: 'not there' } };
  expect(await send('POST', `/gift-card/purchases/${two}/replace`, replace)).toMatchObject({
    status: 409,
    code: 'code_not_ready',
  });
  expect((await requests('search=nobody')).list).toEqual([]);
  const deliver = (payload: object) => send('PATCH', `/gift-card/gift-card-request/${one}`, { payload });
  expect(await deliver({ isDelivered: true, code: 'SLOW-CODE-0001' })).toMatchObject({ status: 200 });
  expect((await shop.reveal(buyer, one as string)).hashCode).toBe('SLOW-CODE-0001');
  const refund = (key: string) =>
    send('POST', `/gift-card/gift-card-request/${two}/refund`, { payload: { reason: 'too late' }, key });
  expect(await refund(randomUUID())).toMatchObject({ code: 'purchase_not_refundable' });
  shop.test.clock.advance(25 * 3_600_000);
  admin.token = await shop.test.signIn(admin.id);
  expect((await send('GET', '/gift-card/waiting-requests')).data).toEqual({ waiting: 1, overdue: 1 });
  const due = { ...request, isOverdue: true, isRefundable: true };
  expect((await requests('status=overdue')).list).toEqual([{ ...due, _id: two }]);
  const done = { ...request, status: 'delivered', isDelivered: true, hasCode: true };
  expect((await requests('status=delivered&search=slow')).list).toEqual([{ ...done, _id: one }]);
  const before = await shop.gamerCoins(buyer);
  const key = randomUUID();
  expect(await refund(key)).toMatchObject({ status: 200, data: { refundedGc: 100 } });
  expect(await refund(key)).toMatchObject({ status: 200, data: { refundedGc: 100 } });
  expect(await shop.gamerCoins(buyer)).toBe(before + 100);
  const whole = { total: 2, isEstimate: false, waiting: 0, overdue: 0 };
  expect(await requests('sort=promisedBy&order=asc&search=slow')).toMatchObject(whole);
});
