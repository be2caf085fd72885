// SPDX-License-Identifier: Apache-2.0

import { findPromotionFault, type PromotionInput } from '../../../contract/promotion-terms.ts';
import type { AdminPromotion } from '../../../contract/promotions-admin.ts';
import { creatable, type Edit } from '../../editable.ts';
import { asEdit, type Changed } from '../../platform/db/admin-changes.ts';
import type { Tx } from '../../platform/db/database.ts';
import { recordEditors, type Writers } from '../../platform/db/editors.ts';
import { publishToAll } from '../../platform/live/publish.ts';
import { type Refusal, refuse } from '../../platform/refusal.ts';
import * as store from './event-store.ts';
import { viewForAdmins } from './list-promotions.ts';
import type { PromotionsDeps } from './rewards/reward-fact.ts';
import { isByRank, measureRaise } from './rules.ts';

/** The form to store: a promotion that pays places by rank has no single reward (product specification, 4.5). */
function kept(promotion: PromotionInput): PromotionInput {
  if (!isByRank(promotion)) return { ...promotion, leaderboardRewards: [] };
  return { ...promotion, eventConfig: { ...promotion.eventConfig, rewardAmount: 0 } };
}

async function view(tx: Tx, eventId: string, deps: PromotionsDeps): Promise<AdminPromotion> {
  const row = await store.findForAdmins(tx, eventId);
  if (!row) throw new Error(`event ${eventId} vanished while it was edited`);
  return viewForAdmins(row, deps.clock.now());
}

/** A stored promotion in the form that administrators edit. */
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

const createOperation = 'event.create';
const operations = { edit: 'event.update', remove: 'event.delete' };

async function insert(tx: Tx, event: PromotionInput, writers: Writers, deps: PromotionsDeps) {
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
  // Saving it unchanged edits nothing, so that administrator may still be paid like any player.
  if (edit.change) {
    await recordEditors(tx, `event:${id}`, writers, deps.clock.now());
    await publishToAll(tx, 'events', {});
  }
  return { answer: after, ...edit };
}

/** Rewards already given stay, so a promotion keeps its currency and its way of paying. */
async function faultOfChange(
  tx: Tx,
  before: store.PromotionRow,
  promotion: PromotionInput,
): Promise<string | undefined> {
  const isSame =
    before.rewardType === promotion.eventConfig.rewardType && isByRank(before) === isByRank(promotion);
  if (isSame || !(await store.hasRewards(tx, before.id))) return undefined;
  return 'It has rewarded players, so its currency and its kind are fixed';
}

/** The faults of a promotion as a whole (product specification, section 5). */
function findFault(promotion: PromotionInput): Refusal | undefined {
  const fault = findPromotionFault(promotion)?.message;
  return fault === undefined ? undefined : refuse('event_invalid', { fault });
}

type PromotionEdit = Edit<store.PromotionRow, PromotionInput>;

async function checkEdit(tx: Tx, { row, after }: PromotionEdit): Promise<Refusal | undefined> {
  const fault = await faultOfChange(tx, row, after);
  return findFault(after) ?? (fault === undefined ? undefined : refuse('event_invalid', { fault }));
}

async function update(
  tx: Tx,
  { id, row, before, after, ...writers }: PromotionEdit,
  deps: PromotionsDeps,
): Promise<Changed<AdminPromotion>> {
  const shown = await view(tx, id, deps);
  await store.updatePromotion(tx, id, kept(after));
  const isRaised = measureRaise(after, before).coins !== 0;
  // A two-person approval holds until one administrator alone raises the pay. Writing the pay has withdrawn it
  // (db/functions).
  if (writers.approverId || (row.isApproved && !isRaised)) await store.setApproved(tx, id);
  return finish(tx, { ...writers, action: operations.edit, id, before: shown }, deps);
}

/**
 * Raises the budget at least to the sum already given. The raised budget is stored and measured, since collected
 * rewards may still be paid.
 */
async function withLeastBudget(tx: Tx, id: string, promotion: PromotionInput): Promise<PromotionInput> {
  const { budget } = promotion.eventConfig;
  if (budget === null) return promotion;
  const least = Math.max(budget, await store.sumGiven(tx, id));
  return { ...promotion, eventConfig: { ...promotion.eventConfig, budget: least } };
}

/**
 * Refusal if the change would now pay more than approved, because players received more meanwhile; otherwise undefined.
 */
function reasonGrown(now: PromotionInput, approved: PromotionInput): Refusal | undefined {
  const { coins } = measureRaise(now, approved);
  if (coins === 0) return undefined;
  return refuse('event_payout_grew', { total: measureRaise(approved).coins, now: coins });
}

/**
 * An edit counts from now on; rewards already given stay. After a deletion, rewards that were only collected are never
 * sent.
 */
export const promotionEdits = creatable<store.PromotionRow, PromotionInput, AdminPromotion, PromotionsDeps>({
  kind: 'event',
  operations,
  permission: 'events:write',
  stored: { id: 'eventId', terms: 'event', removedId: 'id' },
  title: ({ title }) => `Change the event “${title}”`,
  lock: store.lockPromotion,
  toTerms: toInput,
  show: (terms) => terms,
  measure: (_tx, { before, after }) => [measureRaise(after, before)],
  checkRow({ isCompleted, sendingSince }) {
    if (isCompleted) return refuse('event_completed');
    return sendingSince ? refuse('event_sending') : undefined;
  },
  complete: withLeastBudget,
  check: checkEdit,
  checkApproved: (now, _deps, approved) => reasonGrown(now, approved),
  creation: {
    operation: createOperation,
    title: ({ title }) => `Create the event “${title}”`,
    measure: (_tx, terms) => [measureRaise(terms)],
    check: findFault,
    insert,
  },
  update,
  checkRemoval: (_tx, _id, { isCompleted, sendingSince }) =>
    sendingSince && !isCompleted ? refuse('event_sending') : undefined,
  async remove(tx, { id }, { clock }) {
    await store.deletePromotion(tx, id, clock.now());
    await publishToAll(tx, 'events', {});
  },
});
