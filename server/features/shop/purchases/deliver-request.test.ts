// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { beforeAll, describe, expect, it } from 'vitest';
import { startAuditedShop } from '../../../../tests/support/audited-shop.ts';
import { openForTests } from '../../../../tests/support/open-for-tests.ts';
import { line, randomCode, type Shopper } from '../../../../tests/support/shop.ts';
import { transferAlone } from '../../../ledger/transfer.ts';
import { isRefusal } from '../../../platform/refusal.ts';
import { deliverRequest } from './deliver-request.ts';
import { refundPurchase } from './refund-purchase.ts';

const hourMs = 3_600_000;
const shop = openForTests(startAuditedShop);
let admin: Shopper;
beforeAll(async () => {
  admin = await shop.shopper({ role: 'ADMIN' });
});

async function request(): Promise<{ player: Shopper; purchaseId: string }> {
  const player = await shop.shopper();
  const card = await shop.card({ codes: 0, isFulfilledByHand: true });
  const { data } = await shop.checkout(player, [line(card)]);
  return { player, purchaseId: data.purchases[0]?._id ?? '' };
}

const deliver = (purchaseId: string, isDelivered: boolean, code?: string) =>
  deliverRequest({ actorId: admin.id, purchaseId, isDelivered, code }, shop.deps);
const refund = (purchaseId: string, idempotencyKey: string = randomUUID()) =>
  refundPurchase(
    { actorId: admin.id, purchaseId, reason: 'not delivered in time', idempotencyKey },
    shop.deps,
  );
const getLive = ({ id }: Shopper) =>
  shop.test.db.rows<{ name: string; data: object }>(
    sql`select name, data from live_events where player_id = ${id} order by id`,
  );
const getChanges = (purchaseId: string) =>
  shop.test.db.rows<{ action: string; before: unknown; after: unknown }>(sql`
    select action, before, after from admin_changes where subject = ${`purchase:${purchaseId}`} order by id`);

describe('a manual delivery', () => {
  it('gives the player the code, notifies them, and is logged without the code', async () => {
    const { player, purchaseId } = await request();
    const code = randomCode();
    expect(await deliver(purchaseId, true, ` ${code} `)).toEqual({ _id: purchaseId, isDelivered: true });
    expect(await shop.reveal(player, purchaseId)).toMatchObject({ status: 200, hashCode: code });
    expect((await shop.purchases(player))[0]).toMatchObject({ status: 'delivered' });
    expect(await getChanges(purchaseId)).toEqual([
      { action: 'delivery.mark', before: { isDelivered: false }, after: { isDelivered: true } },
    ]);
    const event = { purchaseId, playerId: player.id };
    expect(await shop.runPromotions('purchase.delivered')).toEqual([event]);
    const live = await shop.test.db.row(sql`
      select name, data from live_events where player_id = ${player.id} and name = 'purchase' order by id desc limit 1`);
    expect(live).toEqual({ name: 'purchase', data: { purchaseId, status: 'delivered' } });
    expect(await deliver(purchaseId, true, code)).toEqual({ _id: purchaseId, isDelivered: true });
    expect(await deliver(purchaseId, true)).toEqual({ _id: purchaseId, isDelivered: true });
    expect(await getChanges(purchaseId)).toHaveLength(1);
  });

  it('refuses an invalid or known code', async () => {
    const { player, purchaseId } = await request();
    expect(await deliver(purchaseId, true, 'x')).toEqual({
      refused: 'code_malformed',
      data: { why: 'it is shorter than 4 characters' },
    });
    const known = randomCode();
    await shop.card({ codes: [known] });
    expect(await deliver(purchaseId, true, known.toLowerCase())).toEqual({ refused: 'code_known' });
    expect((await shop.purchases(player))[0]).toMatchObject({ status: 'on_its_way', hashCode: '' });
    expect(await getChanges(purchaseId)).toEqual([]);
    await deliver(purchaseId, true, randomCode());
    expect(await deliver(purchaseId, true, randomCode())).toEqual({ refused: 'code_allocated' });
  });

  it('cannot be unmarked before it is delivered', async () => {
    const { purchaseId } = await request();
    expect(await deliver(purchaseId, false)).toEqual({ _id: purchaseId, isDelivered: false });
    expect(await getChanges(purchaseId)).toEqual([]);
  });

  it('can be unmarked: the player keeps the code and gets no refund', async () => {
    const { player, purchaseId } = await request();
    const code = randomCode();
    await deliver(purchaseId, true, code);
    await shop.runPromotions('purchase.delivered');
    expect(await deliver(purchaseId, false)).toEqual({ _id: purchaseId, isDelivered: false });
    // The buyer's pages get the event, but no domain event says that a card was delivered.
    expect(await getLive(player)).toContainEqual({
      name: 'purchase',
      data: { purchaseId, status: 'on_its_way' },
    });
    expect(await shop.runPromotions('purchase.delivered')).toEqual([]);
    expect(await shop.reveal(player, purchaseId)).toMatchObject({ hashCode: code });
    shop.test.clock.advance(25 * hourMs);
    expect(await refund(purchaseId)).toEqual({
      refused: 'purchase_not_refundable',
      data: { why: 'it already has a code' },
    });
    expect(await deliver(purchaseId, true)).toEqual({ _id: purchaseId, isDelivered: true });
    expect((await getChanges(purchaseId)).map(({ after }) => after)).toEqual([
      { isDelivered: true },
      { isDelivered: false },
      { isDelivered: true },
    ]);
    expect(await shop.gamerCoins(player)).toBe(900);
  });

  it('is refused for purchases with a code from stock', async () => {
    const player = await shop.shopper();
    const { data } = await shop.checkout(player, [line(await shop.card())]);
    expect(await deliver(data.purchases[0]?._id ?? '', false)).toEqual({ refused: 'delivered_from_stock' });
    expect(await deliver(randomUUID(), true, randomCode())).toEqual({ refused: 'not_found' });
  });

  it('happens once with one code under concurrency', async () => {
    const { purchaseId } = await request();
    const outcomes = await Promise.all(
      Array.from({ length: 8 }, () => deliver(purchaseId, true, randomCode())),
    );
    expect(outcomes.filter((outcome) => !isRefusal(outcome))).toHaveLength(1);
    expect(await getChanges(purchaseId)).toHaveLength(1);
  });
});

