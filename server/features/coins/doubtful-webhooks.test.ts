// SPDX-License-Identifier: Apache-2.0

import { createHmac, randomUUID } from 'node:crypto';
import fastify from 'fastify';
import { Registry } from 'prom-client';
import sql from 'sql-template-tag';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Buyer, startCoinsTest } from '../../../tests/support/coins.ts';
import { openForTests } from '../../../tests/support/open-for-tests.ts';
import { createLogger } from '../../platform/log.ts';
import { isRefusal } from '../../platform/refusal.ts';
import { readCardEvent } from '../../providers/stripe/events.ts';
import { signProbe } from '../../providers/stripe/webhook-probe.ts';
import { receiveEvent } from './payments/receive-event.ts';
import { webhookRoute } from './payments/webhook-route.ts';

const coins = openForTests(() => startCoinsTest({ metricsToken }));
let player: Buyer;
let packageId: string;
beforeAll(async () => {
  // 1000 coins for $9.00
  packageId = await coins.addPackage();
});
beforeEach(async () => {
  player = await coins.buyer();
});

const metricsToken = 'a token for metrics';
const succeeded = 'payment_intent.succeeded';
const nothing = { gamerCoins: 0, xp: 0 };
const bought = { gamerCoins: 1000, xp: 90 };
const paid = () => coins.paid(player, packageId);
const countEvents = async () => (await coins.db.rows(sql`select event_id from payment_events`)).length;

