// SPDX-License-Identifier: Apache-2.0

import type Stripe from 'stripe';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openForTests } from '../../tests/support/open-for-tests.ts';
import { sendJson, startTestSandbox } from '../testing/start.ts';
import { readForm } from './form.ts';
import { card, stripeAt, toRefusal } from './testing/client.ts';

const sandbox = openForTests(startTestSandbox);
let stripe: Stripe;
beforeAll(async () => {
  stripe = stripeAt(sandbox);
});

const breakIt = (status: unknown, times?: number) =>
  sendJson(`${sandbox.url}/stripe/faults`, 'PUT', { status, times });
afterEach(() => breakIt(0));

const create = (amount = 999, options?: Stripe.RequestOptions, client = stripe) =>
  client.paymentIntents.create({ amount, currency: 'usd', allowed_payment_method_types: card }, options);
const countIntents = async () => (await stripe.paymentIntents.list({ limit: 100 })).data.length;

describe('API keys', () => {
  test('are required, and refused when wrong', async () => {
    expect((await fetch(`${sandbox.url}/v1/payment_intents`)).status).toBe(401);
    const stranger = stripeAt(sandbox, {}, 'sk_test_wrong');
    expect(await toRefusal(stranger.paymentIntents.list())).toMatchObject({
      type: 'StripeAuthenticationError',
      statusCode: 401,
    });
  });

  test('restrict the publishable key to what the client secret opens, with fewer fields', async () => {
    const browser = stripeAt(sandbox, {}, sandbox.stripePublishableKey);
    const intent = await create();
    expect(await toRefusal(browser.paymentIntents.list())).toMatchObject({ code: 'secret_key_required' });
    expect(await toRefusal(browser.paymentIntents.retrieve(intent.id))).toMatchObject({ statusCode: 404 });
    const wrong = browser.paymentIntents.retrieve(intent.id, { client_secret: `${intent.id}_secret_x` });
    expect(await toRefusal(wrong)).toMatchObject({ statusCode: 404 });
    const secret = { client_secret: intent.client_secret ?? '' };
    const seen = await browser.paymentIntents.retrieve(intent.id, secret);
    expect(seen).toMatchObject({ id: intent.id, status: 'requires_payment_method' });
    expect(seen).not.toHaveProperty('metadata');
    expect(seen).not.toHaveProperty('latest_charge');
  });
});

describe('idempotency', () => {
  test('gives 20 simultaneous calls with the same key the first result', async () => {
    const before = await countIntents();
    const patient = stripeAt(sandbox, { maxNetworkRetries: 5 });
    const all = await Promise.all(
      Array.from({ length: 20 }, () => create(700, { idempotencyKey: 'order-1' }, patient)),
    );
    expect(new Set(all.map(({ id }) => id)).size).toBe(1);
    expect(await countIntents()).toBe(before + 1);
    const [{ id } = { id: '' }] = all;
    await stripe.paymentIntents.cancel(id);
    expect(await create(700, { idempotencyKey: 'order-1' })).toMatchObject({
      id,
      status: 'requires_payment_method',
    });
  });

  test('refuses other parameters under the same key', async () => {
    await create(700, { idempotencyKey: 'order-2' });
    expect(await toRefusal(create(800, { idempotencyKey: 'order-2' }))).toMatchObject({
      type: 'StripeIdempotencyError',
      rawType: 'idempotency_error',
      statusCode: 400,
    });
    expect(await toRefusal(create(800, { idempotencyKey: 'x'.repeat(256) }))).toMatchObject({
      statusCode: 400,
    });
  });

  test('replays a card decline under its key', async () => {
    const { id } = await create();
    const confirm = (token: string) =>
      stripe.paymentIntents.confirm(id, { payment_method: token }, { idempotencyKey: 'confirm-1' });
    await toRefusal(confirm('pm_card_visa_chargeDeclined'));
    expect(await toRefusal(confirm('pm_card_visa_chargeDeclined'))).toMatchObject({ code: 'card_declined' });
  });

  test('keeps a 500 too, but not a call refused before it began', async () => {
    await breakIt(500);
    await toRefusal(create(700, { idempotencyKey: 'order-3' }));
    await breakIt(429);
    await toRefusal(create(700, { idempotencyKey: 'order-4' }));
    await breakIt(0);
    expect(await toRefusal(create(700, { idempotencyKey: 'order-3' }))).toMatchObject({ statusCode: 500 });
    expect(await create(700, { idempotencyKey: 'order-4' })).toMatchObject({ amount: 700 });
  });
});

describe('faults', () => {
  test.each([
    [400, 'StripeInvalidRequestError'],
    [401, 'StripeAuthenticationError'],
    [402, 'StripeCardError'],
    [404, 'StripeInvalidRequestError'],
    [409, 'StripeAPIError'],
    [429, 'StripeRateLimitError'],
    [500, 'StripeAPIError'],
  ])('%d becomes a %s', async (status, type) => {
    expect((await breakIt(status)).status).toBe(200);
    expect(await toRefusal(create())).toMatchObject({ statusCode: status, type });
  });

  test('a fault for one call does not affect the next', { tags: ['long'] }, async () => {
    await breakIt(409, 1);
    expect(await create(999, {}, stripeAt(sandbox, { maxNetworkRetries: 1 }))).toMatchObject({ amount: 999 });
  });

  test('a missing answer makes the caller time out', async () => {
    await breakIt('hang');
    expect(await toRefusal(create(999, { timeout: 200 }))).toMatchObject({ type: 'StripeConnectionError' });
  });

  test('a lost answer is found again under the same key', { tags: ['long'] }, async () => {
    const before = await countIntents();
    await breakIt('lost', 1);
    const intent = await create(
      999,
      { idempotencyKey: 'lost-1' },
      stripeAt(sandbox, { maxNetworkRetries: 1 }),
    );
    expect(await countIntents()).toBe(before + 1);
    expect(await stripe.paymentIntents.retrieve(intent.id)).toMatchObject({ id: intent.id });
  });

  test('an unknown fault is refused', async () => {
    expect((await breakIt(418)).status).toBe(400);
  });
});

describe('the form encoding', () => {
  test('nests objects and lists', () => {
    expect(readForm('a=1&b[c]=2&b[d][e]=x%20y&l[0]=p&l[1]=q&m[]=r&m[]=s&n=')).toEqual({
      a: '1',
      b: { c: '2', d: { e: 'x y' } },
      l: ['p', 'q'],
      m: ['r', 's'],
      n: '',
    });
  });

  test('changes no prototype', () => {
    readForm('__proto__[evil]=1&a[__proto__][evil]=1&constructor[prototype][evil]=1');
    expect({}).not.toHaveProperty('evil');
  });

  test.each(['a[b=1', 'a]=1', '[a]=1', 'a=1&a[b]=2', 'a[1][2][3][4][5][6][7]=x'])('refuses %s', (text) => {
    expect(() => readForm(text)).toThrow();
  });
});
