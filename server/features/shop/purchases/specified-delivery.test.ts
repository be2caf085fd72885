// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { beforeAll, expect, it } from 'vitest';
import { onePixel } from '../../../../tests/specification-client/picture.ts';
import { openForTests } from '../../../../tests/support/open-for-tests.ts';
import { line, randomCode, type Shopper, startShopTest } from '../../../../tests/support/shop.ts';
import { toForm } from '../../../../tests/support/upload.ts';
import { auditLedger } from '../../../audit.ts';

const shop = openForTests(startShopTest);
let admin: Shopper;
beforeAll(async () => {
  admin = await shop.shopper({ role: 'ADMIN' });
});

const getBreaches = async () => (await auditLedger(shop.test.db)).proofs.flatMap(({ breaches }) => breaches);

async function ask(who: Shopper, method: 'GET' | 'POST' | 'PATCH', url: string, body: object = {}) {
  const answer = await shop.test.call({ method, url, token: who.token, key: randomUUID(), ...body });
  return { status: answer.statusCode, ...answer.json() };
}
const mark = (id: string, payload: object) =>
  ask(admin, 'PATCH', `/gift-card/gift-card-request/${id}`, { payload });
const listAlerts = async (more = '') =>
  (await ask(admin, 'GET', `/gift-card/all-gift-card-request?pageSize=100${more}`)).data;
const findAlert = async (id: string) => (await listAlerts()).find((row: { _id: string }) => row._id === id);

/** With the specification's four fields. */
async function createCard(): Promise<string> {
  const fields = { title: 'Specified', description: 'With four fields', gcCoin: '100' };
  const form = await toForm({ ...fields, image: { name: 'card.png', content: onePixel } });
  const { data } = await ask(admin, 'POST', '/gift-card/create', form);
  return data._id;
}

async function buyCreated(): Promise<{ player: Shopper; purchaseId: string }> {
  const player = await shop.shopper();
  const { data } = await ask(player, 'POST', `/gift-card/buy-gift-card/${await createCard()}`);
  return { player, purchaseId: data.purchases[0]._id };
}

it('delivers a card made with the four specified fields, by isDelivered alone', async () => {
  const { player, purchaseId } = await buyCreated();
  expect(await findAlert(purchaseId)).toMatchObject({ isDelivered: false, hasCode: false });
  expect(await mark(purchaseId, { isDelivered: true })).toMatchObject({
    status: 200,
    data: { _id: purchaseId, isDelivered: true },
  });
  expect(await findAlert(purchaseId)).toMatchObject({ isDelivered: true, hasCode: false });
  expect((await shop.purchases(player))[0]).toMatchObject({ status: 'delivered', hashCode: '' });
  expect(await shop.reveal(player, purchaseId)).toMatchObject({ status: 409, code: 'code_sent_elsewhere' });
  // Workers of the previous release would announce a code; they ignore events that they do not know.
  expect(await shop.runPromotions('purchase.delivered')).toEqual([]);
  expect(await shop.runPromotions('purchase.sent-elsewhere')).toMatchObject([
    { purchaseId, playerId: player.id },
  ]);
  const change = await shop.test.db.row(
    sql`select after from admin_changes where subject = ${`purchase:${purchaseId}`}`,
  );
  expect(change).toEqual({ after: { isDelivered: true, isElsewhere: true } });
  expect(await getBreaches()).toEqual([]);
});

it('shows a purchase from stock as delivered and keeps it so', async () => {
  const player = await shop.shopper();
  const { data } = await shop.checkout(player, [line(await shop.card())]);
  const id = data.purchases[0]?._id ?? '';
  expect(await findAlert(id)).toMatchObject({ isDelivered: true, promisedBy: null, isRefundable: false });
  expect(await mark(id, { isDelivered: true })).toMatchObject({ status: 200 });
  expect(await mark(id, { isDelivered: false })).toMatchObject({ status: 409, code: 'delivered_from_stock' });
  expect(await mark(id, { isDelivered: true, code: randomCode() })).toMatchObject({ code: 'code_allocated' });
});

it.each(['purchasedAt', 'promisedBy', 'title', 'gcCoin'])(
  'lists purchases from stock among the others by %s, in both directions',
  async (sort) => {
    const getIds = async (order: string) =>
      (await listAlerts(`&sort=${sort}&order=${order}`)).map(({ _id }: { _id: string }) => _id);
    const rising = await getIds('asc');
    expect(rising.length).toBeGreaterThan(1);
    expect((await getIds('desc')).reverse()).toEqual(rising);
  },
);

it('accepts one code after the card was marked as sent another way', async () => {
  const { player, purchaseId } = await buyCreated();
  await mark(purchaseId, { isDelivered: true });
  await shop.runPromotions('purchase.sent-elsewhere');
  const code = randomCode();
  expect(await mark(purchaseId, { isDelivered: true, code })).toMatchObject({ status: 200 });
  expect(await shop.reveal(player, purchaseId)).toMatchObject({ status: 200, hashCode: code });
  expect(await shop.runPromotions('purchase.delivered')).toMatchObject([{ purchaseId, playerId: player.id }]);
  expect(await shop.runPromotions('purchase.sent-elsewhere')).toEqual([]);
  expect(await getBreaches()).toEqual([]);
});

it('returns an unmarked card to the queue, but never refunds a card sent another way', {
  tags: ['long'],
}, async () => {
  const { player, purchaseId } = await buyCreated();
  await mark(purchaseId, { isDelivered: true });
  shop.test.clock.advance(25 * 3_600_000);
  const refund = () =>
    ask(admin, 'POST', `/gift-card/gift-card-request/${purchaseId}/refund`, {
      payload: { reason: 'never arrived' },
    });
  expect(await refund()).toMatchObject({
    status: 409,
    message: expect.stringContaining('marked as delivered'),
  });
  expect(await mark(purchaseId, { isDelivered: false })).toMatchObject({ status: 200 });
  expect(await findAlert(purchaseId)).toMatchObject({ isDelivered: false, isOverdue: true });
  const listed = await findAlert(purchaseId);
  expect(await refund()).toMatchObject({
    status: 409,
    code: 'purchase_not_refundable',
    message: expect.stringContaining('it was once marked as sent another way'),
  });
  expect(await shop.gamerCoins(player)).toBe(900);
  expect(listed).toMatchObject({ isRefundable: false });
  await mark(purchaseId, { isDelivered: true });
  await mark(purchaseId, { isDelivered: false });
  expect(await refund()).toMatchObject({ status: 409 });
  // A card of the same age that was never marked can be refunded.
  const other = await buyCreated();
  shop.test.clock.advance(25 * 3_600_000);
  const url = `/gift-card/gift-card-request/${other.purchaseId}/refund`;
  expect(await ask(admin, 'POST', url, { payload: { reason: 'never arrived' } })).toMatchObject({
    status: 200,
  });
  expect(await refund()).toMatchObject({ status: 409 });
});

it('fails the audit when a delivered purchase has neither a code nor the mark "sent another way"', async () => {
  const { purchaseId } = await buyCreated();
  await mark(purchaseId, { isDelivered: true });
  await shop.test.db.run(sql`update purchases set is_elsewhere = false where id = ${purchaseId}`);
  expect(await getBreaches()).toEqual([expect.stringContaining(`${purchaseId} (delivered): without a code`)]);
  await shop.test.db.run(sql`update purchases set is_elsewhere = true where id = ${purchaseId}`);
});
