// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Buyer, type CoinsTest, startCoinsTest } from '../../../../tests/support/coins.ts';
import { createPlayer } from '../../../../tests/support/factories.ts';
import { openForTests } from '../../../../tests/support/open-for-tests.ts';
import { line, startShopTest } from '../../../../tests/support/shop.ts';
import { auditLedger } from '../../../audit.ts';
import { transferAlone } from '../../../ledger/transfer.ts';
import type { Task } from '../../../platform/jobs/outbox.ts';
import { takeBack } from './account-deletion-store.ts';

const day = 86_400_000;
const deletionGraceMs = 14 * day;
type Test = CoinsTest['test'];

async function leave({ call }: Test, { token }: { token: string }): Promise<void> {
  const payload = { confirmation: 'DELETE' };
  const answer = await call({ method: 'POST', url: '/auth/delete-account', token, payload });
  expect([answer.statusCode, answer.json().code]).toEqual([200, undefined]);
}
const keep = ({ db }: Test, { id }: { id: string }) => db.transaction((tx) => takeBack(tx, id));
async function erase({ app, clock }: Test): Promise<void> {
  clock.advance(deletionGraceMs);
  await (app.tasks['erase-deleted-players'] as Task)({} as never);
}
const forfeited = async ({ db }: Test, { id }: { id: string }) =>
  (
    await db.one<{ gc: number }>(
      sql`select forfeited_gc as gc from account_deletions where player_id = ${id}`,
    )
  ).gc;

describe('a card payment during the grace period', () => {
  let coins: CoinsTest;
  let player: Buyer;
  let packageId: string;
  beforeAll(async () => {
    coins = await startCoinsTest({ deletionGraceMs });
    packageId = await coins.addPackage();
  });
  afterAll(async () => {
    const { proofs } = await auditLedger(coins.db);
    expect(proofs.flatMap(({ breaches }) => breaches)).toEqual([]);
    await coins.close();
  });
  beforeEach(async () => {
    player = await coins.buyer();
  });

  async function hear(type: string, object: object): Promise<void> {
    expect(await coins.deliver(coins.webhook(type, object))).toBe(200);
    await coins.runRefreshes();
  }
  async function bought() {
    const payment = await coins.order(player, packageId);
    await hear('payment_intent.succeeded', coins.stripe.pay(payment.intentId));
    return payment;
  }
  const spend = ({ id }: Buyer, amount: number) =>
    transferAlone(coins.db, {
      currency: 'GC',
      amount,
      from: { player: id },
      to: { house: 'adjustments' },
      type: 'admin_credit',
      reference: 'spent',
      idempotencyKey: randomUUID(),
      description: 'Spent',
    });
  const gamerCoins = async () => (await coins.balances(player)).gamerCoins;

  it('is credited when it succeeds after a cancellation, and survives when the player keeps the account', async () => {
    const { paymentId, intentId } = await coins.order(player, packageId);
    await hear('payment_intent.canceled', { ...coins.stripe.intents.get(intentId), status: 'canceled' });
    await leave(coins.test, player);
    await hear('payment_intent.succeeded', coins.stripe.pay(intentId));
    expect(await gamerCoins()).toBe(1000);
    await keep(coins.test, player);
    const token = await coins.test.signIn(player.id);
    expect(await coins.payment({ ...player, token }, paymentId)).toMatchObject({ status: 'credited' });
    expect(await gamerCoins()).toBe(1000);
  });

  it('is forfeited when it succeeds late and the account is erased', async () => {
    const { intentId } = await coins.order(player, packageId);
    await hear('payment_intent.canceled', { ...coins.stripe.intents.get(intentId), status: 'canceled' });
    await leave(coins.test, player);
    await hear('payment_intent.succeeded', coins.stripe.pay(intentId));
    await erase(coins.test);
    expect([await gamerCoins(), await forfeited(coins.test, player)]).toEqual([0, 1000]);
  });

  it('takes its coins back once when it is refunded, and leaves the rest', async () => {
    const { intentId } = await bought();
    await leave(coins.test, player);
    const refund = coins.stripe.refund(intentId, 450);
    await hear('charge.refunded', refund);
    await hear('charge.refunded', refund);
    expect(await gamerCoins()).toBe(500);
    await keep(coins.test, player);
    expect(await gamerCoins()).toBe(500);
  });

  it('leaves a debt when spent coins are disputed, and gives the coins back when the dispute is won', async () => {
    const { intentId } = await bought();
    await spend(player, 800);
    await leave(coins.test, player);
    const dispute = coins.stripe.dispute(intentId);
    await hear('charge.dispute.created', dispute);
    expect(await gamerCoins()).toBe(-800);
    await hear('charge.dispute.closed', coins.stripe.closeDispute(dispute.id, 'won'));
    expect(await gamerCoins()).toBe(200);
    const again = await coins.buyer();
    const theirs = { player: again, ...(await coins.paid(again, packageId)) };
    await hear('payment_intent.succeeded', theirs.intent);
    await spend(again, 800);
    await leave(coins.test, again);
    await hear('charge.dispute.created', coins.stripe.dispute(theirs.intentId));
    await erase(coins.test);
    expect([(await coins.balances(again)).gamerCoins, await forfeited(coins.test, again)]).toEqual([-800, 0]);
    expect([await gamerCoins(), await forfeited(coins.test, player)]).toEqual([0, 200]);
  });
});

