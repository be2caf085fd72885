import { randomUUID } from 'node:crypto';
import fastify from 'fastify';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startTestApp } from '../../../tests/support/app.ts';
import { type Buyer, type CoinsTest, startCoinsTest } from '../../../tests/support/coins.ts';
import { createLogger } from '../../platform/log.ts';
import { isRefusal } from '../../platform/refusal.ts';
import { readCardEvent } from '../../providers/stripe/events.ts';
import { receiveEvent } from './receive-event.ts';
import { webhookRoute } from './webhook-route.ts';

let coins: CoinsTest;
let player: Buyer;
let packageId: string;
beforeAll(async () => {
  coins = await startCoinsTest();
  // 1000 coins for $9.00
  packageId = await coins.addPackage();
});
afterAll(() => coins.close());
beforeEach(async () => {
  player = await coins.buyer();
});

const succeeded = 'payment_intent.succeeded';
const nothing = { gamerCoins: 0, xp: 0 };
const bought = { gamerCoins: 1000, xp: 90 };

/** An ordered payment whose card was charged, and the webhook of it. */
async function paid() {
  const { paymentId, intentId } = await coins.order(player, packageId);
  const intent = coins.stripe.pay(intentId);
  return { paymentId, intentId, intent };
}

const countEvents = async () => (await coins.db.rows(sql`select event_id from payment_events`)).length;

it('credits coins and XP, tells the player’s pages and the other features, and keeps what was received', async () => {
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
      event_id: `evt_${paymentId}`,
      type: succeeded,
      object_id: intentId,
      effect: 'credited',
      amount_cents: 900,
      currency: 'usd',
      status: 'succeeded',
    },
  ]);
});

it('credits once, however many and different events say so at the same time', async () => {
  const { paymentId, intent } = await paid();
  const same = coins.webhook(succeeded, intent);
  const others = Array.from({ length: 5 }, () => coins.webhook(succeeded, intent));
  const answers = await Promise.all([...Array(8).fill(same), ...others].map(coins.deliver));
  expect(new Set(answers)).toEqual(new Set([200]));
  expect(await coins.balances(player)).toMatchObject(bought);
  expect((await coins.effects(paymentId)).sort()).toEqual(['credited', ...Array(5).fill('known')]);
});

it('credits a webhook that is there before the answer to the intent', async () => {
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
  expect(row).toEqual({ status: 'credited', intent_id: intentId });
});

describe('refuses, and keeps nothing of it', () => {
  it.each([
    ['what somebody else has signed', { secret: 'whsec_forged' }],
    ['what is five minutes old', { at: new Date(Date.now() - 310_000) }],
  ])('%s', async (_, options) => {
    const { paymentId, intent } = await paid();
    const before = await countEvents();
    expect(await coins.deliver(coins.webhook(succeeded, intent, options))).toBe(400);
    expect(await coins.balances(player)).toMatchObject(nothing);
    expect((await coins.payment(player, paymentId)).status).toBe('open');
    expect(await countEvents()).toBe(before);
  });

  it('a body that was changed, one without a signature, and none at all', async () => {
    const { intent } = await paid();
    const before = await countEvents();
    const { body, signature } = coins.webhook(succeeded, intent);
    expect(await coins.deliver({ body: `${body} `, signature })).toBe(400);
    expect(await coins.deliver({ body, signature: '' })).toBe(400);
    const empty = await coins.test.call({ method: 'POST', url: '/stripe/webhook' });
    expect([empty.statusCode, empty.json().code]).toEqual([400, 'webhook_not_signed']);
    expect(await countEvents()).toBe(before);
    expect(await coins.balances(player)).toMatchObject(nothing);
  });
});

it('warns of refused webhooks, but rarely', async () => {
  const log = createLogger('silent');
  const warn = vi.spyOn(log, 'warn');
  const app = fastify();
  webhookRoute(app, { ...coins.deps, log });
  const post = () => app.inject({ method: 'POST', url: '/stripe/webhook', payload: '{}' });
  await Promise.all([post(), post(), post()]);
  expect(warn).toHaveBeenCalledTimes(1);
  coins.clock.advance(61_000);
  await post();
  expect(warn).toHaveBeenCalledTimes(2);

  const error = vi.spyOn(log, 'error');
  const at = new Date(coins.clock.now().getTime() - 3_600_000);
  const { body, signature } = coins.webhook(succeeded, { id: 'pi_1', object: 'payment_intent' }, { at });
  const headers = { 'stripe-signature': signature };
  const answer = await app.inject({ method: 'POST', url: '/stripe/webhook', payload: body, headers });
  expect([answer.statusCode, answer.json().code]).toEqual([400, 'webhook_too_old']);
  expect(answer.json().message).toContain('signed 3,600 s ago');
  expect(answer.json().message).toContain('that clock is wrong');
  expect(error).toHaveBeenCalledWith(
    { seconds: 3600, allowed: 300 },
    expect.stringContaining('the clock of this server may be wrong'),
  );
  await app.close();
});

