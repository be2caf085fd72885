// SPDX-License-Identifier: Apache-2.0

import type { Payouts } from '../../../../contract/promotions-admin.ts';
import { heldMs } from '../../../../contract/undo.ts';
import type { AskApproval, CarryOut } from '../../../approval-ports.ts';
import { type Changed, changeAndRecord, changeOnce } from '../../../platform/db/admin-changes.ts';
import type { Queryable, Tx } from '../../../platform/db/database.ts';
import { findEditors, isEditedNear, recordEditors } from '../../../platform/db/editors.ts';
import { type Refusal, refuse } from '../../../platform/refusal.ts';
import { findPromotion, hasRewards, lockPromotion, type PromotionRow } from '../event-store.ts';
import { insertReward, spendBudget } from '../rewards/event-reward-store.ts';
import type { PromotionsDeps } from '../rewards/reward-fact.ts';
import { spendDailyLimit } from '../rewards/spend-daily-limit.ts';
import { isByRank, lateFactGraceMs, withinBudget } from '../rules.ts';
import { type CollectedByPlayer, readCollected } from './event-payout-store.ts';
import { beginPayout, payWithinDailyLimit, type Sent } from './send-payout.ts';

const maxListed = 500;

/** Why the rewards of a promotion cannot be sent now. */
function reasonNotPayable(promotion: PromotionRow, now: Date): Refusal | undefined {
  if (promotion.isCompleted) return refuse('event_already_sent');
  if (promotion.sendingSince) return refuse('event_sending');
  if (promotion.autoRun) return refuse('event_sends_itself');
  const isOver = now.getTime() >= promotion.endsAt.getTime() + lateFactGraceMs;
  return isByRank(promotion) && !isOver ? refuse('event_running') : undefined;
}

interface Placed extends CollectedByPlayer {
  rank: number;
}

/**
 * The reward and the player of each place. Deleted accounts, and players who created or edited the promotion, keep
 * their places, which then pay nobody.
 */
async function getPlaces(
  db: Queryable,
  promotion: PromotionRow,
  { rankPlayed }: PromotionsDeps,
  findExisting: (playerIds: readonly string[]) => Promise<ReadonlySet<string>>,
): Promise<Placed[]> {
  const { leaderboardRewards: rewards, budget, budgetSpent } = promotion;
  const scores = await rankPlayed(db, promotion.startsAt, promotion.endsAt, rewards.length);
  const here = await findExisting(scores.map(({ playerId }) => playerId));
  const editors = await findEditors(db, `event:${promotion.id}`);
  const places = scores.map(({ playerId }, place) => ({
    playerId,
    rank: place + 1,
    amount: rewards[place] as number,
  }));
  return withinBudget(
    places.filter(({ playerId }) => here.has(playerId) && !editors.has(playerId)),
    budget === null ? null : budget - budgetSpent,
  );
}

/** The result of sending now: the largest rewards first, and the total. */
async function getPayouts(
  { db, lists }: { db: Queryable; lists: Queryable },
  promotion: PromotionRow,
  deps: PromotionsDeps,
): Promise<{ players: number; total: number; list: (CollectedByPlayer & { rank?: number })[] }> {
  // Places are ranked until they are on the list.
  if (!isByRank(promotion) || (await hasRewards(db, promotion.id))) {
    return readCollected(lists, promotion.id, { hasAccount: deps.hasAccount, limit: maxListed });
  }
  const list = await getPlaces(
    db,
    promotion,
    deps,
    async (ids) => new Set((await deps.publicPlayers(db, ids)).keys()),
  );
  return { players: list.length, total: list.reduce((sum, { amount }) => sum + amount, 0), list };
}

/**
 * The rewards and players if a promotion's rewards were sent now: exactly the list that sending pays
 * (docs/rules/events.md, 12). Refuses `not_found`, `event_already_sent`, `event_sending` and `event_sends_itself`.
 */
export async function previewPayouts(eventId: string, deps: PromotionsDeps): Promise<Payouts | Refusal> {
  const promotion = await findPromotion(deps.db, eventId);
  if (!promotion) return refuse('not_found');
  const refusal = reasonNotPayable(promotion, deps.clock.now());
  if (refusal && refusal.refused !== 'event_running') return refusal;
  const { players, total, list } = await getPayouts({ db: deps.db, lists: deps.db.reports }, promotion, deps);
  const known = await deps.getContacts(
    deps.db,
    list.map(({ playerId }) => playerId),
  );
  return {
    rewardType: promotion.rewardType,
    players,
    total,
    list: list.map(({ playerId, amount, rank = null }) => ({
      playerId,
      name: known.get(playerId)?.name ?? '',
      handle: known.get(playerId)?.handle ?? '',
      rank,
      amount,
    })),
  };
}

/** Adds places to the list as rewards with their rank, once: from then on they are promised. */
async function collectPlaces(tx: Tx, promotion: PromotionRow, deps: PromotionsDeps): Promise<void> {
  if (await hasRewards(tx, promotion.id)) return;
  const { id: eventId, rewardType: currency, budget } = promotion;
  const places = await getPlaces(tx, promotion, deps, (ids) => deps.holdPlayers(tx, ids));
  if (budget !== null) {
    const total = places.reduce((sum, { amount }) => sum + amount, 0);
    await spendBudget(tx, eventId, total);
  }
  for (const { playerId, amount, rank } of places) {
    await insertReward(tx, {
      eventId,
      playerId,
      trigger: 'ACTIVITY_WEEKLY',
      cause: 'place',
      currency,
      amount,
      rank,
      causedAt: promotion.endsAt,
      paidAt: null,
    });
  }
}

