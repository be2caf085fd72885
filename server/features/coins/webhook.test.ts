// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { startTestApp } from '../../../tests/support/app.ts';
import { type Buyer, startCoinsTest } from '../../../tests/support/coins.ts';
import { openForTests } from '../../../tests/support/open-for-tests.ts';
import { transferAlone } from '../../ledger/transfer.ts';
import { isRefusal } from '../../platform/refusal.ts';
import { readCardEvent } from '../../providers/stripe/events.ts';
import { receiveEvent } from './payments/receive-event.ts';

const coins = openForTests(startCoinsTest);
let player: Buyer;
let packageId: string;
beforeAll(async () => {
  // 1000 coins for $9.00
  packageId = await coins.addPackage();
});
beforeEach(async () => {
  player = await coins.buyer();
});

const succeeded = 'payment_intent.succeeded';
const bought = { gamerCoins: 1000, xp: 90 };

const paid = () => coins.paid(player, packageId);

it("credits coins and XP, notifies the player's pages and features, and stores the event", async () => {
  const { paymentId, intentId, intent } = await paid();
  const webhook = coins.webhook(succeeded, intent, { id: `evt_${paymentId}` });
  expect(await coins.deliver(webhook)).toBe(200);
  expect(await coins.balances(player)).toMatchObject(bought);
  expect((await coins.payment(player, paymentId)).status).toBe('credited');
  const moved = await coins.db.rows(sql`
    select currency, amount, type, debit_house as house, description from transfers where reference = ${paymentId}
    order by id`);
  expect(moved).toEqual([
    {
      currency: 'GC',
      amount: 1000,
      type: 'coin_purchase',
      house: 'coin_sales',
      description: 'Bought GC_1000',
    },
    { currency: 'XP', amount: 90, type: 'xp_award', house: 'rewards', description: 'XP: bought GC_1000' },
  ]);
  const live = await coins.db.rows(
    sql`select name, data from live_events where player_id = ${player.id} order by id`,
  );
  expect(live).toEqual([
    { name: 'payment', data: { paymentId, status: 'credited' } },
    { name: 'balance', data: expect.objectContaining({ gamerCoins: 1000, xp: 90, delta: 1000 }) },
  ]);
  const told = await coins.db.rows(sql`
    select jobs.payload from graphile_worker._private_jobs jobs
    join graphile_worker._private_tasks tasks on tasks.id = jobs.task_id
    where tasks.identifier = 'payment.credited' and jobs.payload ->> 'paymentId' = ${paymentId}`);
  expect(told).toEqual([
    {
      payload: {
        _requestId: expect.any(String),
        paymentId,
        playerId: player.id,
        packageTitle: 'GC_1000',
        coins: 1000,
        xp: 90,
        amountCents: 900,
        at: coins.clock.now().toISOString(),
      },
    },
  ]);
  const kept = await coins.db.rows(sql`
    select event_id, type, object_id, effect, amount_cents, currency, status from payment_events
    where payment_id = ${paymentId}`);
  expect(kept).toEqual([
    {
      eventId: `evt_${paymentId}`,
      type: succeeded,
      objectId: intentId,
      effect: 'credited',
      amountCents: 900,
      currency: 'usd',
      status: 'succeeded',
    },
  ]);
});

it('credits a payment once when several equal and different webhooks arrive concurrently', async () => {
  const { paymentId, intent } = await paid();
  const same = coins.webhook(succeeded, intent);
  const others = Array.from({ length: 5 }, () => coins.webhook(succeeded, intent));
  const answers = await Promise.all([...Array(8).fill(same), ...others].map(coins.deliver));
  expect(new Set(answers)).toEqual(new Set([200]));
  expect(await coins.balances(player)).toMatchObject(bought);
  expect((await coins.effects(paymentId)).sort()).toEqual(['credited', ...Array(5).fill('known')]);
});

it('credits a webhook that arrives before the answer to the intent', async () => {
  coins.stripe.onCreated(async (intent) => {
    coins.stripe.pay(intent.id);
    const delivered = await coins.deliver(
      coins.webhook(succeeded, coins.stripe.intents.get(intent.id) as object),
    );
    expect(delivered).toBe(200);
  });
  const { paymentId, intentId } = await coins.order(player, packageId);
  coins.stripe.onCreated(() => {});
  expect(await coins.balances(player)).toMatchObject(bought);
  const row = await coins.db.row(sql`select status, intent_id from payments where id = ${paymentId}`);
  expect(row).toEqual({ status: 'credited', intentId });
});

it('leaves a payment open after a declined card', async () => {
  const { paymentId, intentId } = await coins.order(player, packageId);
  const intent = coins.stripe.intents.get(intentId) as object;
  await coins.deliver(coins.webhook('payment_intent.payment_failed', intent));
  expect((await coins.payment(player, paymentId)).status).toBe('open');
  await coins.deliver(coins.webhook(succeeded, coins.stripe.pay(intentId)));
  expect((await coins.payment(player, paymentId)).status).toBe('credited');
  expect(await coins.effects(paymentId)).toEqual(expect.arrayContaining(['noted', 'credited']));
});