describe('never credits, but keeps for an operator', () => {
  it.each([
    ['another amount', { amount: 1, amount_received: 1 }],
    ['half of it', { amount_received: 450 }],
    ['another currency', { currency: 'jpy' }],
    ['what is not through yet', { status: 'processing' }],
    ['an amount that is none', { amount: '900', amount_received: '900' }],
  ])('%s; the genuine news still counts', async (_, wrong) => {
    const { paymentId, intent } = await paid();
    expect(await coins.deliver(coins.webhook(succeeded, { ...intent, ...wrong }))).toBe(200);
    expect(await coins.balances(player)).toMatchObject(nothing);
    expect(await coins.effects(paymentId)).toEqual(['not_as_ordered']);
    await coins.deliver(coins.webhook(succeeded, intent));
    expect(await coins.balances(player)).toMatchObject(bought);
  });

  it('another intent that names this payment', async () => {
    const { paymentId, intent } = await paid();
    await coins.deliver(coins.webhook(succeeded, { ...intent, id: 'pi_other' }));
    expect(await coins.balances(player)).toMatchObject(nothing);
    expect(await coins.effects(paymentId)).toEqual(['not_as_ordered']);
  });

  it('a payment that is not here, and what is none of ours', async () => {
    const { intent } = await paid();
    const effectOf = async (object: object) => {
      const id = `evt_${randomUUID()}`;
      expect(await coins.deliver(coins.webhook(succeeded, object, { id }))).toBe(200);
      return coins.db.row(sql`select payment_id, effect from payment_events where event_id = ${id}`);
    };
    const elsewhere = { ...intent, id: 'pi_elsewhere' };
    for (const paymentId of [randomUUID(), 'not-an-id']) {
      expect(await effectOf({ ...elsewhere, metadata: { paymentId } })).toEqual({
        payment_id: null,
        effect: 'unknown_payment',
      });
    }
    expect(await effectOf({ ...elsewhere, metadata: {} })).toEqual({ payment_id: null, effect: 'not_ours' });
    expect(await effectOf({ id: 'cus_1', object: 'customer' })).toEqual({
      payment_id: null,
      effect: 'not_ours',
    });
    expect(await coins.balances(player)).toMatchObject(nothing);
  });
});

it('tells a payment of another installation on the same account from an error', async () => {
  const { intent } = await paid();
  const effectOf = async (metadata: object) => {
    const log = createLogger('silent');
    const error = vi.spyOn(log, 'error');
    const { body, signature } = coins.webhook(succeeded, { ...intent, id: `pi_${randomUUID()}`, metadata });
    const event = readCardEvent(Buffer.from(body), signature, coins.deps.webhookSecrets, coins.clock.now());
    if (isRefusal(event)) throw new Error(event.refused);
    const effect = await receiveEvent(event, { ...coins.deps, log });
    return { effect, alarms: error.mock.calls.length };
  };
  const paymentId = randomUUID();
  expect(await effectOf({ paymentId, installationId: randomUUID() })).toEqual({
    effect: 'other_installation',
    alarms: 0,
  });
  const own = intent.metadata;
  expect(own.installationId).toMatch(/^[0-9a-f-]{36}$/);
  expect(await effectOf({ ...own, paymentId })).toEqual({ effect: 'unknown_payment', alarms: 1 });
});

it('leaves a payment open whose card was declined: it may be tried again', async () => {
  const { paymentId, intentId } = await coins.order(player, packageId);
  const intent = coins.stripe.intents.get(intentId) as object;
  await coins.deliver(coins.webhook('payment_intent.payment_failed', intent));
  expect((await coins.payment(player, paymentId)).status).toBe('open');
  await coins.deliver(coins.webhook(succeeded, coins.stripe.pay(intentId)));
  expect((await coins.payment(player, paymentId)).status).toBe('credited');
  expect(await coins.effects(paymentId)).toEqual(expect.arrayContaining(['noted', 'credited']));
});

it('ends a payment that was cancelled; money that came all the same still counts', async () => {
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
});

it('gives XP for whole 10 cents, and none where a package is too cheap for any', async () => {
  const odd = await coins.addPackage({ coins: 7, originalPriceCents: 99, discountPercentage: 0 });
  const { intentId } = await coins.order(player, odd);
  await coins.deliver(coins.webhook(succeeded, coins.stripe.pay(intentId)));
  expect(await coins.balances(player)).toMatchObject({ gamerCoins: 7, xp: 9 });
});

it('sells the package as it was when the payment began', async () => {
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

it('takes webhooks beyond the general limit per address: the card provider sends from few', async () => {
  const limited = await startTestApp({ config: { rateLimitPerMinute: 20 } });
  const statusOf = async (url: string) => (await limited.call({ method: 'POST', url })).statusCode;
  const statuses = await Promise.all(Array.from({ length: 30 }, () => statusOf('/stripe/webhook')));
  expect(new Set(statuses)).toEqual(new Set([400]));
  const others = await Promise.all(Array.from({ length: 30 }, () => statusOf('/cart/checkout')));
  expect(others).toContain(429);
  await limited.close();
});

it('keeps events and payments for ever', async () => {
  const { paymentId, intent } = await paid();
  await coins.deliver(coins.webhook(succeeded, intent));
  const { db } = coins;
  await expect(db.run(sql`delete from payments where id = ${paymentId}`)).rejects.toThrow('refused');
  await expect(db.run(sql`delete from payment_events where payment_id = ${paymentId}`)).rejects.toThrow(
    'refused',
  );
  await expect(db.run(sql`update payment_events set effect = 'known'`)).rejects.toThrow('refused');
});
