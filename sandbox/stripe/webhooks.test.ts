// SPDX-License-Identifier: Apache-2.0

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type Stripe from 'stripe';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Sandbox } from '../options.ts';
import { sendJson, startTestSandbox } from '../testing/start.ts';
import { card, stripeAt } from './testing/client.ts';
import { type Receiver, startReceiver } from './testing/receiver.ts';

let app: Receiver;
let sandbox: Sandbox;
let folder: string;
const start = () => startTestSandbox({ appUrl: app.url, paymentsPath: join(folder, 'payments.jsonl') });
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'stripe-sandbox-'));
  app = await startReceiver();
  sandbox = await start();
});
afterEach(async () => {
  await sandbox.close();
  await app.close();
  rmSync(folder, { recursive: true });
});

const pay = (amount = 999) =>
  stripeAt(sandbox).paymentIntents.create({
    amount,
    currency: 'usd',
    allowed_payment_method_types: card,
    payment_method: 'pm_card_visa',
    confirm: true,
    metadata: { paymentId: 'p1' },
  });
const behave = (webhookFaults: object) => sendJson(`${sandbox.url}/stripe/webhooks`, 'PUT', webhookFaults);
/** Verified with the real Stripe package. */
const events = () =>
  app.received.map(
    ({ body, headers }) =>
      stripeAt(sandbox).webhooks.constructEvent(
        body,
        headers['stripe-signature'] as string,
        sandbox.stripeWebhookSecret,
      ) as Stripe.Event & { data: { object: { id: string } } },
  );
const arrived = (type: string) => events().filter((event) => event.type === type);

test('sends events to the application, signed as the real package expects', async () => {
  const intent = await pay();
  await vi.waitFor(() => expect(arrived('payment_intent.succeeded')).toHaveLength(1));
  const [event] = arrived('payment_intent.succeeded');
  expect(event).toMatchObject({
    object: 'event',
    api_version: '2026-10-28.endive',
    livemode: false,
    request: {
      id: expect.stringMatching(/^req_/),
      idempotency_key: expect.stringMatching(/^stripe-node-retry/),
    },
    data: {
      object: { id: intent.id, status: 'succeeded', amount_received: 999, metadata: { paymentId: 'p1' } },
    },
  });
  expect(app.received[0]).toMatchObject({
    path: '/api/v1/stripe/webhook',
    headers: { 'content-type': 'application/json; charset=utf-8' },
  });
  const forged = () =>
    stripeAt(sandbox).webhooks.constructEvent(
      '{}',
      app.received[0]?.headers['stripe-signature'] as string,
      'other',
    );
  expect(forged).toThrow();
});

test('sends the running total of refunds, and the outcome of disputes', async () => {
  const intent = await pay();
  const stripe = stripeAt(sandbox);
  await stripe.refunds.create({ payment_intent: intent.id, amount: 100 });
  await stripe.refunds.create({ payment_intent: intent.id, amount: 200 });
  const at = `${sandbox.url}/stripe`;
  const dispute = await sendJson(`${at}/payments/${intent.id}/dispute`, 'POST', {});
  const { id } = dispute.body as { id: string };
  await sendJson(`${at}/disputes/${id}/close`, 'POST', { outcome: 'lost' });
  await vi.waitFor(() => expect(arrived('charge.dispute.closed')).toHaveLength(1));
  await vi.waitFor(() => expect(arrived('charge.refunded')).toHaveLength(2));
  const totals = arrived('charge.refunded').map(({ data }) => data.object);
  expect(totals).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ object: 'charge', amount_refunded: 100 }),
      expect.objectContaining({ object: 'charge', amount_refunded: 300 }),
    ]),
  );
  expect(arrived('charge.dispute.created')[0]?.data.object).toMatchObject({ id, payment_intent: intent.id });
  expect(arrived('charge.dispute.closed')[0]?.data).toMatchObject({
    object: { id, status: 'lost' },
    previous_attributes: { status: 'needs_response' },
  });
});