/** Begins to pay a locked promotion's rewards. */
async function begin(tx: Tx, promotion: PromotionRow, deps: PromotionsDeps): Promise<Sent> {
  if (isByRank(promotion)) await collectPlaces(tx, promotion, deps);
  return beginPayout(tx, promotion.id, deps);
}

interface SendInput {
  actorId: string;
  eventId: string;
}

/** The stored form of a sending that waits for approval. */
interface AskedSending {
  eventId: string;
  /** The coins it would have paid at the time of the request. */
  total: number;
}

const sendOperation = 'event.send';

/** Coins that sending would pay now, in the transaction that decides about it. */
async function coinsToSend(tx: Tx, promotion: PromotionRow, deps: PromotionsDeps): Promise<number> {
  if (promotion.rewardType !== 'GC') return 0;
  return (await getPayouts({ db: tx, lists: tx }, promotion, deps)).total;
}

/**
 * Sends the rewards of a promotion, on behalf of an administrator: closes its list and pays it exactly once, batch by batch.
 * Refuses `not_found`, `event_sending` and `event_already_sent` on a second call, `event_sends_itself`,
 * `event_running` for places before the end, and `waits_for_approval` above the limit.
 */
export function sendRewards(
  { actorId, eventId, idempotencyKey }: SendInput & { idempotencyKey: string },
  deps: PromotionsDeps & { askApproval: AskApproval },
): Promise<Sent | Refusal> {
  const request = {
    playerId: actorId,
    key: idempotencyKey,
    input: { operation: sendOperation, eventId },
  };
  // Summing up a list of a million rewards takes seconds.
  return deps.db.reports.transaction<Sent | Refusal>(async (tx) => {
    const promotion = await lockPromotion(tx, eventId);
    return changeOnce<Sent>(tx, request, () =>
      sendLocked(tx, { actorId, eventId, promotion }, deps, async (toSend) => {
        const asked: AskedSending = { eventId, total: 0 };
        return deps.askApproval(tx, {
          actorId,
          operation: sendOperation,
          permission: 'events:send',
          measure: async () => {
            asked.total = await coinsToSend(tx, toSend, deps);
            const makes = { way: 'events', coins: asked.total } as const;
            return [{ kind: 'payout', coins: asked.total, makes }];
          },
          title: `Send the rewards of the event “${toSend.title}”`,
          subject: `event:${eventId}`,
          before: null,
          after: asked,
          input: asked,
        });
      }),
    );
  });
}

async function sendLocked(
  tx: Tx,
  { eventId, promotion }: SendInput & { promotion: PromotionRow | undefined },
  deps: PromotionsDeps,
  mayNot: (promotion: PromotionRow) => Promise<Refusal | undefined>,
): Promise<Changed<Sent> | Refusal> {
  if (!promotion) return refuse('not_found');
  const refusal = reasonNotPayable(promotion, deps.clock.now()) ?? (await mayNot(promotion));
  if (refusal) return refusal;
  const sent = await begin(tx, promotion, deps);
  const after = { players: sent.players, total: sent.total };
  return {
    answer: sent,
    change: { action: sendOperation, subject: `event:${eventId}`, before: null, after },
  };
}

/** Carries out an approved sending, unless it has grown since. The approver gets none of it. */
export function approvableSending(deps: PromotionsDeps) {
  return {
    [sendOperation]: async (tx, { actorId, approverId, input }) => {
      const { eventId, total } = input as AskedSending;
      const promotion = await lockPromotion(tx, eventId);
      if (promotion && approverId) {
        await recordEditors(tx, `event:${eventId}`, { actorId: approverId }, deps.clock.now());
      }
      return changeAndRecord(tx, actorId, () =>
        sendLocked(tx, { actorId, eventId, promotion }, deps, async (toSend) => {
          const now = await coinsToSend(tx, toSend, deps);
          return now > total ? refuse('event_payout_grew', { total, now }) : undefined;
        }),
      );
    },
  } satisfies Record<string, CarryOut>;
}

/**
 * Pays the rewards that a promotion with automatic rewards owes, as far as the day has room. Once the promotion has
 * ended, its places are on the list too, and the last reward completes it. After that it can only owe late rewards.
 */
export function payOwed(eventId: string, deps: PromotionsDeps): Promise<Sent | undefined> {
  return deps.db.reports.transaction<Sent | undefined>(async (tx) => {
    const promotion = await lockPromotion(tx, eventId);
    if (!promotion?.autoRun || !promotion.isActive) return undefined;
    // While a list is being sent, the sending job pays.
    if (promotion.sendingSince && !promotion.isCompleted) return undefined;
    // Its administrator can still undo the change that started the payment.
    if (await isEditedNear(tx, `event:${eventId}`, deps.clock.now(), heldMs)) return undefined;
    const isOver =
      !promotion.isCompleted && deps.clock.now().getTime() >= promotion.endsAt.getTime() + lateFactGraceMs;
    if (isOver) {
      if (isByRank(promotion)) await collectPlaces(tx, promotion, deps);
      const { rewardType: currency, isApproved } = promotion;
      const owed = async () => (await readCollected(tx, eventId, { ...deps, limit: 1 })).total;
      if (await spendDailyLimit(tx, { currency, isApproved }, owed, deps))
        return beginPayout(tx, eventId, deps);
    }
    // The rest waits for the next day, or until an administrator raises the limit.
    await payWithinDailyLimit(tx, promotion, deps);
    return undefined;
  });
}
