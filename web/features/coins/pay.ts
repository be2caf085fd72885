// SPDX-License-Identifier: Apache-2.0

import type { PaymentIntentResult } from '@stripe/stripe-js';
import type { Payment } from '../../../contract/coins.ts';
import { ApiError, getMessage } from '../../lib/api.ts';
import type { OrderedPackages } from './packages.ts';
import {
  beginPayment,
  closePayment,
  getOpenPayment,
  isFor,
  notePayment,
  type PaymentRecord,
  type Wish,
} from './payment-record.ts';

/** The server, the card provider and the clock, as far as paying needs them. */
export interface PaymentParties {
  createIntent(
    offer: OrderedPackages & { discountedPrice: number },
    idempotencyKey: string,
  ): Promise<{ clientSecret: string; paymentId: string }>;
  readPayment(paymentId: string): Promise<Payment>;
  /** Cancels a payment unless it is paid; returns its state. */
  withdraw(paymentId: string): Promise<Payment>;
  /** Sends the card to its provider, and shows the bank's question if there is one. */
  confirm(clientSecret: string): Promise<PaymentIntentResult>;
  /** Asks the card provider for an intent's state. */
  retrieve(clientSecret: string): Promise<PaymentIntentResult>;
  newKey(): string;
  now(): number;
}

export interface PaymentFailure {
  title: string;
  message?: string;
  /** The error of a failed request, to show its reference. */
  error?: unknown;
}
export type PayOutcome =
  /**
   * Paid or being paid: the coins will follow. `notice`: shown as a toast. `isUnclear`: the answer was lost, so the
   * card may or may not have been charged.
   */
  { paymentId: string; notice?: PaymentFailure; isUnclear?: true } | { failure: PaymentFailure };

/** Provider states in which the payment succeeds without another card. */
const onItsWay = ['succeeded', 'processing'];

const earlierWasPaid = {
  title: 'Your earlier payment went through',
  message: 'Nothing else was charged.',
};

/** Pays for packages by card. Never throws; failures are worded as in section 8.2 of the product specification. */
export async function pay(parties: PaymentParties, wish: Wish): Promise<PayOutcome> {
  try {
    const earlier = await resolveEarlier(parties, wish);
    if (earlier) return earlier;
    const record = beginPayment(wish, parties.newKey, parties.now());
    const intent = await askForIntent(parties, record);
    return await getOutcome(parties, record, intent);
  } catch (error) {
    const message = getMessage(error, 'An error occurred. Please try again.');
    return { failure: { title: 'Payment Error', message, error } };
  }
}

/**
 * Resolves an earlier payment that this browser knows to be undecided. If it is paid, follows it instead of charging
 * again; if it is cancelled, returns undefined. A payment for the same packages continues with its intent, which is
 * never charged twice. A payment for other packages is cancelled at the card provider first. Otherwise a confirmation
 * whose answer was lost could be charged in addition to the new payment.
 */
async function resolveEarlier(parties: PaymentParties, wish: Wish): Promise<PayOutcome | undefined> {
  const open = getOpenPayment(wish.playerId, parties.now());
  if (!open?.paymentId) return;
  const { key, paymentId } = open;
  const isSame = isFor(open, wish);
  const ask = isSame || open.isPaid ? parties.readPayment : parties.withdraw;
  const status = await ask(paymentId).then(
    (payment) => payment.status,
    (error) => (isRefusal(error, open) ? ('failed' as const) : Promise.reject(error)),
  );
  if (status === 'failed') {
    closePayment(key);
    return;
  }
  if (status === 'open' && !open.isPaid) {
    if (isSame) return;
    throw new Error('Your earlier payment is still open, and nothing else was charged. Try again shortly.');
  }
  notePayment(key, { isPaid: true });
  return { paymentId, ...(!isSame && { notice: earlierWasPaid }) };
}

/** Identical on each try, since the server refuses another order under the same key. */
function toOffer({ packageId, packages, price: discountedPrice }: PaymentRecord) {
  return { ...(packages ? { packages } : { packageId }), discountedPrice };
}

