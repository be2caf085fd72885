// SPDX-License-Identifier: Apache-2.0

import type Stripe from 'stripe';
import { beforeAll, describe, expect, test } from 'vitest';
import { openForTests } from '../../tests/support/open-for-tests.ts';
import { sendJson, startTestSandbox } from '../testing/start.ts';
import { card, stripeAt, toRefusal } from './testing/client.ts';

const sandbox = openForTests(startTestSandbox);
let stripe: Stripe;
beforeAll(async () => {
  stripe = stripeAt(sandbox);
});

const create = (more: Partial<Stripe.PaymentIntentCreateParams> = {}, options?: Stripe.RequestOptions) =>
  stripe.paymentIntents.create(
    {
      amount: 999,
      currency: 'usd',
      allowed_payment_method_types: card,
      metadata: { orderId: 'o1', note: 'a&b=c [x]' },
      ...more,
    },
    options,
  );
const pay = async (token = 'pm_card_visa') => {
  const { id } = await create();
  return stripe.paymentIntents.confirm(id, { payment_method: token });
};

describe('payment intents', () => {
  test('are created, found again, listed and paid', async () => {
    const intent = await create();
    expect(intent).toMatchObject({
      object: 'payment_intent',
      amount: 999,
      amount_received: 0,
      status: 'requires_payment_method',
      allowed_payment_method_types: ['card'],
      payment_method_types: ['card'],
      metadata: { orderId: 'o1', note: 'a&b=c [x]' },
      livemode: false,
    });
    expect(intent.id).toMatch(/^pi_[A-Za-z0-9]{24}$/);
    expect(intent.client_secret).toMatch(new RegExp(`^${intent.id}_secret_[A-Za-z0-9]{25}$`));
    expect(intent.lastResponse.apiVersion).toBe('2026-10-28.endive');
    expect(intent.lastResponse.requestId).toMatch(/^req_/);
    expect(await stripe.paymentIntents.retrieve(intent.id)).toEqual(intent);

    const paid = await stripe.paymentIntents.confirm(intent.id, { payment_method: 'pm_card_visa' });
    expect(paid).toMatchObject({ status: 'succeeded', amount_received: 999 });
    const charge = await stripe.charges.retrieve(paid.latest_charge as string);
    expect(charge).toMatchObject({ paid: true, amount: 999, payment_intent: intent.id, refunded: false });
    const found = await stripe.paymentIntents.list({ limit: 1, expand: ['data.latest_charge'] });
    expect(found.data[0]).toMatchObject({ id: intent.id, latest_charge: { id: charge.id } });
  });

  test('are listed page by page, newest first', async () => {
    const made: string[] = [];
    for (let count = 0; count < 5; count++) made.unshift((await create()).id);
    const seen: string[] = [];
    for await (const { id } of stripe.paymentIntents.list({ limit: 2 })) {
      seen.push(id);
      if (seen.length === 5) break;
    }
    expect(seen).toEqual(made);
    const now = Math.floor(Date.now() / 1000);
    expect((await stripe.paymentIntents.list({ created: { gt: now + 5 } })).data).toEqual([]);
    const before = await stripe.paymentIntents.list({ limit: 2, ending_before: made[4] });
    expect(before.data.map(({ id }) => id)).toEqual([made[2], made[3]]);
  });

  test.each([
    ['too small an amount', { amount: 49 }, 'amount_too_small', 'amount'],
    ['too large an amount', { amount: 100_000_000 }, 'amount_too_large', 'amount'],
    ['a fractional amount', { amount: 9.5 }, 'parameter_invalid_integer', 'amount'],
    ['no amount', { amount: undefined }, 'parameter_missing', 'amount'],
    ['no currency', { currency: undefined }, 'parameter_missing', 'currency'],
    [
      'the parameter of old tutorials',
      { payment_method_types: ['card'] },
      'payment_method_types_no_longer_supported',
      'payment_method_types',
    ],
    ['an unknown parameter', { colour: 'red' }, 'parameter_unknown', 'colour'],
    ['confirmation without a card', { confirm: true }, 'parameter_missing', 'payment_method'],
  ])('are refused with %s', async (_name, input, code, param) => {
    const refusal = await toRefusal(create(input as object));
    expect(refusal).toMatchObject({
      type: 'StripeInvalidRequestError',
      rawType: 'invalid_request_error',
      statusCode: 400,
      code,
      param,
    });
  });

  test('accept listed payment types or automatic types, not both', async () => {
    const automatic = { enabled: true, allow_redirects: 'never' as const };
    expect(await toRefusal(create({ automatic_payment_methods: automatic }))).toMatchObject({
      statusCode: 400,
    });
    const intent = await create({
      allowed_payment_method_types: undefined,
      automatic_payment_methods: automatic,
    });
    expect(intent.automatic_payment_methods).toEqual(automatic);
  });

  test('are created and paid in one call', async () => {
    const paid = await create({ confirm: true, payment_method: 'pm_card_mastercard' });
    expect(paid.status).toBe('succeeded');
  });

  test('are canceled only while unpaid', async () => {
    const { id } = await create();
    const canceled = await stripe.paymentIntents.cancel(id, { cancellation_reason: 'abandoned' });
    expect(canceled).toMatchObject({ status: 'canceled', cancellation_reason: 'abandoned' });
    const again = stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' });
    expect(await toRefusal(again)).toMatchObject({
      code: 'payment_intent_unexpected_state',
      statusCode: 400,
    });
    const paid = await pay();
    expect(await toRefusal(stripe.paymentIntents.cancel(paid.id))).toMatchObject({
      code: 'payment_intent_unexpected_state',
      payment_intent: { id: paid.id, status: 'succeeded' },
    });
  });

  test('answer 404 when they do not exist', async () => {
    expect(await toRefusal(stripe.paymentIntents.retrieve('pi_none'))).toMatchObject({
      type: 'StripeInvalidRequestError',
      code: 'resource_missing',
      statusCode: 404,
      message: "No such payment_intent: 'pi_none'",
    });
    expect(await toRefusal(stripe.charges.retrieve('pi_none'))).toMatchObject({ statusCode: 404 });
    expect(await toRefusal(stripe.rawRequest('GET', '/v1/nothing'))).toMatchObject({ statusCode: 404 });
  });
});