describe('a refund of a late delivery', () => {
  it('returns the price once after the promised time', async () => {
    const { player, purchaseId } = await request();
    shop.test.clock.advance(24 * hourMs - 1);
    expect(await refund(purchaseId)).toMatchObject({ refused: 'purchase_not_refundable' });
    expect(await shop.gamerCoins(player)).toBe(900);
    shop.test.clock.advance(1);
    const outcomes = await Promise.all(Array.from({ length: 8 }, () => refund(purchaseId)));
    expect(outcomes.filter((outcome) => !isRefusal(outcome))).toEqual([{ _id: purchaseId, refundedGc: 100 }]);
    expect(await shop.gamerCoins(player)).toBe(1000);
    expect((await shop.purchases(player))[0]).toMatchObject({ status: 'refunded' });
    const description = 'Refund of a gift card: Test Card';
    expect(
      await shop.test.db.rows(sql`
        select currency, amount, debit_house, credit_player_id, reference, description, idempotency_key from transfers
        where type = 'purchase_refund' and credit_player_id = ${player.id}`),
    ).toEqual([
      {
        currency: 'GC',
        amount: 100,
        debitHouse: 'gift_cards',
        creditPlayerId: player.id,
        reference: purchaseId,
        description,
        idempotencyKey: `purchase:${purchaseId}:refund`,
      },
    ]);
    expect((await getLive(player)).slice(-2)).toEqual([
      { name: 'purchase', data: { purchaseId, status: 'refunded' } },
      {
        name: 'balance',
        data: expect.objectContaining({ gamerCoins: 1000, delta: 100, currency: 'GC', description }),
      },
    ]);
    expect(await shop.runPromotions('purchase.refunded')).toEqual([{ purchaseId, playerId: player.id }]);
    expect(await getChanges(purchaseId)).toEqual([
      {
        action: 'delivery.refund',
        before: { status: 'on_its_way' },
        after: { status: 'refunded', refundedGc: 100 },
      },
    ]);
    expect(await deliver(purchaseId, true, randomCode())).toEqual({ refused: 'purchase_refunded' });
    expect(await deliver(purchaseId, false)).toEqual({ refused: 'purchase_refunded' });
  });

  it('changes nothing when its coins cannot move', async () => {
    const { player, purchaseId } = await request();
    shop.test.clock.advance(24 * hourMs);
    await transferAlone(shop.test.db, {
      currency: 'GC',
      amount: 1,
      from: { house: 'rewards' },
      to: { player: player.id },
      type: 'challenge_reward',
      reference: purchaseId,
      idempotencyKey: `purchase:${purchaseId}:refund`,
      description: 'Another',
    });
    await expect(refund(purchaseId)).rejects.toThrow(
      `The refund of purchase ${purchaseId} was refused: idempotency_key_reused`,
    );
    expect((await shop.purchases(player))[0]).toMatchObject({ status: 'on_its_way' });
    expect(await getChanges(purchaseId)).toEqual([]);
  });

  it('and a concurrent delivery never both happen', { tags: ['long'] }, async () => {
    for (let round = 0; round < 10; round++) {
      const { player, purchaseId } = await request();
      shop.test.clock.advance(24 * hourMs);
      const [delivered, refunded] = await Promise.all([
        deliver(purchaseId, true, randomCode()),
        refund(purchaseId),
      ]);
      expect(isRefusal(delivered)).not.toBe(isRefusal(refunded));
      expect(await shop.gamerCoins(player)).toBe(isRefusal(refunded) ? 900 : 1000);
    }
  });

  it('is refused for purchases from stock and unknown purchases', async () => {
    const player = await shop.shopper();
    const { data } = await shop.checkout(player, [line(await shop.card())]);
    shop.test.clock.advance(48 * hourMs);
    expect(await refund(data.purchases[0]?._id ?? '')).toMatchObject({ refused: 'purchase_not_refundable' });
    expect(await refund(randomUUID())).toEqual({ refused: 'not_found' });
  });

  it('of one purchase is not replayed for another purchase under its key', async () => {
    const [one, other] = [await request(), await request()];
    shop.test.clock.advance(24 * hourMs);
    const key = randomUUID();
    const done = { _id: one.purchaseId, refundedGc: 100 };
    expect([await refund(one.purchaseId, key), await refund(one.purchaseId, key)]).toEqual([done, done]);
    expect(await refund(other.purchaseId, key)).toMatchObject({ refused: 'idempotency_key_reused' });
    expect(await shop.gamerCoins(other.player)).toBe(900);
  });
});