describe('during the grace period', () => {
  const shop = openForTests(() => startShopTest({ config: { deletionGraceMs } }));

  it('collected rewards are paid to a deleted account, and never to an erased account', async () => {
    const { test } = shop;
    const [leaving, erased] = [await shop.shopper({ gamerCoins: 0 }), await shop.shopper({ gamerCoins: 0 })];
    const { id } = await test.db.one<{ id: string }>(sql`
      with event as (
        insert into events (title, type, triggers, starts_at, ends_at, auto_run)
        values ('Payout', 'TEST', '{COMPLETE_CHALLENGE}', now() - interval '2 days', now() - interval '1 day', false)
        returning id),
      rewards as (
        insert into event_rewards (event_id, player_id, trigger, cause, currency, amount, caused_at)
        select event.id, p.id, 'COMPLETE_CHALLENGE', 'attempt:' || p.id, 'GC', 7, now() - interval '1 day'
        from event, players p where p.id = any (${[leaving.id, erased.id]}))
      select id from event`);
    await leave(test, erased);
    await erase(test);
    await leave(test, leaving);
    const admin = await createPlayer(test.db, { role: 'SUPER_ADMIN' });
    const url = `/events/run-leaderboard/${id}`;
    const sent = await test.call({
      method: 'POST',
      url,
      token: await test.signIn(admin.id),
      key: randomUUID(),
    });
    expect(sent.statusCode).toBe(200);
    expect([await shop.gamerCoins(leaving), await shop.gamerCoins(erased)]).toEqual([7, 0]);
    await keep(test, leaving);
    expect(await shop.gamerCoins(leaving)).toBe(7);
  });

  it('a bad code is replaced, and the buyer sees the new code after keeping the account', async () => {
    const { test } = shop;
    const buyer = await shop.shopper();
    const card = await shop.card({ codes: ['GRACE-CODE-0001', 'GRACE-CODE-0002'] });
    const { data } = await shop.checkout(buyer, [line(card)]);
    const purchaseId = data.purchases[0]?._id ?? '';
    await leave(test, buyer);
    const admin = await createPlayer(test.db, { role: 'SUPER_ADMIN' });
    const replaced = await test.call({
      method: 'POST',
      url: `/gift-card/purchases/${purchaseId}/replace`,
      token: await test.signIn(admin.id),
      key: randomUUID(),
      payload: { reason: 'It did not work' },
    });
    expect([replaced.statusCode, replaced.json().code]).toEqual([200, undefined]);
    await keep(test, buyer);
    const back = { ...buyer, token: await test.signIn(buyer.id) };
    expect((await shop.reveal(back, purchaseId)).hashCode).toBe('GRACE-CODE-0002');
  });

  it('deleting twice neither blocks nor repeats a payout', async () => {
    const { test } = shop;
    const player = await shop.shopper({ gamerCoins: 300 });
    await leave(test, player);
    await keep(test, player);
    const back = { ...player, token: await test.signIn(player.id) };
    await leave(test, back);
    await erase(test);
    expect([await shop.gamerCoins(player), await forfeited(test, player)]).toEqual([0, 300]);
  });
});
