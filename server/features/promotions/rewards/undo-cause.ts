// SPDX-License-Identifier: Apache-2.0

import { announceBalance } from '../../../ledger/announce.ts';
import { owedBack, type Share } from '../../../ledger/rules.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { isEditor } from '../event-editor-store.ts';
import * as store from './event-reward-store.ts';
import { payReward, reverseReward } from './pay-reward.ts';
import type { RewardDeps } from './reward-fact.ts';

/** A cause that does not count any more at all. */
export const entirely: Share = { taken: 1, whole: 1 };

/**
 * Brings a locked reward to what is owed back of it.
 * @returns what the player has more than before; negative where it was taken back
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
  // Editors get nothing from then on; what was paid before stays theirs to be taken back.
  if (growth < 0 && (await isEditor(tx, reward.eventId, reward.playerId))) return 0;
  // Nothing is left to be sent of what was gone when the list of its promotion was closed.
  const isLeftOut = !isPaid && !autoRun && isClosed && takenBack === amount;
  if (isLeftOut) return 0;
  await store.recordTakenBack(tx, reward, owed, at);
  if (isPaid) {
    await reverseReward(tx, reward, growth);
    return -growth;
  }
  if (!autoRun || growth > 0) return 0;
  // As when it was given: what the day has no room for waits for the end. After the end nobody else would pay it.
  const hasRoom = reward.currency !== 'GC' || (await takeCoins(tx, 'rewards', amount - owed));
  if (!hasRoom && !isClosed) return 0;
  await store.markPaid(tx, [reward.id], at);
  await payReward(tx, { ...reward, amount: amount - owed });
  return amount - owed;
}

/**
 * Takes back what promotions gave for a cause in the proportion in which it no longer counts (a voided attempt, a refunded
 * payment), or gives it again, and keeps that share for what is rewarded later: the word of the fact may still be on its
 * way. Caps and budget count all of it on, or telling a refused fact again would pay it; what was paid by rank stays,
 * since the others' places were paid by it too (docs/rules.md, Events). Doing it again changes nothing.
 * @param readShare asked under the lock of the cause, so that the last one to be told knows the newest
 */
export async function undoCause(
  cause: string,
  readShare: (tx: Tx) => Promise<Share>,
  { db, clock, holdOwed, takeCoins }: RewardDeps,
): Promise<void> {
  const at = clock.now();
  await db.transaction(async (tx) => {
    await store.lockCause(tx, cause);
    const share = await readShare(tx);
    await store.keepUndoneShare(tx, cause, share, at);
    const rewards = await store.lockRewardsForCause(tx, cause);
    const here = await holdOwed(tx, [...new Set(rewards.map(({ playerId }) => playerId))]);
    const moved: (store.Reward & { delta: number })[] = [];
    for (const reward of rewards) {
      const isHere = here.has(reward.playerId);
      const owed = owedBack(reward.amount, share);
      const delta = await adjust(tx, reward, owed, { at, isHere, takeCoins });
      if (delta !== 0) moved.push({ ...reward, delta });
    }
    for (const { playerId, delta, currency, title } of moved) {
      const description = `${delta < 0 ? 'Taken back' : 'Given again'}: ${title}`;
      await announceBalance(tx, playerId, { delta, currency, description });
    }
  });
}
