// SPDX-License-Identifier: Apache-2.0

import { announceBalance } from '../../../ledger/announce.ts';
import { type Account, type Movement, transfer } from '../../../ledger/transfer.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { publish } from '../../../platform/jobs/outbox.ts';
import { publishLive } from '../../../platform/live/publish.ts';
import { isRefusal } from '../../../platform/refusal.ts';
import { type Known, returnedShare, reversalReason, toSettlement } from '../rules.ts';
import { type PaymentRow, updatePayment } from './payment-store.ts';

/** What is known about a payment from its row alone. */
export function toKnown(payment: PaymentRow): Known {
  const { intentId, creditedAt, status, refundedCents, disputedCents, cardFingerprintHash } = payment;
  const state = { isPaid: creditedAt !== null, hasFailed: status === 'failed' };
  return { intentId, ...state, refundedCents, disputedCents, cardFingerprintHash };
}

const currencies = [
  { currency: 'GC', house: { house: 'coin_sales' } },
  { currency: 'XP', house: { house: 'rewards' } },
] as const satisfies readonly { currency: string; house: Account }[];

function toCredits({ id, playerId, packageTitle, coins, xp }: PaymentRow): Movement[] {
  const to = { player: playerId };
  return [
    {
      currency: 'GC',
      amount: coins,
      from: { house: 'coin_sales' },
      to,
      type: 'coin_purchase',
      reference: id,
      idempotencyKey: `payment:${id}:coins`,
      description: `Bought ${packageTitle}`,
    },
    {
      currency: 'XP',
      amount: xp,
      from: { house: 'rewards' },
      to,
      type: 'xp_award',
      reference: id,
      idempotencyKey: `payment:${id}:xp`,
      description: `XP: bought ${packageTitle}`,
    },
  ];
}

/**
 * Transfers that take back the amount by which the claw-back grew, or return the amount by which it shrank.
 * @param growth of the claw-back, in coins and XP, signed
 */
function toReversals(
  payment: PaymentRow,
  growth: { GC: number; XP: number },
  description: string,
): Movement[] {
  const player = { player: payment.playerId };
  return currencies.map(({ currency, house }) => ({
    currency,
    amount: Math.abs(growth[currency]),
    from: growth[currency] > 0 ? player : house,
    to: growth[currency] > 0 ? house : player,
    type: 'reversal',
    reference: payment.id,
    idempotencyKey: `payment:${payment.id}:reversal:${payment.reversals + 1}:${currency}`,
    description,
    mayGoBelowZero: true,
  }));
}

async function moveAll(tx: Tx, movements: readonly Movement[]): Promise<void> {
  for (const movement of movements.filter(({ amount }) => amount > 0)) {
    const moved = await transfer(tx, movement);
    if (isRefusal(moved)) throw new Error(`${movement.idempotencyKey} was refused: ${moved.refused}`);
  }
}

/**
 * Publishes what happened to the player's coins. It also does so if money was returned without moving any coins, since other
 * features may have given more for the payment.
 */
async function publishChanges(
  tx: Tx,
  payment: PaymentRow,
  happened: {
    isCreditedNow: boolean;
    isReturned: boolean;
    clawBackGrowthGC: number;
    reason: string;
    at: Date;
  },
): Promise<void> {
  const { id: paymentId, playerId, packageTitle, coins, xp, amountCents, reversals } = payment;
  const { isCreditedNow, isReturned, clawBackGrowthGC, reason } = happened;
  const fact = { paymentId, playerId, packageTitle, at: happened.at.toISOString() };
  if (isCreditedNow) await publish(tx, 'payment.credited', { ...fact, coins, xp, amountCents });
  if (!isReturned) return;
  const number = reversals + 1;
  await publish(tx, 'payment.reversed', { ...fact, coins: clawBackGrowthGC, reason, number });
}

/**
 * Brings a locked payment up to date with what is known about it: credits coins and XP once, applies claw-backs by their
 * difference (balances may go negative if the player has spent the coins), and updates status and events (docs/rules.md,
 * Coins by card). Runs last in the caller's transaction. Idempotent.
 */
export async function settlePayment(
  tx: Tx,
  payment: PaymentRow,
  known: Known,
  { clock }: { clock: Clock },
): Promise<void> {
  const { id, playerId, packageTitle, coins } = payment;
  const now = clock.now();
  const settlement = toSettlement(payment, known, now);
  const { status, creditedAt, isCreditedNow, clawedBackGC, clawedBackXP } = settlement;
  const { intentId, refundedCents, disputedCents, cardFingerprintHash } = known;
  const growth = { GC: clawedBackGC - payment.clawedBackGC, XP: clawedBackXP - payment.clawedBackXP };
  const isReversed = growth.GC !== 0 || growth.XP !== 0;
  const before = returnedShare(payment, toKnown(payment));
  const isReturned = returnedShare(payment, known).taken !== before.taken;
  const reversals = payment.reversals + Number(isReturned);
  const seen = { intentId, refundedCents, disputedCents, cardFingerprintHash };
  await updatePayment(tx, id, { ...seen, status, creditedAt, clawedBackGC, clawedBackXP, reversals });

  const reason = reversalReason(payment, known);
  const reversal = `${reason}: ${packageTitle}`;
  if (isCreditedNow) await moveAll(tx, toCredits(payment));
  await moveAll(tx, toReversals(payment, growth, reversal));
  await publishChanges(tx, payment, {
    isCreditedNow,
    isReturned,
    clawBackGrowthGC: growth.GC,
    reason,
    at: now,
  });
  if (status !== payment.status) await publishLive(tx, playerId, 'payment', { paymentId: id, status });
  if (!isCreditedNow && !isReversed) return;
  await announceBalance(tx, playerId, {
    delta: (isCreditedNow ? coins : 0) - growth.GC,
    currency: 'GC',
    description: isCreditedNow ? `Bought ${packageTitle}` : reversal,
  });
}
