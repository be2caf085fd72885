// SPDX-License-Identifier: Apache-2.0

import type { PaymentIntentResult } from '@stripe/stripe-js';
import { vi } from 'vitest';
import type { Payment } from '../../../../contract/coins.ts';
import type { PaymentParties } from '../pay.ts';

export const wish = { playerId: 'ada', packageId: '0198f000-0000-7000-8000-000000000001', price: 4.5 };
export const paymentIds = ['0198f000-0000-7000-8000-00000000000a', '0198f000-0000-7000-8000-00000000000b'];

export const succeeded = { paymentIntent: { status: 'succeeded' } } as PaymentIntentResult;
export const declined = {
  error: { type: 'card_error', message: 'Your card was declined.' },
} as PaymentIntentResult;

export const lost = {
  error: { type: 'api_connection_error', message: 'Connection lost.' },
} as PaymentIntentResult;

/** A fake server that creates one intent per idempotency key, and a card provider that answers as the test sets it. */
export function world() {
  const intents = new Map<string, string>();
  const payments = new Map<string, Payment>();
  let keyCount = 0;
  const parties = {
    createIntent: vi.fn<PaymentParties['createIntent']>(async ({ packageId }, key) => {
      const known = intents.get(key);
      const paymentId = known ?? (paymentIds[intents.size] as string);
      intents.set(key, paymentId);
      if (!known) payments.set(paymentId, open(paymentId, packageId ?? 'several'));
      return { clientSecret: `${paymentId}_secret`, paymentId };
    }),
    readPayment: vi.fn(async (id: string) => payments.get(id) as Payment),
    withdraw: vi.fn(async (id: string): Promise<Payment> => {
      const payment = payments.get(id) as Payment;
      if (payment.status === 'open') payments.set(id, { ...payment, status: 'failed' });
      return payments.get(id) as Payment;
    }),
    confirm: vi.fn<PaymentParties['confirm']>(async () => succeeded),
    retrieve: vi.fn<PaymentParties['retrieve']>(async () => lost),
    newKey: () => `key-${++keyCount}`,
    now: () => 0,
  };
  function change(place: number, news: Partial<Payment>): void {
    const id = paymentIds[place] as string;
    payments.set(id, { ...(payments.get(id) as Payment), ...news });
  }
  return { parties, intents, change };
}

export function open(_id: string, packageTitle: string): Payment {
  return { _id, packageTitle, coins: 500, price: 4.5, status: 'open', createdAt: '2026-11-21T00:00:00.000Z' };
}