test('sends failures and cancellations', async () => {
  const stripe = stripeAt(sandbox);
  const intent = await stripe.paymentIntents.create({
    amount: 500,
    currency: 'usd',
    allowed_payment_method_types: card,
  });
  await stripe.paymentIntents
    .confirm(intent.id, { payment_method: 'pm_card_visa_chargeDeclined' })
    .catch(() => {});
  await stripe.paymentIntents.cancel(intent.id);
  await vi.waitFor(() => expect(arrived('payment_intent.canceled')).toHaveLength(1));
  expect(arrived('payment_intent.payment_failed')[0]?.data.object).toMatchObject({
    id: intent.id,
    status: 'requires_payment_method',
    last_payment_error: { code: 'card_declined', decline_code: 'generic_decline' },
  });
  const listed = await stripe.events.list({ type: 'payment_intent.canceled' });
  expect(listed.data).toHaveLength(1);
});

test('sends copies of the same event', async () => {
  await behave({ copies: 3 });
  await pay();
  await vi.waitFor(() => expect(arrived('payment_intent.succeeded')).toHaveLength(3));
  expect(new Set(arrived('payment_intent.succeeded').map(({ id }) => id)).size).toBe(1);
});

test('never sends dropped events, but lists them in the API', async () => {
  await behave({ drop: true });
  await pay();
  await behave({ drop: false });
  const second = await pay(500);
  await vi.waitFor(() => expect(arrived('payment_intent.succeeded')).toHaveLength(1));
  expect(arrived('payment_intent.succeeded')[0]?.data.object.id).toBe(second.id);
  expect((await stripeAt(sandbox).events.list({ type: 'payment_intent.succeeded' })).data).toHaveLength(2);
});

test('sends delayed and shuffled events later, not before', { tags: ['long'] }, async () => {
  await behave({ delaySeconds: 0.3, shuffle: true });
  const startedAt = Date.now();
  await pay();
  await vi.waitFor(() => expect(arrived('payment_intent.succeeded')).toHaveLength(1));
  expect(Date.now() - startedAt).toBeGreaterThanOrEqual(300);
  expect(await (await fetch(`${sandbox.url}/stripe/webhooks`)).json()).toEqual({
    copies: 1,
    delaySeconds: 0.3,
    drop: 0,
    shuffle: true,
  });
});

test('sends a refused event again with a fresh signature', { tags: ['long'] }, async () => {
  app.answers.push(500, 500, 500);
  await pay();
  await vi.waitFor(() => expect(app.received).toHaveLength(6));
  const ids = events().map(({ id }) => id);
  expect(new Set(ids).size).toBe(3);
  const shown = (await (await fetch(`${sandbox.url}/stripe/events`)).json()) as { sending: object }[];
  expect(shown.map(({ sending }) => sending)).toEqual([
    { delivered: 1, failed: 1, last: '200' },
    { delivered: 1, failed: 1, last: '200' },
    { delivered: 1, failed: 1, last: '200' },
  ]);
});

test('keeps payments, idempotent answers and unsent events over a restart', { tags: ['long'] }, async () => {
  await behave({ delaySeconds: 3600 });
  const stripe = stripeAt(sandbox);
  const input = { amount: 999, currency: 'usd', allowed_payment_method_types: card };
  const intent = await stripe.paymentIntents.create(input, { idempotencyKey: 'k' });
  await behave({});
  app.answers.push(...Array(50).fill(500));
  await stripe.paymentIntents.confirm(intent.id, { payment_method: 'pm_card_threeDSecure2Required' });
  await vi.waitFor(() => expect(arrived('payment_intent.requires_action').length).toBeGreaterThan(0));
  await sandbox.close();

  app.answers.length = 0;
  app.received.length = 0;
  sandbox = await start();
  const again = await stripeAt(sandbox).paymentIntents.create(input, { idempotencyKey: 'k' });
  expect(again.id).toBe(intent.id);
  expect(await stripeAt(sandbox).paymentIntents.retrieve(intent.id)).toMatchObject({
    status: 'requires_action',
  });
  await vi.waitFor(() => expect(arrived('payment_intent.requires_action')).toHaveLength(1));
  const complete = { clientSecret: intent.client_secret, outcome: 'complete' };
  expect(await sendJson(`${sandbox.url}/stripe/challenge`, 'POST', complete)).toMatchObject({ status: 200 });
});
