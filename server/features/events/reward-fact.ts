import { announceBalance } from '../../ledger/announce.ts';
import { transfer } from '../../ledger/transfer.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Tx } from '../../platform/db/database.ts';
import { isRefusal } from '../../platform/refusal.ts';
import { type Fact, mayReward, rewardOf, utcDay } from './rules.ts';
import * as store from './store.ts';

export interface RewardDeps {
  db: Database;
  clock: Clock;
}

async function pay(tx: Tx, rewardId: string, playerId: string, event: store.OpenEvent, amount: number) {
  const { currency, title } = event;
  const moved = await transfer(tx, {
    currency,
    amount,
    from: { house: 'rewards' },
    to: { player: playerId },
    type: 'event_reward',
    reference: rewardId,
    idempotencyKey: `event-reward:${rewardId}`,
    description: title,
  });
  if (isRefusal(moved)) throw new Error(`reward ${rewardId} could not be paid: ${moved.refused}`);
  await announceBalance(tx, playerId, { delta: amount, currency, description: title });
}

/**
 * One event's answer to a fact: at most one reward, exactly within its limits however many facts come at once.
 * Locks in a fixed order (player's row of the event, then the event where it has a budget); decides; then writes.
 */
async function rewardOnce(tx: Tx, event: store.OpenEvent, fact: Fact, now: Date): Promise<boolean> {
  const { playerId, cause, at } = fact;
  const amount = rewardOf(event);
  await store.lockEventPlayer(tx, event.id, playerId);
  const had = await store.countRewards(tx, { eventId: event.id, playerId, cause, day: utcDay(at) });
  if (had.forThisCause > 0) return false;
  const budgetLeft = event.hasBudget ? await store.lockBudget(tx, event.id) : null;
  const { userCap, dailyCap, autoRun, currency, trigger } = event;
  if (!mayReward(amount, { userCap, dailyCap, budgetLeft }, had)) return false;

  if (event.hasBudget) await store.spendBudget(tx, event.id, amount);
  const rewardId = await store.insertReward(tx, {
    eventId: event.id,
    playerId,
    trigger,
    cause,
    currency,
    amount,
    causedAt: at,
    paidAt: autoRun ? now : null,
  });
  if (autoRun) await pay(tx, rewardId, playerId, event, amount);
  return true;
}

/**
 * Pays (or collects, where an administrator sends the rewards) what the open events give for a fact
 * (docs/rules.md, Events). Doing it again gives nothing more.
 * @returns how many events gave a reward now
 */
export async function rewardFact(fact: Fact, { db, clock }: RewardDeps): Promise<number> {
  let rewarded = 0;
  for (const event of await store.findTriggered(db, fact)) {
    if (await db.transaction((tx) => rewardOnce(tx, event, fact, clock.now()))) rewarded++;
  }
  return rewarded;
}
