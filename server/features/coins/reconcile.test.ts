// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import { parseCrontab } from 'graphile-worker';
import sql from 'sql-template-tag';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { type Buyer, startCoinsTest } from '../../../tests/support/coins.ts';
import { openForTests } from '../../../tests/support/open-for-tests.ts';
import { coinsCrontab, coinsTasks } from './feature.ts';
import { storeIntent } from './payments/payment-store.ts';
import { refreshPayment } from './payments/refresh-payment.ts';
import { reconcilePayments } from './reconciling/reconcile-payments.ts';

const coins = openForTests(startCoinsTest);
let player: Buyer;
let packageId: string;
beforeAll(async () => {
  packageId = await coins.addPackage();
});
beforeEach(async () => {
  player = await coins.buyer();
  // Payments of other tests are no longer due.
  await coins.db.run(sql`update payments set next_check_at = null`);
});

const minutes = (count: number) => coins.clock.advance(count * 60_000);
const hours = (count: number) => minutes(count * 60);
const getStatus = async (paymentId: string) => (await coins.payment(player, paymentId)).status;
const getCalls = (intentId: string) =>
  coins.stripe.calls.filter(({ path }) => path.includes(intentId)).length;

it('credits a payment once at its first check when the webhook got lost', async () => {
  const { paymentId, intentId } = await coins.order(player, packageId);
  const intent = coins.stripe.pay(intentId);
  coins.clock.advance(4_000);
  await coins.reconcile();
  expect(await getStatus(paymentId)).toBe('open');
  coins.clock.advance(1_000);
  await Promise.all([coins.reconcile(), coins.reconcile()]);
  expect(await getStatus(paymentId)).toBe('credited');
  await coins.deliver(coins.webhook('payment_intent.succeeded', intent));
  expect((await coins.balances(player)).gamerCoins).toBe(1000);
});

it('asks ever more rarely, and never again once a payment is final', {
  tags: ['long'],
}, async () => {
  const { paymentId, intentId } = await coins.order(player, packageId);
  coins.stripe.pay(intentId);
  const asked: number[] = [];
  const start = coins.clock.now().getTime();
  for (let hour = 0; hour < 300 * 24; hour++) {
    const before = getCalls(intentId);
    await coins.reconcile();
    if (getCalls(intentId) > before)
      asked.push(Math.round((coins.clock.now().getTime() - start) / 3_600_000));
    hours(1);
  }
  expect(asked.slice(0, 6)).toEqual([1, 2, 4, 8, 16, 32]);
  expect(asked.at(-1)).toBeGreaterThan(240 * 24);
  expect(asked.length).toBeLessThan(24);
  const row = await coins.db.row(sql`select next_check_at from payments where id = ${paymentId}`);
  expect(row).toEqual({ nextCheckAt: null });
});

it('finds a refund whose webhook got lost', async () => {
  const { paymentId, intentId } = await coins.order(player, packageId);
  await coins.deliver(coins.webhook('payment_intent.succeeded', coins.stripe.pay(intentId)));
  minutes(3);
  await coins.reconcile();
  coins.stripe.refund(intentId, 900);
  minutes(4);
  await coins.reconcile();
  expect(await getStatus(paymentId)).toBe('refunded');
  expect((await coins.balances(player)).gamerCoins).toBe(0);
});

it('stores the intent that a crash had lost, and answers a repeated call with it', {
  tags: ['long'],
}, async () => {
  const key = randomUUID();
  coins.stripe.failNext('lose', 'lose');
  await coins.createIntent(player, { packageId }, key);
  const row = await coins.db.row<{ id: string }>(sql`select id from payments where player_id = ${player.id}`);
  minutes(3);
  await coins.reconcile();
  const found = await coins.db.row<{ intent: string }>(sql`
    select intent_id as intent from payments where player_id = ${player.id}`);
  const answer = await coins.createIntent(player, { packageId }, key);
  expect(answer).toMatchObject({ paymentId: row?.id, clientSecret: `${found?.intent}_secret_x` });
});