it('stores nothing when the coins cannot move', async () => {
  const { paymentId, intent } = await paid();
  await transferAlone(coins.db, {
    currency: 'XP',
    amount: 1,
    from: { house: 'rewards' },
    to: { player: player.id },
    type: 'challenge_reward',
    reference: 'another',
    idempotencyKey: `payment:${paymentId}:xp`,
    description: 'Another',
  });
  const webhook = coins.webhook(succeeded, intent);
  expect(await coins.deliver(webhook)).toBe(500);
  const { body, signature } = webhook;
  const input = await readCardEvent(
    Buffer.from(body),
    signature,
    coins.deps.webhookSecrets,
    coins.clock.now(),
  );
  if (isRefusal(input)) throw new Error(input.refused);
  await expect(receiveEvent(input, coins.deps)).rejects.toThrow(
    `payment:${paymentId}:xp was refused: idempotency_key_reused`,
  );
  expect((await coins.balances(player)).gamerCoins).toBe(0);
  expect((await coins.payment(player, paymentId)).status).toBe('open');
  expect(await coins.effects(paymentId)).toEqual([]);
});

it('fails a cancelled payment, and still credits money that arrives', async () => {
  const { paymentId, intentId } = await coins.order(player, packageId);
  const canceled = { ...coins.stripe.intents.get(intentId), status: 'canceled' };
  await coins.deliver(coins.webhook('payment_intent.canceled', canceled));
  expect((await coins.payment(player, paymentId)).status).toBe('failed');
  await coins.deliver(coins.webhook('payment_intent.canceled', canceled));
  await coins.deliver(coins.webhook(succeeded, coins.stripe.pay(intentId)));
  expect((await coins.payment(player, paymentId)).status).toBe('credited');
  await coins.deliver(coins.webhook('payment_intent.canceled', canceled));
  expect((await coins.payment(player, paymentId)).status).toBe('credited');
  expect(await coins.balances(player)).toMatchObject(bought);
  expect((await coins.effects(paymentId)).sort()).toEqual(['credited', 'failed', 'known', 'known']);
});

it('gives XP for whole 10 cents, rounded down', async () => {
  const odd = await coins.addPackage({ coins: 7, originalPriceCents: 99, discountPercentage: 0 });
  const { intentId } = await coins.order(player, odd);
  await coins.deliver(coins.webhook(succeeded, coins.stripe.pay(intentId)));
  expect(await coins.balances(player)).toMatchObject({ gamerCoins: 7, xp: 9 });
});

it('sells the package as it was when the payment started', async () => {
  const edited = await coins.addPackage();
  const { paymentId, intentId } = await coins.order(player, edited);
  await coins.db.run(
    sql`update coin_packages set coins = 9, original_price_cents = 5000 where id = ${edited}`,
  );
  await coins.db.run(sql`delete from coin_packages where id = ${edited}`);
  await coins.deliver(coins.webhook(succeeded, coins.stripe.pay(intentId)));
  expect(await coins.balances(player)).toMatchObject(bought);
  expect(await coins.payment(player, paymentId)).toMatchObject({ price: 9, coins: 1000 });
});

it('exempts webhooks from the general rate limit per address', { tags: ['long'] }, async () => {
  const limited = await startTestApp({ config: { rateLimitPerMinute: 20 } });
  const getStatus = async (url: string) => (await limited.call({ method: 'POST', url })).statusCode;
  const statuses = await Promise.all(Array.from({ length: 30 }, () => getStatus('/stripe/webhook')));
  expect(new Set(statuses)).toEqual(new Set([400]));
  const others = await Promise.all(Array.from({ length: 30 }, () => getStatus('/cart/checkout')));
  expect(others).toContain(429);
  await limited.close();
});

it('never deletes events and payments', async () => {
  const { paymentId, intent } = await paid();
  await coins.deliver(coins.webhook(succeeded, intent));
  const { db } = coins;
  await expect(db.run(sql`delete from payments where id = ${paymentId}`)).rejects.toThrow('refused');
  await expect(db.run(sql`delete from payment_events where payment_id = ${paymentId}`)).rejects.toThrow(
    'refused',
  );
  await expect(db.run(sql`update payment_events set effect = 'known'`)).rejects.toThrow('refused');
});

it('answers with the acknowledgement that Stripe expects', async () => {
  const { intent } = await coins.paid(player, packageId);
  const { body, signature } = coins.webhook(succeeded, intent);
  const answer = await coins.test.call({
    method: 'POST',
    url: '/stripe/webhook',
    headers: { 'stripe-signature': signature, 'content-type': 'application/json' },
    payload: body,
  });
  expect([answer.statusCode, answer.json()]).toEqual([200, { received: true }]);
});
