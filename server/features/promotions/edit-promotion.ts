// SPDX-License-Identifier: Apache-2.0

import type { LoadedFields } from '../../../contract/edits.ts';
import { findPromotionFault, type PromotionInput } from '../../../contract/promotion-terms.ts';
import type { AdminPromotion } from '../../../contract/promotions-admin.ts';
import type { AskApproval, CarryOut } from '../../approval-ports.ts';
import { asEdit, type Changed, changeAndRecord, changeOnce } from '../../platform/db/admin-changes.ts';
import type { Tx } from '../../platform/db/database.ts';
import { recordEditors, type Writers } from '../../platform/db/editors.ts';
import { publishToAll } from '../../platform/live/publish.ts';
import { mergeEdit, requireAsShown } from '../../platform/merge-edit.ts';
import { isRefusal, type Refusal, refuse } from '../../platform/refusal.ts';
import * as store from './event-store.ts';
import { viewForAdmins } from './list-promotions.ts';
import type { PromotionsDeps } from './rewards/reward-fact.ts';
import { isByRank, measureRaise } from './rules.ts';

export interface PromotionEditDeps extends PromotionsDeps {
  askApproval: AskApproval;
}

interface Edit {
  actorId: string;
  idempotencyKey: string;
}

/** The form that is stored: a promotion that pays places by rank has no single reward (product specification, 4.5). */
function kept(promotion: PromotionInput): PromotionInput {
  if (!isByRank(promotion)) return { ...promotion, leaderboardRewards: [] };
  return { ...promotion, eventConfig: { ...promotion.eventConfig, rewardAmount: 0 } };
}

async function view(tx: Tx, eventId: string, deps: PromotionsDeps): Promise<AdminPromotion> {
  const row = await store.findForAdmins(tx, eventId);
  if (!row) throw new Error(`event ${eventId} vanished while it was edited`);
  return viewForAdmins(row, deps.clock.now());
}

/** A stored promotion in the form that administrators write. */
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

/** What is stored of a change that waits for approval. */
interface AskedPromotion {
  event: PromotionInput;
}
interface AskedEdit extends AskedPromotion {
  eventId: string;
  loaded: LoadedFields;
}

const createOperation = 'event.create';
const updateOperation = 'event.update';

/**
 * Creates a promotion. Refuses `event_invalid` with what is wrong with it as a whole (product specification, section 5), and
 * `waits_for_approval` above the limit.
 */
export function createPromotion(
  { actorId, idempotencyKey, event: promotion }: Edit & AskedPromotion,
  deps: PromotionEditDeps,
): Promise<AdminPromotion | Refusal> {
  const request = {
    playerId: actorId,
    key: idempotencyKey,
    input: { operation: createOperation, event: promotion },
  };
  return deps.db.transaction<AdminPromotion | Refusal>(async (tx) => {
    return changeOnce<AdminPromotion>(tx, request, async () => {
      const fault = findPromotionFault(promotion)?.message;
      if (fault) return refuse('event_invalid', { fault });
      const waits = await deps.askApproval(tx, {
        actorId,
        operation: createOperation,
        permission: 'events:write',
        measure: () => [measureRaise(promotion)],
        title: `Create the event “${promotion.title}”`,
        subject: 'event',
        before: null,
        after: promotion,
        input: { event: promotion } satisfies AskedPromotion,
      });
      return waits ?? insert(tx, { actorId, event: promotion }, deps);
    });
  });
}

async function insert(tx: Tx, { event, ...writers }: Writers & AskedPromotion, deps: PromotionsDeps) {
  const id = await store.insertPromotion(tx, kept(event));
  if (writers.approverId) await store.setApproved(tx, id);
  return finish(tx, { ...writers, action: createOperation, id, before: null }, deps);
}

async function finish(
  tx: Tx,
  { action, id, before, ...writers }: Writers & { action: string; id: string; before: AdminPromotion | null },
  deps: PromotionsDeps,
): Promise<Changed<AdminPromotion>> {
  const after = await view(tx, id, deps);
  const edit = asEdit({ action, subject: `event:${id}`, before, after });
  // Saving it unchanged edits nothing, so that administrator is still paid like everybody.
  if (edit.change) {
    await recordEditors(tx, `event:${id}`, writers, deps.clock.now());
    await publishToAll(tx, 'events', {});
  }
  return { answer: after, ...edit };
}

