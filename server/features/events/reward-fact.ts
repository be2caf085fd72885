import { announceBalance } from '../../ledger/announce.ts';
import { owedBack } from '../../ledger/rules.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Tx } from '../../platform/db/database.ts';
import type { HasAccount, HoldPlayers, PublicPlayers, RankPlayed } from '../../ports.ts';
import { isEditor } from './event-editor-store.ts';
import * as store from './event-reward-store.ts';
import { lockForReward } from './event-store.ts';
import { payReward } from './pay-reward.ts';
import { type Fact, getReward, mayReward, utcDay } from './rules.ts';

export interface RewardDeps {
  db: Database;
  clock: Clock;
  holdPlayers: HoldPlayers;
}

export interface EventsDeps extends RewardDeps {
  rankPlayed: RankPlayed;
  hasAccount: HasAccount;
  publicPlayers: PublicPlayers;
}

/**
 * One event's answer to a fact: at most one reward, exactly within its limits however many facts come at once.
 * Locks in a fixed order (cause, player, player's row of the event, then the event); decides; then writes.
 */
async function rewardOnce(
  tx: Tx,
  event: store.OpenEvent,
  fact: Fact,
  { clock, holdPlayers }: RewardDeps,
): Promise<boolean> {
  const { playerId, cause, at } = fact;
  const { id: eventId, userCap, dailyCap, autoRun, currency, trigger } = event;
  const amount = getReward(event);
  await store.lockCause(tx, cause);
  if (!(await holdPlayers(tx, [playerId])).has(playerId)) return false;
  await store.lockEventPlayer(tx, eventId, playerId);
  const had = await store.countRewards(tx, { eventId, playerId, cause, day: utcDay(at) });
  if (had.forThisCause > 0) return false;
  const { budgetLeft, isClosed, rewardType } = await lockForReward(tx, event);
  // Told again, the fact finds the event as it is now.
  if ((budgetLeft !== null) !== event.hasBudget || rewardType !== currency)
    throw new Error(`event ${eventId} was changed while it gave a reward`);
  if (!mayReward(amount, { userCap, dailyCap, budgetLeft }, had)) return false;
  // Anyone who sends the rewards waits for this one, or has closed the list.
  if (!autoRun && isClosed) return false;
  if (await isEditor(tx, eventId, playerId)) return false;

  if (event.hasBudget) await store.spendBudget(tx, eventId, amount);
  const share = await store.undoneShare(tx, cause);
  const takenBack = share ? owedBack(amount, share) : 0;
  const left = amount - takenBack;
  const isPaidNow = autoRun && left > 0;
  const id = await store.insertReward(tx, {
    eventId,
    playerId,
    trigger,
    cause,
    currency,
    amount,
    causedAt: at,
    paidAt: isPaidNow ? clock.now() : null,
    takenBack,
  });
  if (isPaidNow) {
    await payReward(tx, { id, playerId, title: event.title, currency, amount: left });
    await announceBalance(tx, playerId, { delta: left, currency, description: event.title });
  }
  return true;
}

/** What was counted never becomes less: where it refuses already, no lock has to be taken. */
function isRefusedAlready(event: store.OpenEvent): boolean {
  return event.forThisCause > 0 || !mayReward(getReward(event), { ...event, budgetLeft: null }, event);
}

/**
 * Pays (or collects, where an administrator sends the rewards) what the open events give for a fact
 * (docs/rules.md, Events); nothing to an account that was deleted, nor to anyone who created or edited the event. Doing it again gives nothing more.
 * @returns how many events gave a reward now
 */
export async function rewardFact(fact: Fact, deps: RewardDeps): Promise<number> {
  const { db } = deps;
  let rewarded = 0;
  for (const event of await store.findTriggered(db, fact, utcDay(fact.at))) {
    if (isRefusedAlready(event)) continue;
    if (await db.transaction((tx) => rewardOnce(tx, event, fact, deps))) rewarded++;
  }
  return rewarded;
}
