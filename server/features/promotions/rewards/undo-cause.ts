// SPDX-License-Identifier: Apache-2.0

import { announceBalance } from '../../../ledger/announce.ts';
import { clawbackAmount, type Share } from '../../../ledger/rules.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { isEditor } from '../../../platform/db/editors.ts';
import * as store from './event-reward-store.ts';
import { payReward, reverseReward } from './pay-reward.ts';
import type { RewardDeps } from './reward-fact.ts';
import { spendDailyLimit } from './spend-daily-limit.ts';

/** Means that the cause no longer counts at all. */
export const entirely: Share = { taken: 1, whole: 1 };

/**
 * Adjusts a locked reward to the share to take back.
 * @returns the change of the player's balance; negative if something was taken back
 */
async function adjust(
  tx: Tx,
  reward: store.Reward,
  owed: number,
  { at, isHere, takeCoins }: { at: Date; isHere: boolean } & Pick<RewardDeps, 'takeCoins'>,
): Promise<number> {
  const { amount, takenBack, isPaid, autoRun, isClosed } = reward;
  const growth = owed - takenBack;
  if (growth === 0 || (growth < 0 && !isHere)) return 0;
  // Editors get nothing after their edit, but earlier payments can still be taken back.
  if (growth < 0 && (await isEditor(tx, `event:${reward.eventId}`, reward.playerId))) return 0;
  // A reward that was entirely taken back when its promotion's list was closed is never sent.
  const isLeftOut = !isPaid && !autoRun && isClosed && takenBack === amount;
  if (isLeftOut) return 0;
  await store.recordTakenBack(tx, reward, owed, at);
  if (isPaid) {
    await reverseReward(tx, reward, growth);
    return -growth;
  }
  if (!autoRun || growth > 0) return 0;
  // Like a new reward: without room in the day's limit, it waits for a day with room.
  const hasRoom = await spendDailyLimit(tx, reward, amount - owed, { takeCoins });
  if (!hasRoom) return 0;
  await store.markPaid(tx, [reward.id], at);
  await payReward(tx, { ...reward, amount: amount - owed });
  return amount - owed;
}

/**
 * Takes back promotions' rewards for a cause, in proportion to how much of it no longer counts (a voided attempt, a
 * refunded payment), or pays them again. The share is also stored for later rewards, since the fact itself may still
 * arrive. Caps and budget keep counting the whole reward, otherwise repeating a refused fact would pay it. Rewards by
 * rank stay, since the same ranking paid the other places (docs/rules/events.md, 28). Idempotent.
 * @param readShare called under the lock of the cause, so that the last call sees the newest share
 */
export async function undoCause(
  cause: string,
  readShare: (tx: Tx) => Promise<Share>,
  { db, clock, holdPayees, takeCoins }: RewardDeps,
): Promise<void> {
  const at = clock.now();
  await db.transaction(async (tx) => {
    await store.lockCause(tx, cause);
    const share = await readShare(tx);
    await store.storeUndoneShare(tx, cause, share, at);
    const rewards = await store.lockRewardsForCause(tx, cause);
    const here = await holdPayees(tx, [...new Set(rewards.map(({ playerId }) => playerId))]);
    const moved: (store.Reward & { delta: number })[] = [];
    for (const reward of rewards) {
      const isHere = here.has(reward.playerId);
      const owed = clawbackAmount(reward.amount, share);
      const delta = await adjust(tx, reward, owed, { at, isHere, takeCoins });
      if (delta !== 0) moved.push({ ...reward, delta });
    }
    for (const { playerId, delta, currency, title } of moved) {
      const description = `${delta < 0 ? 'Taken back' : 'Given again'}: ${title}`;
      await announceBalance(tx, playerId, { delta, currency, description });
    }
  });
}
