// SPDX-License-Identifier: Apache-2.0

import type { TakeCoins } from '../../../approval-ports.ts';
import { announceBalance } from '../../../ledger/announce.ts';
import { clawbackAmount } from '../../../ledger/rules.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database, Tx } from '../../../platform/db/database.ts';
import { isEditor } from '../../../platform/db/editors.ts';
import type {
  GetContacts,
  HasAccount,
  HoldPlayers,
  KeepSpan,
  PublicPlayers,
  RankPlayed,
  RankSpan,
} from '../../../ports.ts';
import { lockForReward } from '../event-store.ts';
import { type Fact, getReward, mayReward, utcDay } from '../rules.ts';
import * as store from './event-reward-store.ts';
import { payReward } from './pay-reward.ts';
import { spendDailyLimit } from './spend-daily-limit.ts';

export interface RewardDeps {
  db: Database;
  clock: Clock;
  holdPlayers: HoldPlayers;
  /** Includes players who can still restore their deleted account. */
  holdPayees: HoldPlayers;
  takeCoins: TakeCoins;
}

export interface PromotionsDeps extends RewardDeps {
  /** Ranks by current data; used for payments. */
  rankPlayed: RankPlayed;
  /** Used for boards that are only displayed. */
  keepSpan: KeepSpan;
  rankSpan: RankSpan;
  hasAccount: HasAccount;
  publicPlayers: PublicPlayers;
  getContacts: GetContacts;
}

/**
 * Applies a fact to one promotion: at most one reward, exactly within its limits no matter how many facts arrive at the
 * same time. Locks in a fixed order (cause, player, the player's row of the promotion, the promotion), decides, then
 * writes.
 */
async function rewardOnce(
  tx: Tx,
  promotion: store.OpenPromotion,
  fact: Fact,
  { clock, holdPlayers, takeCoins }: RewardDeps,
): Promise<boolean> {
  const { playerId, cause, at } = fact;
  const { id: eventId, userCap, dailyCap, autoRun, currency, trigger } = promotion;
  const amount = getReward(promotion);
  await store.lockCause(tx, cause);
  if (!(await holdPlayers(tx, [playerId])).has(playerId)) return false;
  await store.lockPromotionPlayer(tx, eventId, playerId);
  const had = await store.countRewards(tx, { eventId, playerId, cause, day: utcDay(at) });
  if (had.forThisCause > 0) return false;
  const { budgetLeft, isClosed, isSending, rewardType } = await lockForReward(tx, promotion);
  // A retried job applies the fact to the promotion as it is then.
  if ((budgetLeft !== null) !== promotion.hasBudget || rewardType !== currency)
    throw new Error(`event ${eventId} was changed while it gave a reward`);
  if (!mayReward(amount, { userCap, dailyCap, budgetLeft }, had)) return false;
  // Sending the rewards either waits for this one, or has already closed the list.
  if (isClosed && (!autoRun || fact.isRuling)) return false;
  if (await isEditor(tx, `event:${eventId}`, playerId)) return false;

  if (promotion.hasBudget) await store.spendBudget(tx, eventId, amount);
  const share = await store.findUndoneShare(tx, cause);
  const takenBack = share ? clawbackAmount(amount, share) : 0;
  const left = amount - takenBack;
  // Above the daily limit, the reward is collected and paid once a day has room.
  const mayPay = await spendDailyLimit(tx, promotion, autoRun ? left : 0, { takeCoins });
  const isPaidNow = autoRun && left > 0 && mayPay;
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
    // Not part of the list that is being sent, which is paid regardless of the day's limit.
    isLate: isSending && !mayPay,
  });
  if (isPaidNow) {
    await payReward(tx, { id, playerId, title: promotion.title, currency, amount: left });
    await announceBalance(tx, playerId, { delta: left, currency, description: promotion.title });
  }
  return true;
}

/** Counts never decrease: if they already refuse the reward, no lock is necessary. */
function isRefusedAlready(promotion: store.OpenPromotion): boolean {
  return (
    promotion.forThisCause > 0 ||
    !mayReward(getReward(promotion), { ...promotion, budgetLeft: null }, promotion)
  );
}

/**
 * Pays the open promotions' rewards for a fact, or collects them if an administrator sends the rewards
 * (docs/rules/events.md). Gives nothing to deleted accounts, nor to anyone who created or edited the promotion.
 * Idempotent.
 * @returns how many promotions gave a reward now
 */
export async function rewardFact(fact: Fact, deps: RewardDeps): Promise<number> {
  const { db } = deps;
  let rewarded = 0;
  for (const promotion of await store.findTriggered(db, fact, utcDay(fact.at))) {
    if (isRefusedAlready(promotion)) continue;
    if (await db.transaction((tx) => rewardOnce(tx, promotion, fact, deps))) rewarded++;
  }
  return rewarded;
}