/** Rewards already given stay as they are, so a promotion keeps its currency and its way of paying. */
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
 * Changes a promotion from now on; what it already gave stays. Refuses `not_found`, `changed_meanwhile`, `event_invalid`,
 * `event_completed`, `event_sending` while its rewards are being sent, and `waits_for_approval` above the limit.
 */
export function editPromotion(
  { actorId, idempotencyKey, eventId: id, event: sent, loaded }: Edit & AskedEdit,
  deps: PromotionEditDeps,
): Promise<AdminPromotion | Refusal> {
  const request = {
    playerId: actorId,
    key: idempotencyKey,
    input: { operation: updateOperation, id, event: sent, loaded },
  };
  return deps.db.transaction<AdminPromotion | Refusal>(async (tx) => {
    const before = await store.lockPromotion(tx, id);
    const asked = { eventId: id, event: sent, loaded };
    return changeOnce<AdminPromotion>(tx, request, () =>
      editLocked(tx, { ...asked, actorId, before }, deps, (old, after) =>
        deps.askApproval(tx, {
          actorId,
          operation: updateOperation,
          permission: 'events:write',
          measure: () => [measureRaise(after, old)],
          title: `Change the event “${old.title}”`,
          subject: `event:${id}`,
          before: old,
          after,
          input: asked satisfies AskedEdit,
        }),
      ),
    );
  });
}

async function editLocked(
  tx: Tx,
  {
    eventId: id,
    event: sent,
    loaded,
    before,
    ...writers
  }: Writers & AskedEdit & { before: store.PromotionRow | undefined },
  deps: PromotionsDeps,
  mayNot: (before: PromotionInput, after: PromotionInput) => Promise<Refusal | undefined>,
) {
  if (!before) return refuse('not_found');
  if (before.isCompleted) return refuse('event_completed');
  if (before.sendingSince) return refuse('event_sending');
  const old = toInput(before);
  const merged = mergeEdit({ sent, loaded, current: old });
  if (isRefusal(merged)) return merged;
  const promotion = await withLeastBudget(tx, id, merged);
  const fault = findPromotionFault(promotion)?.message ?? (await faultOfChange(tx, before, promotion));
  if (fault) return refuse('event_invalid', { fault });
  const waits = await mayNot(old, promotion);
  if (waits) return waits;
  const shown = await view(tx, id, deps);
  await store.updatePromotion(tx, id, kept(promotion));
  const isRaised = measureRaise(promotion, old).coins !== 0;
  // What two people agreed on holds until one alone raises it. Writing what it pays has withdrawn it (db/functions).
  if (writers.approverId || (before.isApproved && !isRaised)) await store.setApproved(tx, id);
  return finish(tx, { ...writers, action: updateOperation, id, before: shown }, deps);
}

/**
 * Raises the budget to at least what was given. That is what is stored and measured, since collected rewards may be paid.
 */
async function withLeastBudget(tx: Tx, id: string, promotion: PromotionInput): Promise<PromotionInput> {
  const { budget } = promotion.eventConfig;
  if (budget === null) return promotion;
  const least = Math.max(budget, await store.sumGiven(tx, id));
  return { ...promotion, eventConfig: { ...promotion.eventConfig, budget: least } };
}

/** Refusal if the change would now pay more than what was approved, since players were given more; otherwise undefined. */
function reasonGrown(now: PromotionInput, approved: PromotionInput): Refusal | undefined {
  const { coins } = measureRaise(now, approved);
  if (coins === 0) return undefined;
  return refuse('event_payout_grew', { total: measureRaise(approved).coins, now: coins });
}

/** Carries out promotion changes that another administrator approved. */
export function approvablePromotions(deps: PromotionsDeps) {
  return {
    [createOperation]: (tx, { actorId, approverId, input }) => {
      const { event } = input as AskedPromotion;
      return changeAndRecord(tx, actorId, () => insert(tx, { actorId, approverId, event }, deps));
    },
    [updateOperation]: async (tx, { actorId, approverId, input, before: shown, after }) => {
      const asked = input as AskedEdit;
      const before = await store.lockPromotion(tx, asked.eventId);
      return changeAndRecord(tx, actorId, () =>
        editLocked(
          tx,
          { ...asked, actorId, approverId, before },
          deps,
          async (old, now) => requireAsShown(shown, old) ?? reasonGrown(now, after as PromotionInput),
        ),
      );
    },
  } satisfies Record<string, CarryOut>;
}

/**
 * Removes a promotion from every list. What it paid stays paid; what it only collected is never sent. Refuses `not_found`
 * and `event_sending`.
 */
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
