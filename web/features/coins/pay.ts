import type { PaymentIntentResult } from '@stripe/stripe-js';
import type { Payment } from '../../../contract/coins.ts';
import { ApiError, messageOf } from '../../lib/api.ts';
import { beginPayment, closePayment, notePayment, type PaymentRecord } from './payment-record.ts';

/** What a player presses the button for. */
export interface Wish {
  playerId: string;
  packageId: string;
  /** Dollars on the button. */
  price: number;
}

/** The outside world, as far as paying needs it. */
export interface PaymentParties {
  createIntent(
    offer: { packageId: string; discountedPrice: number },
    idempotencyKey: string,
  ): Promise<{ clientSecret: string; paymentId: string }>;
  readPayment(paymentId: string): Promise<Payment>;
  /** Hands the card to its provider; shows the bank's question where it asks one. */
  confirm(clientSecret: string): Promise<PaymentIntentResult>;
  newKey(): string;
  now(): number;
}

export interface PaymentFailure {
  title: string;
  message?: string;
}
export type PayOutcome =
  /** Paid, or being paid: the coins follow. `notice` is worth a toast. */
  { paymentId: string; notice?: PaymentFailure } | { failure: PaymentFailure };

/** The provider's states from which a payment goes through without another card. */
const onItsWay = ['succeeded', 'processing'];

/** Pays a package by card. Never throws; what failed is said as in section 8.2 of the product specification. */
export async function pay(parties: PaymentParties, wish: Wish): Promise<PayOutcome> {
  try {
    const record = await recordOf(parties, wish);
    if (record.isPaid && record.paymentId) return { paymentId: record.paymentId };
    const { clientSecret, paymentId } = await askForIntent(parties, record);
    return outcomeOf(record, paymentId, await parties.confirm(clientSecret));
  } catch (error) {
    const message = messageOf(error) || 'An error occurred. Please try again.';
    return { failure: { title: 'Payment Error', message } };
  }
}

/** The record of this wish: that of an earlier try, unless that one was given up. */
async function recordOf(parties: PaymentParties, wish: Wish): Promise<PaymentRecord> {
  const record = beginPayment(wish, parties.newKey, parties.now());
  if (!record.paymentId) return record;
  const { status } = await parties.readPayment(record.paymentId);
  if (status === 'open') return record;
  if (status !== 'failed') {
    // Its answer was lost; it must not be charged again.
    notePayment(record.key, { isPaid: true });
    return { ...record, isPaid: true };
  }
  closePayment(record.key);
  return beginPayment(wish, parties.newKey, parties.now());
}

async function askForIntent(parties: PaymentParties, { key, packageId, price }: PaymentRecord) {
  try {
    const intent: Partial<{ clientSecret: string; paymentId: string }> | undefined =
      await parties.createIntent({ packageId, discountedPrice: price }, key);
    if (!intent?.clientSecret || !intent.paymentId) {
      throw new Error('Invalid response from payment intent API');
    }
    notePayment(key, { paymentId: intent.paymentId });
    return { clientSecret: intent.clientSecret, paymentId: intent.paymentId };
  } catch (error) {
    if (isRefusal(error)) closePayment(key);
    throw error;
  }
}

/** True where the server has said that there is no such payment; a limit or an ended session says nothing of it. */
function isRefusal(error: unknown): boolean {
  return (
    error instanceof ApiError &&
    error.status >= 400 &&
    error.status < 500 &&
    ![401, 429].includes(error.status)
  );
}

function outcomeOf(record: PaymentRecord, paymentId: string, result: PaymentIntentResult): PayOutcome {
  // An error carries the intent too: it may say that it is paid already.
  const status = (result.paymentIntent ?? result.error.payment_intent)?.status;
  if (status && onItsWay.includes(status)) {
    notePayment(record.key, { isPaid: true });
    return { paymentId, ...(status !== 'succeeded' && { notice: { title: `Payment status: ${status}` } }) };
  }
  if (result.paymentIntent) return { failure: { title: `Payment status: ${status}` } };
  const message = result.error.message ?? 'An error occurred. Please try again.';
  return { failure: { title: 'Payment Failed', message } };
}

/**
 * What became of a payment that a reload interrupted: `paid`, still `unpaid`, or `unknown` where that cannot be told.
 * `retrieve` asks the card provider.
 */
export async function resume(
  parties: Pick<PaymentParties, 'createIntent' | 'readPayment'> & {
    retrieve(clientSecret: string): Promise<PaymentIntentResult>;
  },
  record: PaymentRecord & { paymentId: string },
): Promise<'paid' | 'unpaid' | 'unknown'> {
  try {
    const payment = await parties.readPayment(record.paymentId);
    if (payment.status === 'failed') {
      closePayment(record.key);
      return 'unpaid';
    }
    if (payment.status === 'open') {
      const { packageId, price: discountedPrice } = record;
      const { clientSecret } = await parties.createIntent({ packageId, discountedPrice }, record.key);
      const { paymentIntent } = await parties.retrieve(clientSecret);
      if (!paymentIntent) return 'unknown';
      if (!onItsWay.includes(paymentIntent.status)) return 'unpaid';
    }
    notePayment(record.key, { isPaid: true });
    return 'paid';
  } catch (error) {
    if (isRefusal(error)) closePayment(record.key);
    return 'unknown';
  }
}
