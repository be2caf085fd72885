import type { PaymentIntentResult } from '@stripe/stripe-js';
import type { Payment } from '../../../contract/coins.ts';
import { ApiError, messageOf } from '../../lib/api.ts';
import { formatPrice } from '../../lib/format.ts';
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
    packageId: string,
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
    const { record, clientSecret, payment } = await openIntent(parties, wish);
    // An earlier try whose answer was lost has paid it already.
    if (payment.status !== 'open') return paid(record, payment._id);
    if (payment.price !== wish.price) return changedPrice(record, payment.price);
    return outcomeOf(record, payment._id, await parties.confirm(clientSecret));
  } catch (error) {
    const message = messageOf(error) || 'An error occurred. Please try again.';
    return { failure: { title: 'Payment Error', message } };
  }
}

/** The intent of this wish: that of an earlier try if it can still be paid, else a new one. */
async function openIntent(parties: PaymentParties, wish: Wish) {
  for (;;) {
    const record = beginPayment(wish, parties.newKey, parties.now());
    const isNew = record.paymentId === null;
    const { clientSecret, paymentId } = await askForIntent(parties, record);
    const payment = await parties.readPayment(paymentId);
    if (payment.status !== 'failed') return { record, clientSecret, payment };
    closePayment(record.key);
    // An old one was given up meanwhile; a new one that is dead from the start would go on for ever.
    if (isNew) throw new Error();
  }
}

async function askForIntent(parties: PaymentParties, { key, packageId }: PaymentRecord) {
  try {
    const intent: Partial<{ clientSecret: string; paymentId: string }> | undefined =
      await parties.createIntent(packageId, key);
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
  const intent = result.paymentIntent ?? result.error.payment_intent;
  if (intent && onItsWay.includes(intent.status)) return paid(record, paymentId, intent.status);
  return {
    failure: result.error
      ? { title: 'Payment Failed', message: result.error.message ?? 'An error occurred. Please try again.' }
      : { title: `Payment status: ${result.paymentIntent.status}` },
  };
}

function paid(record: PaymentRecord, paymentId: string, status = 'succeeded'): PayOutcome {
  notePayment(record.key, { paymentId, isPaid: true });
  return { paymentId, ...(status !== 'succeeded' && { notice: { title: `Payment status: ${status}` } }) };
}

/** Nobody is charged another amount than the button said. */
function changedPrice(record: PaymentRecord, price: number): PayOutcome {
  closePayment(record.key);
  const message = `The price has changed to ${formatPrice(price)}. Nothing was charged; press Pay again if you agree.`;
  return { failure: { title: 'Another price', message } };
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
      const { clientSecret } = await parties.createIntent(record.packageId, record.key);
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
