// SPDX-License-Identifier: Apache-2.0

import type { PaymentIntentResult } from '@stripe/stripe-js';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../lib/api.ts';
import { fakeStorage } from '../../lib/testing/fake-storage.ts';
import { pay, resume } from './pay.ts';
import { keptPayment, type PaymentRecord } from './payment-record.ts';
import { wish, world } from './testing/payment-world.ts';

beforeEach(() => vi.stubGlobal('localStorage', fakeStorage()));
afterEach(() => vi.unstubAllGlobals());

describe('resume', () => {
  async function interrupted() {
    const made = world();
    made.parties.confirm.mockRejectedValueOnce(new Error('reloaded'));
    await pay(made.parties, wish);
    const record = keptPayment.read() as PaymentRecord & { paymentId: string };
    return { ...made, record };
  }
  const retrieve = (status: string) =>
    vi.fn(async () => ({ paymentIntent: { status } }) as PaymentIntentResult);

  it.each([
    ['succeeded', 'paid', true],
    ['processing', 'paid', true],
    ['requires_payment_method', 'unpaid', false],
    ['requires_action', 'unpaid', false],
  ])('finds a payment that is %s at the provider: %s', async (status, found, isPaid) => {
    const { parties, record } = await interrupted();
    expect(await resume({ ...parties, retrieve: retrieve(status) }, record)).toBe(found);
    expect(keptPayment.read()?.isPaid).toBe(isPaid);
    expect(parties.createIntent).toHaveBeenLastCalledWith(
      { packageId: wish.packageId, discountedPrice: 4.5 },
      'key-1',
    );
  });

  it('does not ask the provider when the server knows the outcome', async () => {
    const { parties, record, change } = await interrupted();
    change(0, { status: 'credited' });
    const ask = retrieve('succeeded');
    expect(await resume({ ...parties, retrieve: ask }, record)).toBe('paid');
    expect(ask).not.toHaveBeenCalled();
  });

  it('forgets a withdrawn payment, and a payment of another player', async () => {
    const { parties, record, change } = await interrupted();
    change(0, { status: 'failed' });
    expect(await resume({ ...parties, retrieve: retrieve('canceled') }, record)).toBe('unpaid');
    expect(keptPayment.read()).toBeNull();

    keptPayment.write(record);
    parties.readPayment.mockRejectedValueOnce(
      new ApiError(
        'We couldn’t find this. It may have been removed: check the address, or reload the page.',
        404,
        'not_found',
      ),
    );
    expect(await resume({ ...parties, retrieve: retrieve('') }, record)).toBe('unknown');
    expect(keptPayment.read()).toBeNull();
  });

  it.each([401, 429, 500])(
    'keeps the key when the answer %i reveals nothing about the payment',
    async (status) => {
      const { parties, record } = await interrupted();
      parties.readPayment.mockRejectedValueOnce(new ApiError('Not now.', status));
      expect(await resume(parties, record)).toBe('unknown');
      expect(keptPayment.read()?.key).toBe('key-1');
    },
  );

  it.each(['readPayment', 'createIntent'] as const)(
    'keeps the key when %s does not understand the order',
    async (asked) => {
      const { parties, record } = await interrupted();
      const error = new ApiError('packageId is required.', 400, 'invalid_request');
      parties[asked].mockRejectedValueOnce(error);
      expect(await resume(parties, record)).toBe('unknown');
      expect(keptPayment.read()?.key).toBe('key-1');
    },
  );

  it('reports an unknown outcome without an answer, and keeps the key', async () => {
    const { parties, record } = await interrupted();
    const failing = vi.fn(async () => ({ error: { type: 'api_error' } }) as PaymentIntentResult);
    expect(await resume({ ...parties, retrieve: failing }, record)).toBe('unknown');
    expect(keptPayment.read()?.key).toBe('key-1');
  });
});
