// SPDX-License-Identifier: Apache-2.0

import type { PaymentIntentResult } from '@stripe/stripe-js';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../lib/api.ts';
import { fakeStorage } from '../../lib/testing/fake-storage.ts';
import { pay } from './pay.ts';
import { keptPayment } from './payment-record.ts';
import { declined, lost, open, paymentIds, wish, world } from './testing/payment-world.ts';

beforeEach(() => vi.stubGlobal('localStorage', fakeStorage()));
afterEach(() => vi.unstubAllGlobals());

describe('pay', () => {
  it('creates an intent, confirms the card and records the payment', async () => {
    const { parties } = world();
    expect(await pay(parties, wish)).toEqual({ paymentId: paymentIds[0] });
    expect(parties.confirm).toHaveBeenCalledExactlyOnceWith(`${paymentIds[0]}_secret`);
    expect(keptPayment.read()).toMatchObject({ key: 'key-1', paymentId: paymentIds[0], isPaid: true });
  });

  it('records the key before the request, so that a reload meanwhile finds it', async () => {
    const { parties } = world();
    parties.createIntent.mockImplementation(async (_offer, key) => {
      expect(keptPayment.read()).toMatchObject({ key, paymentId: null, isPaid: false });
      throw new ApiError('No response received from the server');
    });
    await pay(parties, wish);
    expect(keptPayment.read()?.key).toBe('key-1');
  });

  it('tries another card on the same intent after a decline', async () => {
    const { parties, intents } = world();
    parties.confirm.mockResolvedValueOnce(declined);
    expect(await pay(parties, wish)).toEqual({
      failure: { title: 'Payment Failed', message: 'Your card was declined.' },
    });
    expect(await pay(parties, wish)).toEqual({ paymentId: paymentIds[0] });
    expect(intents.size).toBe(1);
  });

  const otherWish = { ...wish, packageId: paymentIds[1] as string };

  it('creates another intent for another package, and withdraws the first intent', async () => {
    const { parties, intents } = world();
    parties.confirm.mockResolvedValueOnce(declined);
    await pay(parties, wish);
    expect(await pay(parties, otherWish)).toEqual({ paymentId: paymentIds[1] });
    expect(parties.withdraw).toHaveBeenCalledExactlyOnceWith(paymentIds[0]);
    expect(intents.size).toBe(2);
  });

  it.each([
    ['paid', 'succeeded', { paymentId: paymentIds[0] }],
    [
      'being paid',
      'processing',
      { paymentId: paymentIds[0], notice: { title: 'Payment status: processing' } },
    ],
    [
      'not paid',
      'requires_payment_method',
      { failure: { title: 'Payment Failed', message: 'Connection lost.' } },
    ],
  ])('asks the provider when its answer was lost: the payment is %s', async (_what, status, outcome) => {
    const { parties } = world();
    parties.confirm.mockResolvedValueOnce(lost);
    parties.retrieve.mockResolvedValueOnce({ paymentIntent: { status } } as PaymentIntentResult);
    expect(await pay(parties, wish)).toEqual(outcome);
  });

  it('charges nothing for another package while the first payment is unclear', async () => {
    const { parties, intents, change } = world();
    parties.confirm.mockResolvedValueOnce(lost);
    expect(await pay(parties, wish)).toEqual({ paymentId: paymentIds[0], isUnclear: true });

    parties.withdraw.mockResolvedValueOnce(open(paymentIds[0] as string, ''));
    expect(await pay(parties, otherWish)).toEqual({
      failure: {
        title: 'Payment Error',
        message: 'Your earlier payment is still open, and nothing else was charged. Try again shortly.',
        error: expect.any(Error),
      },
    });

    change(0, { status: 'credited' });
    expect(await pay(parties, otherWish)).toEqual({
      paymentId: paymentIds[0],
      notice: { title: 'Your earlier payment went through', message: 'Nothing else was charged.' },
    });
    expect(keptPayment.read()).toMatchObject({ paymentId: paymentIds[0], isPaid: true });
    expect(parties.confirm).toHaveBeenCalledTimes(1);
    expect(intents.size).toBe(1);
  });

  it('never confirms an intent again that was already paid', async () => {
    const { parties, change } = world();
    parties.confirm.mockRejectedValueOnce(new Error('connection lost'));
    expect(await pay(parties, wish)).toEqual({ paymentId: paymentIds[0], isUnclear: true });
    change(0, { status: 'credited' });
    expect(await pay(parties, wish)).toEqual({ paymentId: paymentIds[0] });
    expect(parties.confirm).toHaveBeenCalledTimes(1);
  });

  it('withdraws no payment that was already made, and follows it until the server knows', async () => {
    const { parties } = world();
    await pay(parties, wish);
    const notice = { title: 'Your earlier payment went through', message: 'Nothing else was charged.' };
    expect(await pay(parties, otherWish)).toEqual({ paymentId: paymentIds[0], notice });
    expect(await pay(parties, wish)).toEqual({ paymentId: paymentIds[0] });
    expect(parties.withdraw).not.toHaveBeenCalled();
    expect(parties.confirm).toHaveBeenCalledTimes(1);
  });

  it('starts over when the server does not know the payment, and charges nothing when it does not answer', async () => {
    const { parties } = world();
    parties.confirm.mockResolvedValueOnce(declined);
    await pay(parties, wish);
    parties.readPayment.mockRejectedValueOnce(new ApiError('Busy.', 503, 'unavailable'));
    expect(await pay(parties, wish)).toMatchObject({ failure: { title: 'Payment Error', message: 'Busy.' } });
    expect(parties.confirm).toHaveBeenCalledTimes(1);
    parties.readPayment.mockRejectedValueOnce(
      new ApiError(
        'We couldn’t find this. It may have been removed: check the address, or reload the page.',
        404,
        'not_found',
      ),
    );
    expect(await pay(parties, wish)).toEqual({ paymentId: paymentIds[1] });
    expect(keptPayment.read()?.key).toBe('key-2');
  });

  it.each(['card_error', 'invalid_request_error', 'validation_error', 'authentication_error'])(
    'accepts a %s as final, and does not ask the provider again',
    async (type) => {
      const { parties } = world();
      parties.confirm.mockResolvedValueOnce({ error: { type } } as PaymentIntentResult);
      expect(await pay(parties, wish)).toEqual({
        failure: { title: 'Payment Failed', message: 'An error occurred. Please try again.' },
      });
      expect(parties.retrieve).not.toHaveBeenCalled();
    },
  );

  it('shows an error thrown while paying when the provider reports no payment', async () => {
    const { parties } = world();
    const unpaid = { paymentIntent: { status: 'requires_payment_method' } } as PaymentIntentResult;
    parties.retrieve.mockResolvedValue(unpaid);
    parties.confirm.mockRejectedValueOnce(new Error('The window was closed.'));
    expect(await pay(parties, wish)).toEqual({
      failure: { title: 'Payment Error', message: 'The window was closed.' },
    });
    parties.confirm.mockRejectedValueOnce('closed');
    expect(await pay(parties, wish)).toEqual({
      failure: { title: 'Payment Error', message: 'An error occurred. Please try again.' },
    });
  });

  it('leaves the outcome open when it is unknown, even when the provider does not answer', async () => {
    const { parties } = world();
    parties.confirm.mockResolvedValueOnce(lost);
    parties.retrieve.mockRejectedValueOnce(new Error('no network'));
    expect(await pay(parties, wish)).toEqual({ paymentId: paymentIds[0], isUnclear: true });
    expect(parties.retrieve).toHaveBeenCalledExactlyOnceWith(`${paymentIds[0]}_secret`);
    expect(keptPayment.read()?.isPaid).toBe(false);
  });

  it("accepts the provider's report that the intent was already paid", async () => {
    const { parties } = world();
    parties.confirm.mockResolvedValueOnce({
      error: {
        type: 'invalid_request_error',
        code: 'payment_intent_unexpected_state',
        payment_intent: { status: 'succeeded' },
      },
    } as PaymentIntentResult);
    expect(await pay(parties, wish)).toEqual({ paymentId: paymentIds[0] });
  });

  it.each(['requires_action', 'requires_payment_method', 'canceled'])(
    'shows the status %s',
    async (status) => {
      const { parties } = world();
      parties.confirm.mockResolvedValueOnce({ paymentIntent: { status } } as PaymentIntentResult);
      expect(await pay(parties, wish)).toEqual({ failure: { title: `Payment status: ${status}` } });
      expect(keptPayment.read()?.isPaid).toBe(false);
    },
  );

  it('waits for a payment that the bank is still processing', async () => {
    const { parties } = world();
    parties.confirm.mockResolvedValueOnce({ paymentIntent: { status: 'processing' } } as PaymentIntentResult);
    expect(await pay(parties, wish)).toEqual({
      paymentId: paymentIds[0],
      notice: { title: 'Payment status: processing' },
    });
    expect(keptPayment.read()?.isPaid).toBe(true);
  });

  it.each([undefined, {}, { clientSecret: 'x' }, { paymentId: paymentIds[0] }])(
    'refuses %j as an intent',
    async (answer) => {
      const { parties } = world();
      parties.createIntent.mockResolvedValueOnce(answer as never);
      expect(await pay(parties, wish)).toEqual({
        failure: {
          title: 'Payment Error',
          message: 'Invalid response from payment intent API',
          error: expect.any(Error),
        },
      });
      expect(parties.confirm).not.toHaveBeenCalled();
    },
  );

  it('shows a general error when nothing more is known', async () => {
    const { parties } = world();
    parties.createIntent.mockRejectedValueOnce(new Error());
    expect(await pay(parties, wish)).toEqual({
      failure: {
        title: 'Payment Error',
        message: 'An error occurred. Please try again.',
        error: expect.any(Error),
      },
    });
  });

  it('sends the shown price, so that the server refuses a different price', async () => {
    const { parties } = world();
    await pay(parties, wish);
    expect(parties.createIntent.mock.calls).toEqual([
      [{ packageId: wish.packageId, discountedPrice: 4.5 }, 'key-1'],
    ]);
  });

  it('starts over when the old payment was withdrawn', async () => {
    const { parties, intents, change } = world();
    parties.confirm.mockResolvedValueOnce(declined);
    await pay(parties, wish);
    change(0, { status: 'failed' });
    expect(await pay(parties, wish)).toEqual({ paymentId: paymentIds[1] });
    expect(intents.size).toBe(2);
  });

  it.each([
    ['forgets the key after a clear refusal', 409, null],
    ['forgets the key when the input was refused', 400, null],
    ['keeps the key when no answer came', 0, 'key-1'],
    ['keeps the key after a server fault', 500, 'key-1'],
    ['keeps the key while the server is busy', 503, 'key-1'],
    ['keeps the key after too many requests', 429, 'key-1'],
    ['keeps the key when the session ended meanwhile', 401, 'key-1'],
  ])('%s', async (_, status, key) => {
    const { parties } = world();
    parties.createIntent.mockRejectedValueOnce(new ApiError('No.', status, 'package_unavailable'));
    expect(await pay(parties, wish)).toMatchObject({ failure: { title: 'Payment Error', message: 'No.' } });
    expect(keptPayment.read()?.key ?? null).toBe(key);
  });

  it('keeps a payment known to the server when the input is refused, and withdraws it for another', async () => {
    const { parties } = world();
    parties.confirm.mockResolvedValueOnce(declined);
    await pay(parties, wish);
    parties.createIntent.mockRejectedValueOnce(new ApiError('No.', 400, 'invalid_request'));
    expect(await pay(parties, wish)).toMatchObject({ failure: { message: 'No.' } });
    expect(keptPayment.read()).toMatchObject({ key: 'key-1', paymentId: paymentIds[0] });
    expect(await pay(parties, otherWish)).toEqual({ paymentId: paymentIds[1] });
    expect(parties.withdraw).toHaveBeenCalledExactlyOnceWith(paymentIds[0]);
  });

  it('keeps the key when a proxy refused the request', async () => {
    const { parties } = world();
    parties.createIntent.mockRejectedValueOnce(new ApiError('Forbidden', 403));
    expect(await pay(parties, wish)).toMatchObject({ failure: { title: 'Payment Error' } });
    expect(keptPayment.read()?.key).toBe('key-1');
  });
});
