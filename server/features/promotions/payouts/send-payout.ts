// SPDX-License-Identifier: Apache-2.0

import { announceBalances } from '../../../ledger/announce.ts';
import { creditMany } from '../../../ledger/credit-many.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { findEditors } from '../../../platform/db/editors.ts';
import { enqueue, hasJob, publish } from '../../../platform/jobs/outbox.ts';
import { publishToAll } from '../../../platform/live/publish.ts';
import { completePromotion, lockPromotion, type PromotionRow } from '../event-store.ts';
import { markPaid } from '../rewards/event-reward-store.ts';
import { rewardCredit } from '../rewards/pay-reward.ts';
import type { PromotionsDeps, RewardDeps } from '../rewards/reward-fact.ts';
import { spendDailyLimit } from '../rewards/spend-daily-limit.ts';
import * as store from './event-payout-store.ts';

export const sendTask = 'send-rewards';

/**
 * Rewards paid in one transaction. Each holds the locks of its reward, player, wallet and page; a few thousand would
 * leave no room for other transactions in PostgreSQL's lock table.
 */
export const rewardsPerBatch = 500;

/** Lower than anything that players wait for, the same as readings. */
const priority = 10;

const jobKey = (eventId: string) => `${sendTask}:${eventId}`;

/** One job per promotion: the next batch, once this transaction commits. */
function enqueueNextBatch(tx: Tx, eventId: string): Promise<void> {
  return enqueue(tx, sendTask, { eventId }, { key: jobKey(eventId), priority });
}

/** Resumes a payout whose job was lost. A job that failed permanently is left to the operator (docs/operate.md). */
export async function resumePayout(eventId: string, { db }: Pick<RewardDeps, 'db'>): Promise<void> {
  await db.transaction(async (tx) => {
    if (!(await hasJob(tx, jobKey(eventId)))) await enqueueNextBatch(tx, eventId);
  });
}

type Payout = NonNullable<Awaited<ReturnType<typeof store.lockPayout>>>;

/** The rewards whose players still have an account and did not edit the promotion. */
async function findDue(
  tx: Tx,
  eventId: string,
  rewards: readonly store.DueReward[],
  { holdPayees }: RewardDeps,
): Promise<store.DueReward[]> {
  const here = await holdPayees(tx, [...new Set(rewards.map(({ playerId }) => playerId))]);
  const editors = await findEditors(tx, `event:${eventId}`);
  return rewards.filter(({ playerId }) => here.has(playerId) && !editors.has(playerId));
}

/** Pays rewards and publishes them. */
async function payRewards(
  tx: Tx,
  { title, currency }: Pick<Payout, 'title' | 'currency'>,
  due: readonly store.DueReward[],
  { clock }: RewardDeps,
): Promise<void> {
  if (due.length === 0) return;
  const ids = due.map(({ id }) => id);
  await creditMany(
    tx,
    { currency, from: 'rewards', type: 'event_reward', description: title },
    due.map(rewardCredit),
  );
  await markPaid(tx, ids, clock.now());
  const told = due.map(({ id, playerId, amount }) => ({ rewardId: id, playerId, amount }));
  await publish(tx, 'event.rewards-sent', { title, currency, rewards: told }, { priority });
}

function sumsByPlayer(rewards: readonly store.DueReward[]): { playerId: string; delta: number }[] {
  const sums = new Map<string, number>();
  for (const { playerId, amount } of rewards) sums.set(playerId, (sums.get(playerId) ?? 0) + amount);
  return [...sums].map(([playerId, delta]) => ({ playerId, delta }));
}

export interface Sent {
  players: number;
  total: number;
  /** False while batches remain; the job continues with them. */
  isFinished: boolean;
}

/** Pays the next batch of a locked payout, and completes the promotion with the last one. */
async function payBatch(tx: Tx, eventId: string, payout: Payout, deps: RewardDeps): Promise<Sent> {
  const at = deps.clock.now();
  const page = await store.listNextRewards(tx, eventId, payout, rewardsPerBatch);
  const isFinished = page.length < rewardsPerBatch;
  // Locked before the wallets, in the same order as late automatic rewards.
  if (isFinished) await lockPromotion(tx, eventId);
  const rewards = await store.lockRewards(
    tx,
    page.map(({ id }) => id),
  );
  const paid = await findDue(tx, eventId, rewards, deps);
  await payRewards(tx, payout, paid, deps);
  const sums = sumsByPlayer(paid);
  const total = sums.reduce((sum, { delta }) => sum + delta, 0);
  const upTo = page.at(-1);
  if (upTo) {
    const leftOut = page.length - paid.length;
    await store.advancePayout(tx, eventId, { paid: paid.length, amount: total, leftOut, upTo, at });
  }
  if (isFinished) {
    await store.finishPayout(tx, eventId, at);
    await completePromotion(tx, eventId, at);
    await publishToAll(tx, 'events', {});
  }
  const { currency, title: description } = payout;
  await announceBalances(tx, sums, { currency, description });
  return { players: sums.length, total, isFinished };
}

/**
 * For a locked promotion with automatic rewards that exceeded the day's limit: pays as many rewards as fit now, the
 * smallest first. So a reward larger than the limit holds up none of the others. The rest is paid on later days.
 */
export async function payWithinDailyLimit(
  tx: Tx,
  { id: eventId, title, rewardType: currency, isApproved }: PromotionRow,
  deps: PromotionsDeps,
): Promise<void> {
  const smallest = await store.listSmallestRewards(tx, eventId, { ...deps, limit: rewardsPerBatch });
  const rewards = await store.lockRewards(tx, smallest);
  const due = await findDue(tx, eventId, rewards, deps);
  const paid: store.DueReward[] = [];
  for (const reward of due.toSorted((one, other) => one.amount - other.amount)) {
    if (!(await spendDailyLimit(tx, { currency, isApproved }, reward.amount, deps))) break;
    paid.push(reward);
  }
  await payRewards(tx, { title, currency }, paid, deps);
  await announceBalances(tx, sumsByPlayer(paid), { currency, description: title });
}

/**
 * Closes the list of a locked promotion, so that it collects no more rewards, and begins to pay. Pays a list shorter
 * than a batch immediately, in this transaction; a longer one through the job, batch by batch.
 * @returns the players it pays: for a longer list, those who have an account now, though some may be gone by their turn
 */
export async function beginPayout(tx: Tx, eventId: string, deps: PromotionsDeps): Promise<Sent> {
  const rewards = await store.openPayout(tx, eventId, deps.clock.now());
  if (rewards >= rewardsPerBatch) {
    const { players, total } = await store.readCollected(tx, eventId, { ...deps, limit: 1 });
    await enqueueNextBatch(tx, eventId);
    await publishToAll(tx, 'events', {});
    return { players, total, isFinished: false };
  }
  const payout = await store.lockPayout(tx, eventId);
  if (!payout) throw new Error(`the payout of event ${eventId} vanished while it began`);
  return payBatch(tx, eventId, payout, deps);
}

/**
 * Pays the next batch of a promotion whose rewards are being sent, and enqueues the job for the one after it, in one
 * transaction. If the process is killed at any point, the batch is paid entirely or not at all, and the job continues
 * where it stopped. Does nothing once everything is sent.
 */
export async function sendNextBatch(eventId: string, deps: RewardDeps): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const payout = await store.lockPayout(tx, eventId);
    if (!payout) return;
    const { isFinished } = await payBatch(tx, eventId, payout, deps);
    if (!isFinished) await enqueueNextBatch(tx, eventId);
  });
}