describe('test cards', () => {
  test.each([
    ['pm_card_visa_chargeDeclined', 'card_declined', 'generic_decline'],
    ['pm_card_visa_chargeDeclinedInsufficientFunds', 'card_declined', 'insufficient_funds'],
    ['pm_card_visa_chargeDeclinedLostCard', 'card_declined', 'lost_card'],
    ['pm_card_visa_chargeDeclinedStolenCard', 'card_declined', 'stolen_card'],
    ['pm_card_chargeDeclinedExpiredCard', 'expired_card', ''],
    ['pm_card_chargeDeclinedIncorrectCvc', 'incorrect_cvc', ''],
    ['pm_card_chargeDeclinedProcessingError', 'processing_error', ''],
    ['pm_card_chargeCustomerFail', 'card_declined', 'generic_decline'],
  ])('decline with %s, and let another card follow', async (token, code, declineCode) => {
    const { id } = await create();
    const refusal = await toRefusal(stripe.paymentIntents.confirm(id, { payment_method: token }));
    expect(refusal).toMatchObject({
      type: 'StripeCardError',
      rawType: 'card_error',
      statusCode: 402,
      code,
      decline_code: declineCode,
      payment_intent: { id, status: 'requires_payment_method', last_payment_error: { code } },
    });
    const paid = await stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' });
    expect(paid).toMatchObject({ status: 'succeeded', last_payment_error: null });
  });

  const cardWith = (change: object) =>
    stripe.rawRequest('POST', '/v1/payment_methods', {
      type: 'card',
      card: { number: '4242 4242 4242 4242', exp_month: 12, exp_year: 2034, cvc: '123', ...change },
    });
  test.each([
    [{ number: '4242424242424241' }, 'incorrect_number'],
    [{ exp_month: 13 }, 'invalid_expiry_month'],
    [{ exp_year: 2020 }, 'invalid_expiry_year'],
    [{ cvc: '12' }, 'invalid_cvc'],
  ])('refuse %j as card details', async (change, code) => {
    expect(await toRefusal(cardWith(change))).toMatchObject({ type: 'StripeCardError', code });
  });

  test('never charge a real card', async () => {
    const method = (await cardWith({ number: '4111111111111111' })) as unknown as { id: string };
    const { id } = await create();
    expect(await toRefusal(stripe.paymentIntents.confirm(id, { payment_method: method.id }))).toMatchObject({
      code: 'card_declined',
      decline_code: 'test_mode_live_card',
    });
  });

  const challenge = (intent: Stripe.PaymentIntent, outcome: string) =>
    sendJson(`${sandbox.url}/stripe/challenge`, 'POST', { clientSecret: intent.client_secret, outcome });
  test('wait for the customer to complete 3-D Secure', async () => {
    const waiting = await pay('pm_card_threeDSecure2Required');
    expect(waiting).toMatchObject({ status: 'requires_action', next_action: { type: 'use_stripe_sdk' } });
    expect(await challenge(waiting, 'complete')).toEqual({ status: 200, body: { status: 'succeeded' } });
    expect(await stripe.paymentIntents.retrieve(waiting.id)).toMatchObject({
      status: 'succeeded',
      next_action: null,
    });
    expect((await challenge(waiting, 'complete')).status).toBe(409);
  });

  test('leave the intent payable after failed 3-D Secure', async () => {
    const waiting = await pay('pm_card_threeDSecure2Required');
    await challenge(waiting, 'fail');
    expect(await stripe.paymentIntents.retrieve(waiting.id)).toMatchObject({
      status: 'requires_payment_method',
      last_payment_error: { code: 'payment_intent_authentication_failure' },
    });
    const wrong = { ...waiting, client_secret: `${waiting.id}_secret_wrong` };
    expect((await challenge(wrong, 'complete')).status).toBe(404);
  });
});

