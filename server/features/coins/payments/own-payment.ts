// SPDX-License-Identifier: Apache-2.0

import type { Payment } from '../../../../contract/coins.ts';
import { type Refusal, refuse } from '../../../platform/refusal.ts';
import { viewPayment } from '../views.ts';
import { findPayment, getKnownPayment } from './payment-store.ts';
import { type RefreshDeps, refreshPayment } from './refresh-payment.ts';

interface OwnPayment {
  playerId: string;
  paymentId: string;
}

/** Refuses `not_found` if the payment is not the player's. */
export async function readPayment(
  { playerId, paymentId }: OwnPayment,
  { db }: Pick<RefreshDeps, 'db'>,
): Promise<Payment | Refusal> {
  const payment = await findPayment(db, paymentId);
  return payment?.playerId === playerId ? viewPayment(payment) : refuse('not_found');
}

/** Withdraws an open payment. Refuses `not_found` if it is not the player's. */
export async function withdrawPayment(
  { playerId, paymentId }: OwnPayment,
  deps: RefreshDeps,
): Promise<Payment | Refusal> {
  const payment = await findPayment(deps.db, paymentId);
  if (payment?.playerId !== playerId) return refuse('not_found');
  if (payment.status === 'open') await refreshPayment({ paymentId, isGivenUp: true }, deps);
  return viewPayment(await getKnownPayment(deps.db, paymentId));
}