it('cancels a payment unpaid for a day, and keeps a payment in progress', async () => {
  const open = await coins.order(player, packageId);
  const late = await coins.order(player, packageId);
  hours(23);
  await coins.reconcile();
  expect(coins.stripe.intents.get(open.intentId)?.status).toBe('requires_payment_method');
  Object.assign(coins.stripe.intents.get(late.intentId) ?? {}, { status: 'processing' });
  hours(25);
  await coins.reconcile();
  expect(coins.stripe.intents.get(open.intentId)?.status).toBe('canceled');
  expect(await getStatus(open.paymentId)).toBe('failed');
  expect(await getStatus(late.paymentId)).toBe('open');
  const row = await coins.db.row(sql`select next_check_at from payments where id = ${open.paymentId}`);
  expect(row).toEqual({ nextCheckAt: null });
});

it('credits a payment that succeeds while it is being cancelled', async () => {
  const { paymentId, intentId } = await coins.order(player, packageId);
  hours(25);
  const { cards } = coins.deps;
  const racing = {
    ...cards,
    cancelIntent(id: string) {
      coins.stripe.pay(intentId);
      return cards.cancelIntent(id);
    },
  };
  expect(await refreshPayment({ paymentId }, { ...coins.deps, cards: racing })).toBe('answered');
  expect(await getStatus(paymentId)).toBe('credited');
});

it('logs no error for an unpaid payment', async () => {
  const { paymentId } = await coins.order(player, packageId);
  const error = vi.spyOn(coins.deps.log, 'error');
  expect(await refreshPayment({ paymentId }, coins.deps)).toBe('answered');
  expect(error).not.toHaveBeenCalled();
});

it('leaves a possibly paid payment open while the card provider does not answer', {
  tags: ['long'],
}, async () => {
  const { paymentId } = await coins.order(player, packageId);
  hours(25);
  coins.stripe.failNext('lose', 'lose', 'lose');
  expect(await refreshPayment({ paymentId }, coins.deps)).toBe('no_answer');
  expect(await getStatus(paymentId)).toBe('open');
});

it('marks a payment without an intent as failed after a day', { tags: ['long'] }, async () => {
  coins.stripe.failNext('tear', 'tear');
  const key = randomUUID();
  await coins.createIntent(player, { packageId }, key);
  const { id } = (await coins.db.row<{ id: string }>(sql`
    select id from payments where player_id = ${player.id}`)) as { id: string };
  const refusal = { status: 400, error: { type: 'invalid_request_error', code: 'amount_too_small' } };
  coins.stripe.failNext(refusal);
  hours(1);
  await coins.reconcile();
  expect(await getStatus(id)).toBe('open');
  coins.stripe.failNext(refusal);
  hours(24);
  await coins.reconcile();
  expect(await getStatus(id)).toBe('failed');
});

it('never credits a payment that differs from its order', { tags: ['long'] }, async () => {
  const { paymentId, intentId } = await coins.order(player, packageId);
  coins.stripe.pay(intentId);
  Object.assign(coins.stripe.intents.get(intentId) ?? {}, { amount_received: 450 });
  minutes(3);
  const error = vi.spyOn(coins.deps.log, 'error');
  await coins.reconcile();
  expect(error.mock.calls).toEqual([
    [{ paymentId, intentId }, 'the payment differs from its order: not credited'],
  ]);
  expect(await getStatus(paymentId)).toBe('open');
  expect((await coins.balances(player)).gamerCoins).toBe(0);
});

it('stops while the card provider is silent, and asks again soon', { tags: ['long'] }, async () => {
  const orders: { paymentId: string; intentId: string }[] = [];
  for (let n = 0; n < 9; n++) orders.push(await coins.order(player, packageId));
  for (const { intentId } of orders) coins.stripe.pay(intentId);
  minutes(3);
  const outage = { status: 503, error: { type: 'api_error' } };
  coins.stripe.calls.length = 0;
  coins.stripe.failNext(...Array(8).fill(outage));
  const warn = vi.spyOn(coins.deps.log, 'warn');
  await coins.reconcile();
  expect(warn.mock.calls.at(-1)).toEqual([{ due: 9, asked: 4 }, 'could not reconcile payments']);
  // Four payments, two calls each.
  expect(coins.stripe.calls).toHaveLength(8);
  await coins.reconcile();
  expect((await coins.balances(player)).gamerCoins).toBe(5000);
  minutes(2);
  await coins.reconcile();
  expect((await coins.balances(player)).gamerCoins).toBe(9000);
});

