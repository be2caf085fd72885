// SPDX-License-Identifier: Apache-2.0

import { createHash } from 'node:crypto';
import { type Book, byHand, type Cause } from './book.ts';
import { type CardInput, cardOfToken, type Decline, findFault, getOutcome, type Outcome } from './cards.ts';
import { badRequest, type ErrorBody, StripeRefusal } from './errors.ts';
import { newDispute } from './new-disputes.ts';
import { newBalanceTransaction, newCharge, newPaymentMethod, newRefund } from './new-objects.ts';
import {
  type Charge,
  type Dispute,
  type PaymentIntent,
  type PaymentMethod,
  type Refund,
  seconds,
} from './objects.ts';

/** What will happen when a payment method is charged. The number itself is never stored. */
export interface Outcomes {
  of(paymentMethodId: string): Outcome;
  set(paymentMethodId: string, outcome: Outcome): void;
}

export interface PaymentDeps {
  book: Book;
  outcomes: Outcomes;
}

/** @throws StripeRefusal 402 if the number, date or code is invalid */
export function createPaymentMethod(deps: PaymentDeps, card: CardInput, billing: object): PaymentMethod {
  const fault = findFault(card, new Date());
  if (fault) throw new StripeRefusal(402, { type: 'card_error', ...fault });
  const fingerprint = createHash('sha256').update(card.number).digest('base64url').slice(0, 16);
  const method = newPaymentMethod(card, fingerprint, billing);
  deps.book.put(method);
  deps.outcomes.set(method.id, getOutcome(card.number));
  return method;
}

/** The payment method with that id, or a new one for `pm_card_visa` and similar. @throws StripeRefusal 404 */
export function getMethod(deps: PaymentDeps, id: string): PaymentMethod {
  const number = cardOfToken[id];
  if (number === undefined) return deps.book.find('payment_method', id);
  const cvc = number.startsWith('3') ? '1234' : '123';
  return createPaymentMethod(
    deps,
    { number, expMonth: 12, expYear: new Date().getUTCFullYear() + 4, cvc },
    {},
  );
}

/**
 * Charges the card, or requires 3-D Secure first.
 * @throws StripeRefusal 402 with the intent if the card is declined; 400 if the intent can't be confirmed any more
 */
export function confirm(deps: PaymentDeps, intent: PaymentIntent, method: PaymentMethod, cause: Cause): void {
  if (intent.status === 'succeeded' || intent.status === 'canceled') {
    const reason =
      intent.status === 'succeeded'
        ? 'it has already succeeded after being previously confirmed.'
        : 'it has a status of canceled.';
    throw unexpectedState(`You cannot confirm this PaymentIntent because ${reason}`, intent);
  }
  const outcome = deps.outcomes.of(method.id);
  intent.payment_method = method.id;
  if (outcome.kind === 'decline') throw refuse(deps, intent, method, outcome.decline, cause);
  if (outcome.kind === 'authenticate') askForAuthentication(deps, intent, cause);
  else settle(deps, intent, method, outcome, cause);
}

function askForAuthentication(deps: PaymentDeps, intent: PaymentIntent, cause: Cause): void {
  intent.status = 'requires_action';
  intent.last_payment_error = null;
  intent.next_action = { type: 'use_stripe_sdk', use_stripe_sdk: { type: 'three_d_secure_redirect' } };
  deps.book.put(intent);
  deps.book.tell('payment_intent.requires_action', intent, cause);
}

/** The customer's answer to the bank's question. @throws StripeRefusal 400 if nothing was asked */
export function authenticate(deps: PaymentDeps, intent: PaymentIntent, isComplete: boolean): void {
  if (intent.status !== 'requires_action' || !intent.payment_method) {
    throw unexpectedState('This PaymentIntent does not require authentication.', intent);
  }
  const method = deps.book.find('payment_method', intent.payment_method);
  const outcome = deps.outcomes.of(method.id);
  if (isComplete && outcome.kind === 'authenticate' && !outcome.decline) {
    settle(deps, intent, method, outcome, byHand);
  } else if (isComplete && outcome.kind === 'authenticate' && outcome.decline) {
    refuse(deps, intent, method, outcome.decline, byHand);
  } else {
    fail(deps, intent, byHand, {
      type: 'invalid_request_error',
      code: 'payment_intent_authentication_failure',
      message:
        'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
      payment_method: method,
    });
  }
}

function settle(
  deps: PaymentDeps,
  intent: PaymentIntent,
  method: PaymentMethod,
  outcome: Outcome,
  cause: Cause,
) {
  const charge = newCharge({ intent, method });
  intent.status = 'succeeded';
  intent.amount_received = intent.amount;
  intent.latest_charge = charge.id;
  intent.last_payment_error = null;
  intent.next_action = null;
  deps.book.put(charge, intent, newBalanceTransaction(charge));
  deps.book.tell('charge.succeeded', charge, cause);
  deps.book.tell('payment_intent.succeeded', intent, cause);
  if (outcome.kind === 'dispute') dispute(deps, charge);
}

