import type { LoadedFields } from '../../../contract/edits.ts';
import { findPromotionFault, type PromotionInput } from '../../../contract/promotion-terms.ts';
import type { AdminPromotion } from '../../../contract/promotions-admin.ts';
import { changeOnce } from '../../platform/db/admin-changes.ts';
import type { Tx } from '../../platform/db/database.ts';
import { publishToAll } from '../../platform/live/publish.ts';
import { mergeEdit } from '../../platform/merge-edit.ts';
import { isRefusal, type Refusal, refuse } from '../../platform/refusal.ts';
import { recordEditor } from './event-editor-store.ts';
import * as store from './event-store.ts';
import { viewForAdmins } from './list-promotions.ts';
import type { PromotionsDeps } from './reward-fact.ts';
import { isByRank } from './rules.ts';

interface Edit {
  actorId: string;
  idempotencyKey: string;
}

/** As it is kept: places are paid by rank, so such a promotion has no single reward (product specification, 4.5). */
function kept(promotion: PromotionInput): PromotionInput {
  if (!isByRank(promotion)) return { ...promotion, leaderboardRewards: [] };
  return { ...promotion, eventConfig: { ...promotion.eventConfig, rewardAmount: 0 } };
}

async function view(tx: Tx, eventId: string, deps: PromotionsDeps): Promise<AdminPromotion> {
  const row = await store.findForAdmins(tx, eventId);
  if (!row) throw new Error(`event ${eventId} vanished while it was edited`);
  return viewForAdmins(row, deps.clock.now());
}

/** A promotion as it is written. */
function toInput(row: store.PromotionRow): PromotionInput {
  const { title, description, type, triggers, leaderboardRewards, autoRun, isActive } = row;
  const { rewardType, rewardAmount, multiplier, userCap, dailyCap, budget } = row;
  return {
    title,
    description,
    type,
    triggers,
    startDate: row.startsAt.toISOString(),
    endDate: row.endsAt.toISOString(),
    leaderboardRewards,
    autoRun,
    isActive,
    eventConfig: { rewardType, rewardAmount, multiplier, userCap, dailyCap, budget },
  };
}

/** Creates a promotion. Refuses `event_invalid` with the fault of the whole (product specification, section 5). */
export function createPromotion(
  { actorId, idempotencyKey, event: promotion }: Edit & { event: PromotionInput },
  deps: PromotionsDeps,
): Promise<AdminPromotion | Refusal> {
  const request = {
    playerId: actorId,
    key: idempotencyKey,
    input: { operation: 'event.create', event: promotion },
  };
  return deps.db.transaction<AdminPromotion | Refusal>(async (tx) => {
    return changeOnce<AdminPromotion>(tx, request, async () => {
      const fault = findPromotionFault(promotion)?.message;
      if (fault) return refuse('event_invalid', { fault });
      const id = await store.insertPromotion(tx, kept(promotion));
      return finish(tx, { actorId, action: 'event.create', id, before: null }, deps);
    });
  });
}

/** What was given stays what it was, so the books of a promotion stand in one currency and are paid in one way. */
async function faultOfChange(
  tx: Tx,
  before: store.PromotionRow,
  promotion: PromotionInput,
): Promise<string | undefined> {
  const isSame =
    before.rewardType === promotion.eventConfig.rewardType && isByRank(before) === isByRank(promotion);
  if (isSame || !(await store.hasRewards(tx, before.id))) return undefined;
  return 'It has rewarded players: what it pays in, and whether it pays places, stays';
}

/**
 * Changes a promotion from now on: what it gave stays. Refuses `not_found`, `changed_meanwhile`, `event_invalid`, `event_completed` and, while its
 * rewards are being sent, `event_sending`.
 */
export function editPromotion(
  {
    actorId,
    idempotencyKey,
    eventId: id,
    event: sent,
    loaded,
  }: Edit & { eventId: string; event: PromotionInput; loaded: LoadedFields },
  deps: PromotionsDeps,
): Promise<AdminPromotion | Refusal> {
  const request = {
    playerId: actorId,
    key: idempotencyKey,
    input: { operation: 'event.update', id, event: sent, loaded },
  };
  return deps.db.transaction<AdminPromotion | Refusal>(async (tx) => {
    const before = await store.lockPromotion(tx, id);
    return changeOnce<AdminPromotion>(tx, request, async () => {
      if (!before) return refuse('not_found');
      if (before.isCompleted) return refuse('event_completed');
      if (before.sendingSince) return refuse('event_sending');
      const promotion = mergeEdit({ sent, loaded, current: toInput(before) });
      if (isRefusal(promotion)) return promotion;
      const fault = findPromotionFault(promotion)?.message ?? (await faultOfChange(tx, before, promotion));
      if (fault) return refuse('event_invalid', { fault });
      await store.updatePromotion(tx, id, kept(promotion));
      return finish(tx, { actorId, action: 'event.update', id, before }, deps);
    });
  });
}

async function finish(
  tx: Tx,
  { actorId, action, id, before }: { actorId: string; action: string; id: string; before: unknown },
  deps: PromotionsDeps,
) {
  await recordEditor(tx, id, actorId);
  const after = await view(tx, id, deps);
  await publishToAll(tx, 'events', {});
  return { answer: after, change: { action, subject: `event:${id}`, before, after } };
}

/** Deletes a promotion from every list; what it paid stays paid, what it only collected is never sent. Refuses `not_found` and `event_sending`. */
export function deletePromotion(
  { actorId, idempotencyKey, eventId: id }: Edit & { eventId: string },
  deps: PromotionsDeps,
): Promise<Record<string, never> | Refusal> {
  const request = { playerId: actorId, key: idempotencyKey, input: { operation: 'event.delete', id } };
  return deps.db.transaction<Record<string, never> | Refusal>(async (tx) => {
    const before = await store.lockPromotion(tx, id);
    return changeOnce<Record<string, never>>(tx, request, async () => {
      if (!before) return refuse('not_found');
      if (before.sendingSince && !before.isCompleted) return refuse('event_sending');
      await store.deletePromotion(tx, id, deps.clock.now());
      await publishToAll(tx, 'events', {});
      return {
        answer: {},
        change: { action: 'event.delete', subject: `event:${id}`, before, after: null },
      };
    });
  });
}
