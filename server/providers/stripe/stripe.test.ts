// SPDX-License-Identifier: Apache-2.0

import { beforeEach, describe, expect, it, vi } from 'vitest';
import { openForTests } from '../../../tests/support/open-for-tests.ts';
import { patient } from '../../../tests/support/patience.ts';
import { createLogger, type Logger } from '../../platform/log.ts';
import { isRefusal, refuse } from '../../platform/refusal.ts';
import { type CardPayments, createCardPayments } from './card-payments.ts';
import { readCardEvent } from './events.ts';
import { startScriptedStripe, webhookSecret } from './testing/scripted-stripe.ts';

const stripe = openForTests(startScriptedStripe);
let cards: CardPayments;

let logged: string;
let log: Logger;
const connect = (limitMs: number) =>
  createCardPayments({
    apiBase: stripe.apiBase,
    secretKey: 'sk_test_hidden',
    log,
    timeoutMs: patient(limitMs),
  });
beforeEach(() => {
  stripe.calls.length = 0;
  logged = '';
  log = createLogger('info');
  vi.spyOn(log, 'error').mockImplementation((...said: unknown[]) => {
    logged += JSON.stringify(said);
  });
  cards = connect(8_000);
});

const order = (paymentId: string) => ({
  paymentId,
  playerId: 'player-1',
  amountCents: 999,
  installationId: 'shop-1',
  description: '1000 coins',
});

async function placed(paymentId: string) {
  const intent = await cards.placeOrder(order(paymentId));
  if (isRefusal(intent)) throw new Error(intent.refused);
  return intent;
}

describe('a call to Stripe', () => {
  it('requests a card payment with our amount, row key and metadata', async () => {
    const { intentId, clientSecret } = await placed('row-1');
    expect(clientSecret).toBe(`${intentId}_secret_x`);
    const [call] = stripe.calls;
    expect(call).toMatchObject({ method: 'POST', path: '/v1/payment_intents' });
    expect(Object.fromEntries(call?.form ?? [])).toEqual({
      amount: '999',
      currency: 'usd',
      'allowed_payment_method_types[0]': 'card',
      description: '1000 coins',
      'metadata[paymentId]': 'row-1',
      'metadata[playerId]': 'player-1',
      'metadata[installationId]': 'shop-1',
    });
    expect(call?.headers).toMatchObject({
      authorization: 'Bearer sk_test_hidden',
      'idempotency-key': 'row-1',
      'stripe-version': '2026-10-28.endive',
    });
    expect(call?.headers['x-stripe-client-telemetry']).toBeUndefined();
  });

  it('creates one intent however often it is repeated after failures', { tags: ['long'] }, async () => {
    stripe.failNext('tear');
    const { intentId } = await placed('row-2');
    stripe.failNext({ status: 500, error: { type: 'api_error' } });
    expect((await placed('row-2')).intentId).toBe(intentId);
    expect(await cards.clientSecretOf(intentId)).toBe(`${intentId}_secret_x`);
  });

  it('reads the state of a payment with its refunds and disputes', async () => {
    const { intentId } = await placed('row-3');
    const open = { intentId, status: 'requires_payment_method', amountCents: 999, receivedCents: 0 };
    expect(await cards.readPayment(intentId)).toMatchObject({ ...open, cardFingerprint: null });
    stripe.pay(intentId);
    stripe.refund(intentId, 200);
    const lost = stripe.dispute(intentId, 300);
    stripe.closeDispute(lost.id, 'lost');
    stripe.dispute(intentId, 50);
    const won = stripe.dispute(intentId, 400);
    stripe.closeDispute(won.id, 'won');
    expect(await cards.readPayment(intentId)).toEqual({
      intentId,
      status: 'succeeded',
      amountCents: 999,
      receivedCents: 999,
      currency: 'usd',
      refundedCents: 200,
      disputedCents: 350,
      cardFingerprint: 'fp_visa',
    });
  });

  it.each([
    ['warning_needs_response', [], 0],
    ['warning_closed', [], 0],
    ['prevented', [], 0],
    ['prevented', [{}], 999],
    ['under_review', [], 999],
    ['something_new', [], 999],
  ])('counts a dispute that is %s with bookings %j as %i cents', async (status, bookings, cents) => {
    const { intentId } = await placed(`row-${status}-${cents}`);
    stripe.pay(intentId);
    const { id } = stripe.dispute(intentId);
    Object.assign(stripe.disputes.get(id) ?? {}, { status, balance_transactions: bookings });
    expect(await cards.readPayment(intentId)).toMatchObject({ disputedCents: cents });
  });

  it('cancels an unpaid intent and nothing else', async () => {
    const { intentId } = await placed('row-4');
    expect(await cards.cancelIntent(intentId)).toBeUndefined();
    expect(stripe.intents.get(intentId)?.status).toBe('canceled');
    const paid = await placed('row-5');
    stripe.pay(paid.intentId);
    expect(await cards.cancelIntent(paid.intentId)).toEqual(refuse('payments_unavailable'));
    expect(stripe.intents.get(paid.intentId)?.status).toBe('succeeded');
  });
});

