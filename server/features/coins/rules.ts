// SPDX-License-Identifier: Apache-2.0

import { monthClosesAfterMs } from '../../../contract/books-admin.ts';
import type { PaymentStatus } from '../../../contract/coins.ts';
import { clawbackAmount, type Share } from '../../ledger/rules.ts';
import type { Price } from '../../platform/db/price-changes.ts';

/** XP for a payment: `perTenCents` for every whole 10 cents (docs/rules/levels.md). */
export function xpFor(amountCents: number, perTenCents: number): number {
  return Math.floor(amountCents / 10) * perTenCents;
}

/** A package's price in cents; half a cent rounds up. */
export function toPriceCents({
  originalPriceCents,
  discountPercentage,
}: {
  originalPriceCents: number;
  discountPercentage: number;
}): number {
  return Math.round((originalPriceCents * (100 - discountPercentage)) / 100);
}

/** Rounded up, as limits are whole numbers: 250.1 is above a limit of 250. */
export function toCoinsPerDollar({ price: cents, per: coins }: Price): number {
  return Math.ceil((coins * 100) / cents);
}

/** The settlement of a payment so far. */
export interface Settled {
  coins: number;
  xp: number;
  amountCents: number;
  creditedAt: Date | null;
  clawedBackGC: number;
  clawedBackXP: number;
}

/** The current knowledge about a payment, from any source. */
export interface Known {
  intentId: string | null;
  /** Paid in full as ordered. Never becomes false again. */
  isPaid: boolean;
  /** Will never be paid. */
  hasFailed: boolean;
  refundedCents: number;
  /** The cents that disputes currently withhold. */
  disputedCents: number;
  cardFingerprintHash: Buffer | null;
}

function getStatus({ isPaid, hasFailed, refundedCents, disputedCents }: Known): PaymentStatus {
  if (!isPaid) return hasFailed ? 'failed' : 'open';
  if (disputedCents > 0) return 'disputed';
  return refundedCents > 0 ? 'refunded' : 'credited';
}

/** The share of a payment that was refunded or is withheld by disputes, as far as we know. */
export function returnedShare(
  { amountCents }: Pick<Settled, 'amountCents'>,
  { isPaid, refundedCents, disputedCents }: Pick<Known, 'isPaid' | 'refundedCents' | 'disputedCents'>,
): Share {
  const taken = isPaid ? Math.min(refundedCents + disputedCents, amountCents) : 0;
  return { taken, whole: amountCents };
}

/** The right settlement of a payment, given the current knowledge. */
export function toSettlement(payment: Settled, known: Known, now: Date) {
  const share = returnedShare(payment, known);
  return {
    status: getStatus(known),
    creditedAt: payment.creditedAt ?? (known.isPaid ? now : null),
    isCreditedNow: known.isPaid && payment.creditedAt === null,
    clawedBackGC: clawbackAmount(payment.coins, share),
    clawedBackXP: clawbackAmount(payment.xp, share),
  };
}

/** The description of a claw-back, or of its end, in the statement. */
export function reversalReason(
  before: { refundedCents: number; disputedCents: number },
  known: Known,
): string {
  const refunded = known.refundedCents - before.refundedCents;
  const disputed = known.disputedCents - before.disputedCents;
  if (refunded + disputed < 0) return disputed < 0 ? 'Dispute won' : 'Refund undone';
  return disputed > 0 ? 'Payment disputed' : 'Payment refunded';
}

/** Whether an intent matches the order and is paid in full. */
export function isPaidAsOrdered(
  intent: {
    status: string | null;
    amountCents: number | null;
    receivedCents: number | null;
    currency: string | null;
  },
  order: { amountCents: number },
): boolean {
  const { status, amountCents, receivedCents, currency } = intent;
  const isWhole = amountCents === order.amountCents && receivedCents === order.amountCents;
  return status === 'succeeded' && currency === 'usd' && isWhole;
}

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/** An intent that is unpaid after this long is cancelled. */
export const abandonedAfterMs = dayMs;
/** Disputes can arise up to four months after a payment, and take months. */
const askedForMs = 270 * dayMs;
const askedEveryMs = 30 * dayMs;

/**
 * When to ask the card provider again. The delay equals the payment's age, up to a month, so it is asked about
 * twenty-five times in total. Without an answer, the delay is shorter, from a minute to an hour.
 * @returns null once nothing can change any more
 */
export function nextCheckAt(
  now: Date,
  payment: { createdAt: Date; failedChecks: number; firstCheckMs: number; hasFailed: boolean },
): Date | null {
  const ageMs = now.getTime() - payment.createdAt.getTime();
  if (payment.hasFailed || ageMs > askedForMs) return null;
  const waitMs =
    payment.failedChecks > 0
      ? Math.min(minuteMs * 2 ** (payment.failedChecks - 1), 60 * minuteMs)
      : Math.min(Math.max(payment.firstCheckMs, ageMs), askedEveryMs);
  return new Date(now.getTime() + waitMs);
}

/** The booking day of a past event: its own day if that month is still open, otherwise today. */
export function toBookingDay(happenedAt: Date, now: Date): Date {
  const open = new Date(now.getTime() - monthClosesAfterMs);
  const openSince = Date.UTC(open.getUTCFullYear(), open.getUTCMonth());
  return happenedAt.getTime() >= openSince && happenedAt <= now ? happenedAt : now;
}
