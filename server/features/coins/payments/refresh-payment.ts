// SPDX-License-Identifier: Apache-2.0

import { createHmac } from 'node:crypto';
import type { Clock } from '../../../platform/clock.ts';
import type { Tx } from '../../../platform/db/database.ts';
import type { Logger } from '../../../platform/log.ts';
import { isRefusal, type Refusal } from '../../../platform/refusal.ts';
import type { PaymentState } from '../../../providers/stripe/card-payments.ts';
import { abandonedAfterMs, isPaidAsOrdered, type Known, nextCheckAt } from '../rules.ts';
import { findPayment, lockPayment, type PaymentRow, storeCheck } from './payment-store.ts';
import { type OrderDeps, placeOrder } from './place-order.ts';
import { settlePayment } from './settle-payment.ts';

export interface RefreshDeps extends OrderDeps {
  clock: Clock;
  log: Logger;
  /** Card fingerprints are stored as hashes with this key. */
  fingerprintKey: Buffer;
  /** How old a payment is when the card provider is first asked about it. */
  firstCheckMs: number;
}

/** `overtaken`: another call or job got an answer in the meantime, which may be newer. */
type Learned = 'answered' | 'no_answer' | 'overtaken';

const maxTries = 5;

function isAbandoned(payment: PaymentRow, { clock }: RefreshDeps): boolean {
  return clock.now().getTime() - payment.createdAt.getTime() > abandonedAfterMs;
}

/**
 * Asks for a payment's current state. Creates a missing intent first; cancels a payment that is unpaid after a day, or
 * was withdrawn.
 */
async function askAbout(
  payment: PaymentRow,
  isGivenUp: boolean,
  deps: RefreshDeps,
): Promise<PaymentState | Refusal> {
  const { cards } = deps;
  let { intentId } = payment;
  if (intentId === null) {
    const placed = await placeOrder(payment, deps);
    if (isRefusal(placed)) return placed;
    intentId = placed.intentId;
  }
  const state = await cards.readPayment(intentId);
  if (isRefusal(state) || !/^requires_/.test(state.status)) return state;
  if (!isGivenUp && !isAbandoned(payment, deps)) return state;
  await cards.cancelIntent(intentId);
  // Read even if the cancellation was refused: the payment may have been paid in between, and then it counts.
  return cards.readPayment(intentId);
}

function hashFingerprint(fingerprint: string, { fingerprintKey }: RefreshDeps): Buffer {
  return createHmac('sha256', fingerprintKey).update(fingerprint).digest();
}

/** The findings about a payment from the provider's answer, or the lack of one. */
function collectKnown(payment: PaymentRow, state: PaymentState | Refusal, deps: RefreshDeps): Known {
  if (isRefusal(state)) {
    // A payment without an intent cannot be paid.
    const isLost = payment.intentId === null && isAbandoned(payment, deps);
    return { ...payment, hasFailed: payment.hasFailed || isLost };
  }
  const isPaid = payment.isPaid || isPaidAsOrdered(state, payment);
  if (state.status === 'succeeded' && !isPaid) {
    deps.log.error(
      { paymentId: payment.id, intentId: state.intentId },
      'the payment differs from its order: not credited',
    );
  }
  return {
    intentId: state.intentId,
    isPaid,
    hasFailed: !isPaid && (payment.hasFailed || state.status === 'canceled'),
    refundedCents: state.refundedCents,
    disputedCents: state.disputedCents,
    cardFingerprintHash: state.cardFingerprint
      ? hashFingerprint(state.cardFingerprint, deps)
      : payment.cardFingerprintHash,
  };
}

async function learn(
  tx: Tx,
  asked: PaymentRow,
  state: PaymentState | Refusal,
  deps: RefreshDeps,
): Promise<Learned> {
  const payment = await lockPayment(tx, asked.id);
  if (!payment) throw new Error('a payment vanished');
  if (payment.checks !== asked.checks) return 'overtaken';
  const { id, createdAt } = payment;
  const after = collectKnown(payment, state, deps);
  const failedChecks = isRefusal(state) ? payment.failedChecks + 1 : 0;
  const { hasFailed } = after;
  const pace = { createdAt, failedChecks, hasFailed, firstCheckMs: deps.firstCheckMs };
  await storeCheck(tx, id, {
    checks: payment.checks + 1,
    failedChecks,
    nextCheckAt: nextCheckAt(deps.clock.now(), pace),
  });
  await settlePayment(tx, { before: payment, after }, deps);
  return isRefusal(state) ? 'no_answer' : 'answered';
}

/**
 * Asks the card provider for a payment's state and settles it accordingly. Makes the call outside any transaction; an
 * answer that another one may have overtaken is dropped and requested again, so older knowledge never overwrites newer.
 * @param isGivenUp cancel it unless it is paid
 * @returns whether the provider answered; if not, it is asked again later
 */
export async function refreshPayment(
  { paymentId, isGivenUp = false }: { paymentId: string; isGivenUp?: boolean },
  deps: RefreshDeps,
): Promise<'answered' | 'no_answer'> {
  for (let tries = 1; tries <= maxTries; tries++) {
    const payment = await findPayment(deps.db, paymentId);
    if (!payment) throw new Error(`there is no payment ${paymentId}`);
    const state = await askAbout(payment, isGivenUp, deps);
    const learned = await deps.db.transaction((tx) => learn(tx, payment, state, deps));
    if (learned !== 'overtaken') return learned;
  }
  throw new Error(`payment ${paymentId} was overtaken ${maxTries} times`);
}