describe('a failure at Stripe', () => {
  const outage = { status: 500, error: { type: 'api_error', message: 'sk_test_hidden pi_secret_x' } };

  it.each([
    ['an outage', [outage, outage]],
    ['silence', ['hang', 'hang'] as const],
    ['an endless answer', ['drip'] as const],
    ['a torn connection', ['tear', 'tear'] as const],
    ['a wrong key', [{ status: 401, error: { type: 'invalid_request_error', message: 'sk_test_hidden' } }]],
    ['too many calls', [{ status: 429, error: { type: 'rate_limit_error' } }]],
  ])('is the same refusal for %s, logged without a secret', { tags: ['long'] }, async (_, faults) => {
    stripe.failNext(...faults);
    const hurried = connect(faults.some((fault) => fault === 'hang' || fault === 'drip') ? 150 : 8_000);
    expect(await hurried.placeOrder(order('row-6'))).toEqual(refuse('payments_unavailable'));
    expect(logged).toContain('"what":"place-order"');
    expect(logged).not.toMatch(/sk_test|secret_x/);
  });

  it('is a separate refusal when the amount is too small', async () => {
    stripe.failNext({ status: 400, error: { type: 'invalid_request_error', code: 'amount_too_small' } });
    expect(await cards.placeOrder(order('row-7'))).toEqual(refuse('payment_too_small'));
  });

  it('is immediate without card payments configured, and plain http is limited to loopback', async () => {
    const log = createLogger('silent');
    const none = createCardPayments({ apiBase: stripe.apiBase, secretKey: '', log });
    expect(await none.placeOrder(order('row-8'))).toEqual(refuse('payments_unavailable'));
    expect(() => createCardPayments({ apiBase: 'http://127.evil.example', secretKey: 'sk_1', log })).toThrow(
      'loopback only',
    );
  });
});

describe('a Stripe webhook', () => {
  const now = new Date('2026-11-21T12:00:00Z');
  const notSigned = refuse('webhook_not_signed');
  const object = { id: 'pi_1', object: 'payment_intent', amount: 999, amount_received: 999, currency: 'usd' };
  const paid = { ...object, status: 'succeeded', metadata: { paymentId: 'row-1', installationId: 'shop-1' } };
  const read = ({ body, signature }: { body: string; signature: string }, secrets = [webhookSecret]) =>
    readCardEvent(Buffer.from(body), signature, secrets, now);

  it('is read when signed with the old or the new secret', async () => {
    const webhook = stripe.webhook('payment_intent.succeeded', paid, { at: now, id: 'evt_1' });
    expect(await read(webhook, ['whsec_other', webhookSecret])).toEqual({
      id: 'evt_1',
      type: 'payment_intent.succeeded',
      happenedAt: now,
      objectId: 'pi_1',
      intentId: 'pi_1',
      paymentId: 'row-1',
      installationId: 'shop-1',
      amountCents: 999,
      receivedCents: 999,
      currency: 'usd',
      status: 'succeeded',
    });
    expect(await read(webhook, ['whsec_other'])).toEqual(notSigned);
    expect(await read(webhook, [])).toEqual(notSigned);
  });

  it('returns the intent of a charge, refund or dispute', async () => {
    const charge = { id: 'ch_1', object: 'charge', payment_intent: 'pi_1', amount: 999, metadata: null };
    expect(await read(stripe.webhook('charge.refunded', charge, { at: now }))).toMatchObject({
      objectId: 'ch_1',
      intentId: 'pi_1',
      paymentId: null,
      receivedCents: null,
    });
  });

  it('is refused when forged, changed, five minutes old or malformed', async () => {
    const { body, signature } = stripe.webhook('payment_intent.succeeded', paid, { at: now });
    expect(await read({ body: body.replace('999', '99900'), signature })).toEqual(notSigned);
    expect(await read({ body, signature: '' })).toEqual(notSigned);
    expect(await read({ body, signature: 't=1,v1=00' })).toEqual(notSigned);
    expect(await read(stripe.webhook('x', paid, { at: now, secret: 'whsec_forged' }))).toEqual(notSigned);
    const at = (seconds: number) => new Date(now.getTime() - seconds * 1000);
    expect(await read(stripe.webhook('x', paid, { at: at(300) }))).toMatchObject({ objectId: 'pi_1' });
    expect(await read(stripe.webhook('x', paid, { at: at(301) }))).toEqual(
      refuse('webhook_too_old', { seconds: 301, allowed: 300 }),
    );
    // A sender that cannot sign learns nothing about times.
    expect(await read(stripe.webhook('x', paid, { at: at(301), secret: 'whsec_forged' }))).toEqual(notSigned);
    expect(await read(stripe.webhook('x', { ...paid, id: 7 }, { at: now }))).toEqual(
      refuse('webhook_of_another_form', { form: 'event', type: 'x' }),
    );
  });
});