/** Records a declined charge. @returns the error to throw if somebody waits for the answer */
function refuse(
  deps: PaymentDeps,
  intent: PaymentIntent,
  method: PaymentMethod,
  decline: Decline,
  cause: Cause,
) {
  const charge = newCharge({ intent, method, failure: decline });
  intent.latest_charge = charge.id;
  deps.book.put(charge);
  deps.book.tell('charge.failed', charge, cause);
  const error: ErrorBody = {
    type: 'card_error',
    code: decline.code,
    decline_code: decline.declineCode,
    message: decline.message,
    param: decline.code === 'incorrect_cvc' ? 'cvc' : undefined,
    charge: charge.id,
    payment_method: method,
  };
  fail(deps, intent, cause, error);
  return new StripeRefusal(402, { ...error, payment_intent: intent });
}

function fail(deps: PaymentDeps, intent: PaymentIntent, cause: Cause, error: ErrorBody): void {
  intent.status = 'requires_payment_method';
  intent.payment_method = null;
  intent.next_action = null;
  intent.last_payment_error = error;
  deps.book.put(intent);
  deps.book.tell('payment_intent.payment_failed', intent, cause);
}

/** @throws StripeRefusal 400 if it is already paid or canceled */
export function cancel(deps: PaymentDeps, intent: PaymentIntent, reason: string | null, cause: Cause): void {
  if (intent.status === 'succeeded' || intent.status === 'canceled') {
    const message = `You cannot cancel this PaymentIntent because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be canceled: requires_payment_method, requires_capture, requires_confirmation, requires_action, processing.`;
    throw unexpectedState(message, intent);
  }
  intent.status = 'canceled';
  intent.canceled_at = seconds();
  intent.cancellation_reason = reason;
  intent.next_action = null;
  deps.book.put(intent);
  deps.book.tell('payment_intent.canceled', intent, cause);
}

interface RefundInput {
  /** Cents; by default everything left. */
  amount?: number;
  reason: string | null;
  metadata: Record<string, string>;
}

/** @throws StripeRefusal 400 if too little or nothing is left to refund */
export function refund(deps: PaymentDeps, charge: Charge, input: RefundInput, cause: Cause): Refund {
  const left = charge.amount - charge.amount_refunded;
  const amount = input.amount ?? left;
  if (charge.refunded)
    throw badRequest(`Charge ${charge.id} has already been refunded.`, 'charge_already_refunded');
  if (charge.disputed && hasOpenOrLostDispute(deps.book, charge)) {
    throw badRequest(`Charge ${charge.id} has been charged back; cannot issue a refund.`, 'charge_disputed');
  }
  if (charge.status !== 'succeeded')
    throw badRequest(`Charge ${charge.id} was not paid.`, undefined, 'charge');
  if (amount < 1) throw badRequest('Invalid positive integer', 'parameter_invalid_integer', 'amount');
  if (amount > left) {
    const message = `Refund amount (${dollars(amount)}) is greater than unrefunded amount on charge (${dollars(left)})`;
    throw badRequest(message, undefined, 'amount');
  }
  const made = newRefund(charge, amount, input.reason, input.metadata);
  const previous = { amount_refunded: charge.amount_refunded, refunded: charge.refunded };
  charge.amount_refunded += amount;
  charge.refunded = charge.amount_refunded === charge.amount;
  deps.book.put(made, charge, newBalanceTransaction(made));
  deps.book.tell('refund.created', made, cause);
  deps.book.tell('charge.refunded', charge, cause, previous);
  return made;
}

/** The customer's bank reverses the charge. @throws StripeRefusal 400 if that isn't possible */
export function dispute(deps: PaymentDeps, charge: Charge): Dispute {
  if (charge.status !== 'succeeded' || charge.disputed) {
    throw badRequest(`Charge ${charge.id} cannot be disputed: it was not paid, or is already disputed.`);
  }
  const made = newDispute(charge);
  const withdrawn = newBalanceTransaction(made);
  made.balance_transactions.push(withdrawn);
  charge.disputed = true;
  deps.book.put(made, charge, withdrawn);
  deps.book.tell('charge.dispute.created', made, byHand);
  deps.book.tell('charge.dispute.funds_withdrawn', made, byHand);
  return made;
}

/** @throws StripeRefusal 400 if it is already closed */
export function closeDispute(deps: PaymentDeps, made: Dispute, outcome: 'won' | 'lost', cause: Cause): void {
  if (made.status !== 'needs_response') throw badRequest(`This dispute is already closed: ${made.status}.`);
  const previous = { status: made.status };
  made.status = outcome;
  if (outcome === 'won') {
    const reinstated = newBalanceTransaction(made, { isReinstated: true });
    made.balance_transactions.push(reinstated);
    deps.book.put(reinstated);
  }
  deps.book.put(made);
  if (outcome === 'won') deps.book.tell('charge.dispute.funds_reinstated', made, cause);
  deps.book.tell('charge.dispute.closed', made, cause, previous);
}

function hasOpenOrLostDispute(book: Book, charge: Charge): boolean {
  return book.list('dispute').some((made) => made.charge === charge.id && made.status !== 'won');
}

function unexpectedState(message: string, intent: PaymentIntent): StripeRefusal {
  return new StripeRefusal(400, {
    type: 'invalid_request_error',
    code: 'payment_intent_unexpected_state',
    message,
    payment_intent: intent,
  });
}

function dollars(cents: number): string {
  return `$${(cents / 100).toFixed(2)}`;
}