it('continues past one unanswered payment while others are answered', { tags: ['long'] }, async () => {
  const orders: { intentId: string }[] = [];
  for (let n = 0; n < 9; n++) orders.push(await coins.order(player, packageId));
  for (const { intentId } of orders) coins.stripe.pay(intentId);
  minutes(3);
  // The first four calls, which run together, and the retry of one of them.
  coins.stripe.failNext(...Array(5).fill({ status: 503, error: { type: 'api_error' } }));
  await coins.reconcile();
  expect((await coins.balances(player)).gamerCoins).toBe(8000);
});

it('keeps the first intent of a payment when a second intent arrives', async () => {
  const { paymentId, intentId } = await coins.order(player, packageId);
  await storeIntent(coins.db, paymentId, 'pi_second');
  const row = await coins.db.row(sql`select intent_id from payments where id = ${paymentId}`);
  expect(row).toEqual({ intentId });
});

it('leaves a payment open when the card provider does not know it', async () => {
  const { paymentId, intentId } = await coins.order(player, packageId);
  coins.stripe.intents.delete(intentId);
  minutes(3);
  await coins.reconcile();
  expect(await getStatus(paymentId)).toBe('open');
});

it('runs every minute, and reads the balance every hour, one pass at a time', () => {
  const items = parseCrontab(coinsCrontab);
  expect(items.map(({ task }) => task)).toEqual(['reconcile-payments', 'read-provider-balance']);
  for (const { task, options } of items) {
    expect(Object.keys(coinsTasks(coins.deps))).toContain(task);
    expect(options).toMatchObject({ queueName: task, jobKey: task });
  }
});

it('asks nothing when card payments are not configured', async () => {
  await coins.order(player, packageId);
  minutes(3);
  coins.stripe.calls.length = 0;
  const { cards } = coins.deps;
  await reconcilePayments({ ...coins.deps, cards: { ...cards, isConfigured: false } });
  expect(coins.stripe.calls).toEqual([]);
});

it('cancels a payment only after a full day, and stops when newer answers keep overtaking its own', async () => {
  const { paymentId, intentId } = await coins.order(player, packageId);
  hours(24);
  await refreshPayment({ paymentId }, coins.deps);
  expect(coins.stripe.intents.get(intentId)?.status).toBe('requires_payment_method');
  let asked = 0;
  const { cards } = coins.deps;
  const overtaken = {
    ...cards,
    async readPayment(id: string) {
      asked++;
      await coins.db.run(sql`update payments set checks = checks + 1 where id = ${paymentId}`);
      return cards.readPayment(id);
    },
  };
  await expect(refreshPayment({ paymentId }, { ...coins.deps, cards: overtaken })).rejects.toThrow(
    `payment ${paymentId} was overtaken 5 times`,
  );
  expect(asked).toBe(5);
  coins.clock.advance(1);
  await refreshPayment({ paymentId }, coins.deps);
  expect(coins.stripe.intents.get(intentId)?.status).toBe('canceled');
  const unknown = randomUUID();
  await expect(refreshPayment({ paymentId: unknown }, coins.deps)).rejects.toThrow(
    `there is no payment ${unknown}`,
  );
});

it('continues with other payments when one fails, and logs it', async () => {
  const broken = await coins.order(player, packageId);
  const sound = await coins.order(player, packageId);
  for (const { intentId } of [broken, sound]) coins.stripe.pay(intentId);
  await coins.db.run(sql`
    create function fail_one_payment() returns trigger language plpgsql as $$
    begin
      if old.package_title = 'broken' then raise exception 'planted'; end if;
      return new;
    end $$`);
  await coins.db.run(sql`update payments set package_title = 'broken' where id = ${broken.paymentId}`);
  await coins.db.run(sql`
    create trigger fail_one_payment before update on payments for each row execute function fail_one_payment()`);
  minutes(3);
  await expect(coins.reconcile()).rejects.toThrow('1 payments failed');
  expect(await getStatus(sound.paymentId)).toBe('credited');
  await coins.db.run(sql`drop trigger fail_one_payment on payments`);
  await coins.reconcile();
  expect(await getStatus(broken.paymentId)).toBe('credited');
});
