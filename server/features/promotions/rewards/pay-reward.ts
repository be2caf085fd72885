// SPDX-License-Identifier: Apache-2.0

import type { Credit } from '../../../ledger/credit-many.ts';
import { type Movement, transfer } from '../../../ledger/transfer.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { publish } from '../../../platform/jobs/outbox.ts';
import { isRefusal } from '../../../platform/refusal.ts';
import type { Reward } from './event-reward-store.ts';

type Paid = Pick<Reward, 'id' | 'playerId' | 'title' | 'currency' | 'amount'>;

async function move(tx: Tx, movement: Movement): Promise<void> {
  const moved = await transfer(tx, movement);
  // The house always has enough coins, and a reversal may make the balance negative.
  if (isRefusal(moved)) throw new Error(`${movement.idempotencyKey} was refused: ${moved.refused}`);
}

/** The idempotency key that keeps a reward from being paid twice. */
const paymentKey = (rewardId: string) => `event-reward:${rewardId}`;

/** A reward as part of a batch. */
export function rewardCredit({ id, playerId, amount }: Pick<Paid, 'id' | 'playerId' | 'amount'>): Credit {
  return { playerId, amount, reference: id, idempotencyKey: paymentKey(id) };
}

/** Pays a reward to its player, once, and publishes it. */
export async function payReward(tx: Tx, { id, playerId, title, currency, amount }: Paid): Promise<void> {
  await publish(tx, 'event.rewarded', { rewardId: id, playerId, title, amount, currency });
  await move(tx, {
    currency,
    amount,
    from: { house: 'rewards' },
    to: { player: playerId },
    type: 'event_reward',
    reference: id,
    idempotencyKey: paymentKey(id),
    description: title,
  });
}

/**
 * Takes back `growth` more of a paid reward; the balance may go negative if the player has spent it. A negative
 * `growth` pays it again.
 */
export function reverseReward(
  tx: Tx,
  { id, playerId, title, currency, reversals }: Omit<Paid, 'amount'> & Pick<Reward, 'reversals'>,
  growth: number,
): Promise<void> {
  const [player, house] = [{ player: playerId }, { house: 'rewards' }] as const;
  return move(tx, {
    currency,
    amount: Math.abs(growth),
    from: growth > 0 ? player : house,
    to: growth > 0 ? house : player,
    type: 'reversal',
    reference: id,
    // The first key has no number because rewards could once be taken back only once, and entirely.
    idempotencyKey: `event-reward:${id}:reversal${reversals === 0 ? '' : `:${reversals + 1}`}`,
    description: `${growth > 0 ? 'Taken back' : 'Given again'}: ${title}`,
    mayGoBelowZero: true,
  });
}