async function askForIntent(parties: PaymentParties, record: PaymentRecord) {
  const { key } = record;
  try {
    const intent: Partial<{ clientSecret: string; paymentId: string }> | undefined =
      await parties.createIntent(toOffer(record), key);
    if (!intent?.clientSecret || !intent.paymentId) {
      throw new Error('Invalid response from payment intent API');
    }
    notePayment(key, { paymentId: intent.paymentId });
    return { clientSecret: intent.clientSecret, paymentId: intent.paymentId };
  } catch (error) {
    if (isRefusal(error, record)) closePayment(key);
    throw error;
  }
}

/**
 * True if the server has said that there is no such payment. A rate limit or an ended session doesn't mean that, nor
 * does a refusal without a code, which comes from a proxy. Once the payment exists, refused input doesn't either:
 * during an upgrade, a process of the previous release may not understand input that another process accepted.
 */
function isRefusal(error: unknown, { paymentId }: PaymentRecord): boolean {
  return (
    error instanceof ApiError &&
    error.code !== undefined &&
    error.status >= 400 &&
    error.status < 500 &&
    ![401, 429, ...(paymentId ? [400] : [])].includes(error.status)
  );
}

async function getOutcome(
  parties: PaymentParties,
  record: PaymentRecord,
  { clientSecret, paymentId }: { clientSecret: string; paymentId: string },
): Promise<PayOutcome> {
  let isThrown = false;
  const result = await parties.confirm(clientSecret).catch((error) => {
    isThrown = true;
    return lostAnswer(error);
  });
  // An error also contains the intent, which may already be paid.
  const told = (result.paymentIntent ?? result.error.payment_intent)?.status;
  const isLost = !told && (!result.error || !decided.has(result.error.type));
  const status = isLost ? await askForStatus(parties, clientSecret) : told;
  if (isLost && !status) return { paymentId, isUnclear: true };
  if (status && onItsWay.includes(status)) {
    notePayment(record.key, { isPaid: true });
    return { paymentId, ...(status !== 'succeeded' && { notice: { title: `Payment status: ${status}` } }) };
  }
  if (result.paymentIntent) return { failure: { title: `Payment status: ${status}` } };
  const message = result.error.message || 'An error occurred. Please try again.';
  // The provider's own message, or another kind of error (product specification, section 8.2).
  return { failure: { title: isThrown ? 'Payment Error' : 'Payment Failed', message } };
}

/** Errors by which the provider itself refuses. With any other error, its answer may have been lost. */
const decided = new Set(['card_error', 'invalid_request_error', 'validation_error', 'authentication_error']);

function lostAnswer(error: unknown): PaymentIntentResult {
  return { error: { type: 'api_connection_error', message: getMessage(error, '') } };
}

async function askForStatus(parties: PaymentParties, clientSecret: string) {
  const { paymentIntent } = await parties.retrieve(clientSecret).catch(lostAnswer);
  return paymentIntent?.status;
}

/** The state of a payment after a reload: `paid`, `unpaid`, or `unknown`. */
export async function resume(
  parties: Pick<PaymentParties, 'createIntent' | 'readPayment' | 'retrieve'>,
  record: PaymentRecord & { paymentId: string },
): Promise<'paid' | 'unpaid' | 'unknown'> {
  try {
    const payment = await parties.readPayment(record.paymentId);
    if (payment.status === 'failed') {
      closePayment(record.key);
      return 'unpaid';
    }
    if (payment.status === 'open') {
      const { clientSecret } = await parties.createIntent(toOffer(record), record.key);
      const { paymentIntent } = await parties.retrieve(clientSecret);
      if (!paymentIntent) return 'unknown';
      if (!onItsWay.includes(paymentIntent.status)) return 'unpaid';
    }
    notePayment(record.key, { isPaid: true });
    return 'paid';
  } catch (error) {
    if (isRefusal(error, record)) closePayment(record.key);
    return 'unknown';
  }
}