describe('refunds and disputes', () => {
  test('return money in parts, never more than was paid', async () => {
    const paid = await pay();
    const first = await stripe.refunds.create({ payment_intent: paid.id, amount: 400 });
    expect(first).toMatchObject({
      object: 'refund',
      amount: 400,
      status: 'succeeded',
      charge: paid.latest_charge,
    });
    expect(await toRefusal(stripe.refunds.create({ payment_intent: paid.id, amount: 600 }))).toMatchObject({
      statusCode: 400,
      message: 'Refund amount ($6.00) is greater than unrefunded amount on charge ($5.99)',
    });
    await stripe.refunds.create({ charge: paid.latest_charge as string });
    expect(await stripe.charges.retrieve(paid.latest_charge as string)).toMatchObject({
      amount_refunded: 999,
      refunded: true,
    });
    expect(await toRefusal(stripe.refunds.create({ payment_intent: paid.id }))).toMatchObject({
      code: 'charge_already_refunded',
    });
    const all = await stripe.refunds.list({ payment_intent: paid.id });
    expect(all.data.map(({ amount }) => amount)).toEqual([599, 400]);
  });

  test('cannot return an unpaid amount', async () => {
    const { id } = await create();
    expect(await toRefusal(stripe.refunds.create({ payment_intent: id }))).toMatchObject({ statusCode: 400 });
  });

  test('begin immediately with the dispute card, and disputes close from the page', async () => {
    const paid = await pay('pm_card_createDispute');
    const [dispute] = (await stripe.disputes.list({ payment_intent: paid.id })).data;
    expect(dispute).toMatchObject({ status: 'needs_response', amount: 999, charge: paid.latest_charge });
    expect(await toRefusal(stripe.refunds.create({ payment_intent: paid.id }))).toMatchObject({
      code: 'charge_disputed',
    });
    const close = () =>
      sendJson(`${sandbox.url}/stripe/disputes/${dispute?.id}/close`, 'POST', { outcome: 'won' });
    expect(await close()).toMatchObject({ status: 200, body: { status: 'won' } });
    expect((await close()).status).toBe(409);
    expect(await stripe.disputes.retrieve(dispute?.id ?? '')).toMatchObject({ status: 'won' });
  });

  test('are possible from the page for any payment', async () => {
    const paid = await pay();
    const at = `${sandbox.url}/stripe/payments/${paid.id}`;
    expect(await sendJson(`${at}/refund`, 'POST', { amount: 100 })).toMatchObject({ body: { amount: 100 } });
    expect(await sendJson(`${at}/dispute`, 'POST', {})).toMatchObject({ body: { status: 'needs_response' } });
    const shown = (await (await fetch(`${sandbox.url}/stripe/payments`)).json()) as { id: string }[];
    expect(shown.find(({ id }) => id === paid.id)).toMatchObject({
      amount: 999,
      amountRefunded: 100,
      card: { brand: 'visa', last4: '4242' },
      dispute: { status: 'needs_response' },
    });
    const [made] = (await stripe.disputes.list({ payment_intent: paid.id })).data;
    expect(await stripe.disputes.close(made?.id ?? '')).toMatchObject({ status: 'lost' });
    const unpaid = await create();
    expect((await sendJson(`${sandbox.url}/stripe/payments/${unpaid.id}/refund`, 'POST', {})).status).toBe(
      409,
    );
  });

  test('cannot be started by pages of other sites', async () => {
    const paid = await pay();
    const response = await fetch(`${sandbox.url}/stripe/payments/${paid.id}/refund`, {
      method: 'POST',
      headers: { origin: 'http://evil.test', 'content-type': 'application/json' },
      body: '{}',
    });
    expect(response.status).toBe(403);
    expect(await stripe.charges.retrieve(paid.latest_charge as string)).toMatchObject({ amount_refunded: 0 });
  });
});
