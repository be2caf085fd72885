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

/** A payment's locked row, which has the previous knowledge, and the current knowledge. */
export interface Findings {
  before: PaymentRow;
  after: Known;
}

/** How the findings change a payment. `growth` is the claw-back's, in coins and XP, signed. */
function toChange({ before, after }: Findings, now: Date) {
  const settlement = toSettlement(before, after, now);
  const { clawedBackGC, clawedBackXP } = settlement;
  return {
    payment: before,
    ...settlement,
    growth: { GC: clawedBackGC - before.clawedBackGC, XP: clawedBackXP - before.clawedBackXP },
    isReturned: returnedShare(before, after).taken !== returnedShare(before, before).taken,
    reason: reversalReason(before, after),
    now,
  };
}

type Change = ReturnType<typeof toChange>;

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

/** Transfers that take back the growth of the claw-back, or return its reduction. */
function toReversals({ payment, growth, reason }: Change): Movement[] {
  const player = { player: payment.playerId };
  return currencies.map(({ currency, house }) => ({
    currency,
    amount: Math.abs(growth[currency]),
    from: growth[currency] > 0 ? player : house,
    to: growth[currency] > 0 ? house : player,
    type: 'reversal',
    reference: payment.id,
    idempotencyKey: `payment:${payment.id}:reversal:${payment.reversals + 1}:${currency}`,
    description: `${reason}: ${payment.packageTitle}`,
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
 * Publishes the change of the player's coins. Also if money was returned without moving any coins, since other features
 * may have given more for the payment.
 */
async function publishChange(tx: Tx, change: Change): Promise<void> {
  const { payment, isCreditedNow, isReturned, growth, reason, now } = change;
  const { id: paymentId, playerId, packageTitle, coins, xp, amountCents, reversals } = payment;
  const fact = { paymentId, playerId, packageTitle, at: now.toISOString() };
  if (isCreditedNow) await publish(tx, 'payment.credited', { ...fact, coins, xp, amountCents });
  if (!isReturned) return;
  await publish(tx, 'payment.reversed', { ...fact, coins: growth.GC, reason, number: reversals + 1 });
}

/**
 * Brings a locked payment up to date with the findings: credits coins and XP once, applies claw-backs by their
 * difference, and updates status and events (docs/rules/card-payments.md, 24). A claw-back may make the balance
 * negative. Runs last in the caller's transaction. Idempotent.
 */
export async function settlePayment(tx: Tx, findings: Findings, { clock }: { clock: Clock }): Promise<void> {
  const change = toChange(findings, clock.now());
  const { payment, status, isCreditedNow, growth } = change;
  const { id, playerId, packageTitle, coins } = payment;
  const reversals = payment.reversals + Number(change.isReturned);
  await updatePayment(tx, id, { ...findings.after, ...change, reversals });

  if (isCreditedNow) await moveAll(tx, toCredits(payment));
  await moveAll(tx, toReversals(change));
  await publishChange(tx, change);
  if (status !== payment.status) await publishLive(tx, playerId, 'payment', { paymentId: id, status });
  if (!isCreditedNow && growth.GC === 0 && growth.XP === 0) return;
  await announceBalance(tx, playerId, {
    delta: (isCreditedNow ? coins : 0) - growth.GC,
    currency: 'GC',
    description: isCreditedNow ? `Bought ${packageTitle}` : `${change.reason}: ${packageTitle}`,
  });
}
