// SPDX-License-Identifier: Apache-2.0

import type { Clock } from '../../../platform/clock.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { findAnswer, storeAnswer } from '../../../platform/db/idempotency.ts';
import type { Journal } from '../../../platform/journal/journal.ts';
import { isRefusal, type Refusal, refuse } from '../../../platform/refusal.ts';
import type { PlayGate } from '../../../play-ports.ts';
import { xpFor } from '../rules.ts';
import { holdOrder, type OrderedPackage } from './hold-order.ts';
import { getKnownPayment, insertPayment, type PaymentRow } from './payment-store.ts';
import { type OrderDeps, placeOrder } from './place-order.ts';

export interface IntentDeps extends OrderDeps {
  clock: Clock;
  xpPerTenCents: number;
  firstCheckMs: number;
  play: PlayGate;
  journal: Journal;
}

export interface IntentInput {
  playerId: string;
  /** For a single package; several are in `packages`. */
  packageId?: string | undefined;
  packages?: readonly OrderedPackage[] | undefined;
  paymentGateway: 'stripe';
  /** The total price that the player saw, in dollars; if omitted, any price is accepted. */
  discountedPrice?: number | undefined;
  idempotencyKey: string;
}

type Reserved = { paymentId: string };

function toPackages({ packageId, packages }: IntentInput): readonly OrderedPackage[] {
  return packages ?? (packageId ? [{ packageId, quantity: 1 }] : []);
}

/**
 * The order of an earlier call with the same key. A failed order counts towards no limit, so it is judged like a new
 * one. A paid order is only returned. Any other is refused if its player may no longer pay it, because they have become
 * more restricted since.
 */
async function findOrder(
  tx: Tx,
  known: { answer: Reserved } | Refusal,
  { play }: IntentDeps,
): Promise<PaymentRow | Refusal> {
  if (isRefusal(known)) return known;
  const payment = await getKnownPayment(tx, known.answer.paymentId);
  const { status, playerId, amountCents: amount } = payment;
  const spending = { playerId, kind: 'payment', amount } as const;
  const barred =
    status === 'open'
      ? await play.checkBegun(tx, spending)
      : status === 'failed' && (await play.check(tx, spending));
  return barred || payment;
}

/** Writes the payment's row before the provider is called. A replay finds the first call's row. */
function reserve(input: IntentInput, deps: IntentDeps): Promise<PaymentRow | Refusal> {
  const { db, clock, xpPerTenCents, firstCheckMs } = deps;
  const { idempotencyKey: key, ...sent } = input;
  const request = { playerId: input.playerId, key, input: { operation: 'coins.create-intent', ...sent } };
  return db.transaction<PaymentRow | Refusal>(async (tx) => {
    const known = await findAnswer<Reserved>(tx, request);
    if (known) return findOrder(tx, known, deps);
    const order = await holdOrder(tx, { ...input, packages: toPackages(input) }, clock.now());
    if (isRefusal(order)) return order;
    const spending = { playerId: input.playerId, kind: 'payment', amount: order.amountCents } as const;
    const barred = await deps.play.hold(tx, spending);
    // The same call may have completed while this one waited.
    const meanwhile = await findAnswer<Reserved>(tx, request);
    if (meanwhile) return findOrder(tx, meanwhile, deps);
    if (barred) return barred;
    const now = clock.now();
    const payment = await insertPayment(tx, {
      playerId: input.playerId,
      packageId: order.packageId,
      packageTitle: order.title,
      coins: order.coins,
      xp: xpFor(order.amountCents, xpPerTenCents),
      amountCents: order.amountCents,
      createdAt: now,
      nextCheckAt: new Date(now.getTime() + firstCheckMs),
    });
    await storeAnswer(tx, request, { paymentId: payment.id });
    return payment;
  });
}

async function findPlaced(
  intentId: string,
  { cards }: IntentDeps,
): Promise<{ intentId: string; clientSecret: string } | Refusal> {
  const clientSecret = await cards.clientSecretOf(intentId);
  return isRefusal(clientSecret) ? clientSecret : { intentId, clientSecret };
}

/** Written before anyone can pay, so that a database restored from a backup can recover the order. */
async function noteOrder(payment: PaymentRow, intentId: string, { journal }: IntentDeps): Promise<void> {
  const { id, playerId, packageTitle, coins, xp, amountCents } = payment;
  const ordered = { id, playerId, packageTitle, coins, xp, amountCents, intentId };
  await journal.write({
    kind: 'payment',
    payment: { ...ordered, createdAt: payment.createdAt.toISOString() },
  });
}

/**
 * Begins the payment for packages: first the row, then the intent under the row's id, so that a retry after any failure
 * in between arrives at the same payment. The client secret is never stored here.
 *
 * Refuses `package_unavailable`, `package_changed` with `{ price }`, `price_by_you` for a caller who set the price
 * recently, `payment_too_small`, `payment_too_large` and `payments_unavailable`.
 */
export async function createIntent(
  input: IntentInput,
  deps: IntentDeps,
): Promise<{ clientSecret: string; paymentId: string } | Refusal> {
  if (!deps.cards.isConfigured) return refuse('payments_unavailable');
  const payment = await reserve(input, deps);
  if (isRefusal(payment)) return payment;
  const placed =
    payment.intentId === null ? await placeOrder(payment, deps) : await findPlaced(payment.intentId, deps);
  if (isRefusal(placed)) return placed;
  await noteOrder(payment, placed.intentId, deps);
  return { clientSecret: placed.clientSecret, paymentId: payment.id };
}
