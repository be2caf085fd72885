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

/** The outside world, as far as paying needs it. */
export interface PaymentParties {
  createIntent(
    offer: OrderedPackages & { discountedPrice: number },
    idempotencyKey: string,
  ): Promise<{ clientSecret: string; paymentId: string }>;
  readPayment(paymentId: string): Promise<Payment>;
  /** Gives a payment up unless it is paid; the answer is its state. */
  withdraw(paymentId: string): Promise<Payment>;
  /** Passes the card to its provider; shows the bank's question if there is one. */
  confirm(clientSecret: string): Promise<PaymentIntentResult>;
  /** Asks the card provider for an intent's state. */
  retrieve(clientSecret: string): Promise<PaymentIntentResult>;
  newKey(): string;
  now(): number;
}

export interface PaymentFailure {
  title: string;
  message?: string;
  /** The error of a failed request, if any: its reference is shown. */
  error?: unknown;
}
export type PayOutcome =
  /**
   * Paid, or being paid: the coins follow. `notice` is worth a toast. `isUnclear`: the answer was lost, and it is unknown
   * whether the card was charged.
   */
  { paymentId: string; notice?: PaymentFailure; isUnclear?: true } | { failure: PaymentFailure };

/** The provider's states in which a payment goes through without another card. */
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
 * Resolves an earlier payment that is undecided as far as this browser knows: if it is paid, it is followed instead of
 * charging again; if it is out of the way, the result is undefined. One for the same packages continues with its intent,
 * which is never charged twice. One for others is first given up at the card provider: otherwise a confirmation
 * whose answer was lost could still be charged in addition to the new one.
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

/** The same on each try: with its key, another order would be refused. */
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
 * True if the server has said that there is no such payment. A limit or an ended session says nothing about it, nor does
 * something on the way to the server, whose refusals have no code. Nor does refused input once the payment is known: during an
 * upgrade, a process of the previous release may not understand what another has accepted.
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
  // An error carries the intent too: it may already be paid.
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
  // The provider's own message, or an error of another kind (product specification, section 8.2).
  return { failure: { title: isThrown ? 'Payment Error' : 'Payment Failed', message } };
}

/** Errors with which the provider itself has refused; with any other, its answer may have been lost on the way back. */
const decided = new Set(['card_error', 'invalid_request_error', 'validation_error', 'authentication_error']);

function lostAnswer(error: unknown): PaymentIntentResult {
  return { error: { type: 'api_connection_error', message: getMessage(error, '') } };
}

async function askForStatus(parties: PaymentParties, clientSecret: string) {
  const { paymentIntent } = await parties.retrieve(clientSecret).catch(lostAnswer);
  return paymentIntent?.status;
}

/** The state of a payment that a reload interrupted: `paid`, still `unpaid`, or `unknown` if that cannot be determined. */
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