describe('refuses and stores nothing of', () => {
  it.each([
    ['a webhook signed by somebody else', { secret: 'whsec_forged' }],
    ['a webhook that is five minutes old', { at: new Date(Date.now() - 310_000) }],
  ])('%s', async (_, options) => {
    const { paymentId, intent } = await paid();
    const before = await countEvents();
    expect(await coins.deliver(coins.webhook(succeeded, intent, options))).toBe(400);
    expect(await coins.balances(player)).toMatchObject(nothing);
    expect((await coins.payment(player, paymentId)).status).toBe('open');
    expect(await countEvents()).toBe(before);
  });

  it('a webhook with a changed body, no signature or no body', async () => {
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

it('warns of refused webhooks, at a limited rate', async () => {
  const log = createLogger('silent');
  const warn = vi.spyOn(log, 'warn');
  const app = fastify();
  webhookRoute(app, { ...coins.deps, log, metrics: new Registry() });
  const post = () => app.inject({ method: 'POST', url: '/stripe/webhook', payload: '{}' });
  await Promise.all([post(), post(), post()]);
  expect(warn.mock.calls).toEqual([
    ['refused a webhook without a valid signature: check STRIPE_WEBHOOK_SECRET'],
  ]);
  coins.clock.advance(59_999);
  await post();
  expect(warn).toHaveBeenCalledTimes(1);
  coins.clock.advance(1);
  await post();
  expect(warn).toHaveBeenCalledTimes(2);

  const error = vi.spyOn(log, 'error');
  const at = new Date(coins.clock.now().getTime() - 3_600_000);
  const { body, signature } = coins.webhook(succeeded, { id: 'pi_1', object: 'payment_intent' }, { at });
  const headers = { 'stripe-signature': signature };
  const answer = await app.inject({ method: 'POST', url: '/stripe/webhook', payload: body, headers });
  expect([answer.statusCode, answer.json().code]).toEqual([400, 'webhook_too_old']);
  expect(answer.json().message).toContain('signed 3,600 s ago');
  expect(answer.json().message).toContain('correct that clock');
  expect(error.mock.calls).toEqual([
    [
      { seconds: 3600, allowed: 300 },
      'refused a genuine webhook because of its time: check the clock of this server; it may also be a replay of an old one',
    ],
  ]);
  expect(warn).toHaveBeenCalledTimes(2);
  await app.close();
});

describe('never credits, but records for an operator', () => {
  it.each([
    ['another amount', { amount: 1, amount_received: 1 }],
    ['half the amount', { amount_received: 450 }],
    ['another currency', { currency: 'jpy' }],
    ['a status that is not final', { status: 'processing' }],
    ['an amount that is not a number', { amount: '900', amount_received: '900' }],
  ])('a payment with %s, and still credits the genuine event', async (_, wrong) => {
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

  it('an unknown payment, and events of other objects', async () => {
    const { intent } = await paid();
    const toEffect = async (object: object) => {
      const id = `evt_${randomUUID()}`;
      expect(await coins.deliver(coins.webhook(succeeded, object, { id }))).toBe(200);
      return coins.db.row(sql`select payment_id, effect from payment_events where event_id = ${id}`);
    };
    const elsewhere = { ...intent, id: 'pi_elsewhere' };
    for (const paymentId of [randomUUID(), 'not-an-id', `${randomUUID()}0`, `0${randomUUID()}`]) {
      expect(await toEffect({ ...elsewhere, metadata: { paymentId } })).toEqual({
        paymentId: null,
        effect: 'unknown_payment',
      });
    }
    expect(await toEffect({ ...elsewhere, metadata: {} })).toEqual({ paymentId: null, effect: 'not_ours' });
    expect(await toEffect({ id: 'cus_1', object: 'customer' })).toEqual({
      paymentId: null,
      effect: 'not_ours',
    });
    expect(await coins.balances(player)).toMatchObject(nothing);
  });
});

it('logs a correctly signed event of unknown format as such, not as unsigned', async () => {
  const log = createLogger('silent');
  const error = vi.spyOn(log, 'error');
  const metrics = new Registry();
  const app = fastify();
  webhookRoute(app, { ...coins.deps, log, metrics });
  const secret = coins.deps.webhookSecrets[0] ?? '';
  const post = async (payload: string) => {
    const t = Math.floor(coins.deps.clock.now().getTime() / 1000);
    const v1 = createHmac('sha256', secret).update(`${t}.${payload}`).digest('hex');
    const headers = { 'stripe-signature': `t=${t},v1=${v1}`, 'content-type': 'application/json' };
    const answer = await app.inject({ method: 'POST', url: '/stripe/webhook', payload, headers });
    return [answer.statusCode, answer.json().code];
  };
  // A "thin" event as Stripe documents it, and a form that no Stripe version sends.
  const thin = {
    id: 'evt_test_1',
    object: 'v2.core.event',
    type: 'v1.billing.meter.error_report_triggered',
    created: '2026-10-28T12:00:00.000Z',
    related_object: null,
  };
  expect(await post(JSON.stringify(thin))).toEqual([400, 'webhook_of_another_form']);
  expect(await post('{"object":"event"}')).toEqual([400, 'webhook_of_another_form']);
  expect(await post('no json')).toEqual([400, 'webhook_of_another_form']);
  expect(error).toHaveBeenCalledTimes(1);
  expect(error).toHaveBeenCalledWith(
    { form: 'v2.core.event', type: thin.type },
    expect.stringContaining('correctly signed'),
  );
  expect(await metrics.metrics()).toContain('payment_events_total{effect="webhook_of_another_form"} 3');
  expect(await metrics.metrics()).toContain('payment_events_total{effect="webhook_not_signed"} 0');
  await app.close();
});

it("ignores an operator's probe, and limits the size of a webhook", async () => {
  const log = createLogger('silent');
  const [warn, error] = [vi.spyOn(log, 'warn'), vi.spyOn(log, 'error')];
  const metrics = new Registry();
  const app = fastify();
  webhookRoute(app, { ...coins.deps, log, metrics });
  const post = async (payload: string, signature: string) => {
    const headers = { 'stripe-signature': signature, 'content-type': 'application/json' };
    const answer = await app.inject({ method: 'POST', url: '/stripe/webhook', payload, headers });
    return [answer.statusCode, answer.json().code];
  };
  const { body, signature } = await signProbe(coins.deps.webhookSecrets[0] ?? '');
  expect(await post(body, signature)).toEqual([400, 'webhook_too_old']);
  expect([warn.mock.calls, error.mock.calls]).toEqual([[], []]);
  expect(await metrics.metrics()).not.toMatch(/effect="\w+"} [1-9]/);
  // From an outsider, or signed with a secret that is not in our configuration.
  const forged = await signProbe('whsec_forged');
  expect(await post(forged.body, forged.signature)).toEqual([400, 'webhook_not_signed']);
  expect(warn).toHaveBeenCalledTimes(1);
  expect(await metrics.metrics()).toContain('payment_events_total{effect="webhook_not_signed"} 1');
  expect(await post('x'.repeat(512 * 1024), 'none')).toEqual([400, 'webhook_not_signed']);
  expect((await post('x'.repeat(512 * 1024 + 1), 'none'))[0]).toBe(413);
  await app.close();
});

it.each([
  ['charge.refunded', 'asked'],
  ['charge.refund.updated', 'asked'],
  ['charge.dispute.created', 'asked'],
  ['refund.failed', 'asked'],
  ['charge.refundedx', 'noted'],
  ['charge.succeeded', 'noted'],
  ['x.refund.failed', 'noted'],
  ['payment_intent.created', 'noted'],
])('handles the event %s as %s', async (type, effect) => {
  const { paymentId, intentId } = await coins.order(player, packageId);
  await coins.deliver(coins.webhook(type, { id: 'ch_1', object: 'charge', payment_intent: intentId }));
  expect(await coins.effects(paymentId)).toEqual([effect]);
});

it('counts webhooks by their effect', async () => {
  const counted = async () => {
    const headers = { authorization: `Bearer ${metricsToken}` };
    const { body } = await coins.test.app.http.inject({ url: '/metrics', headers });
    const series = body.matchAll(/^payment_events_total\{effect="(\w+)"\} (\d+)$/gm);
    return Object.fromEntries([...series].map(([, effect, count]) => [effect, Number(count)]));
  };
  const before = await counted();
  const { intent } = await paid();
  const webhook = coins.webhook(succeeded, intent);
  const metadata = { paymentId: randomUUID(), installationId: randomUUID() };
  const others = coins.webhook(succeeded, { ...intent, id: 'pi_of_another', metadata });
  const forged = coins.webhook(succeeded, intent, { secret: 'whsec_forged' });
  for (const each of [webhook, webhook, others, forged]) await coins.deliver(each);
  const after = await counted();
  const since = (effect: string) => after[effect] - (before[effect] ?? 0);
  expect(['credited', 'repeated', 'other_installation', 'webhook_not_signed'].map(since)).toEqual([
    1, 1, 1, 1,
  ]);
});

it('distinguishes a payment of another installation from an error', async () => {
  const { intent, paymentId: orderedId } = await paid();
  const toEffect = async (metadata: object, paymentId: string | null = null) => {
    const log = createLogger('silent');
    const error = vi.spyOn(log, 'error');
    const { body, signature } = coins.webhook(succeeded, { ...intent, id: `pi_${randomUUID()}`, metadata });
    const event = await readCardEvent(
      Buffer.from(body),
      signature,
      coins.deps.webhookSecrets,
      coins.clock.now(),
    );
    if (isRefusal(event)) throw new Error(event.refused);
    const effect = await receiveEvent(event, { ...coins.deps, log });
    const { id: eventId, type, intentId } = event;
    const alarm = [{ eventId, type, intentId, paymentId, effect }, 'a payment event needs attention'];
    expect(error.mock.calls).toEqual(effect === 'other_installation' ? [] : [alarm]);
    return { effect, alarms: error.mock.calls.length };
  };
  const paymentId = randomUUID();
  expect(await toEffect({ paymentId, installationId: randomUUID() })).toEqual({
    effect: 'other_installation',
    alarms: 0,
  });
  const own = intent.metadata;
  expect(own.installationId).toMatch(/^[0-9a-f-]{36}$/);
  expect(await toEffect({ ...own, paymentId })).toEqual({ effect: 'unknown_payment', alarms: 1 });
  // Not the intent of the order.
  expect(await toEffect(own, orderedId)).toEqual({ effect: 'not_as_ordered', alarms: 1 });
});

it('asks the card provider once after several events about a payment', async () => {
  const { paymentId, intent } = await paid();
  for (const type of ['charge.refunded', 'charge.refund.updated']) {
    const about = { id: `ch_${type}`, object: 'charge', payment_intent: intent.id };
    expect(await coins.deliver(coins.webhook(type, about))).toBe(200);
  }
  expect((await coins.effects(paymentId)).sort()).toEqual(['asked', 'asked']);
  const jobs = await coins.db.rows(
    sql`select key from graphile_worker.jobs where key = ${`refresh-payment:${paymentId}`}`,
  );
  expect(jobs).toHaveLength(1);
});
