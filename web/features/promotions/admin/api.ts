// SPDX-License-Identifier: Apache-2.0

import { queryOptions } from '@tanstack/react-query';
import type { PromotionInput } from '../../../../contract/promotion-terms.ts';
import { type AdminPromotion, promotionsAdminApi } from '../../../../contract/promotions-admin.ts';
import { ApiError, type CallOptions, call, type UndoableOptions } from '../../../lib/api.ts';
import { loadedFields } from '../../../lib/loaded-fields.ts';
import { useChanges } from '../../../lib/refetch-after-change.ts';
import { readWhole } from '../../../lib/whole-list.ts';

const promotionsKey = ['admin', 'events'];
const promotionsAtOnce = 500;
const pollMs = 30_000;

/** Every event; refetched, because budgets and rewards change while promotions run. */
export const allPromotionsQuery = queryOptions({
  queryKey: [...promotionsKey, 'all'],
  queryFn: async ({ signal }) => {
    const { rows } = await readWhole(
      promotionsAtOnce,
      (page) => {
        const query = { page, pageSize: promotionsAtOnce };
        return call(
          promotionsAdminApi.listAll,
          { query },
          { signal, quiet: true, fallback: 'Failed to fetch events' },
        );
      },
      ({ _id }) => _id,
    );
    return rows;
  },
  refetchInterval: pollMs,
});

/** What each player would get if the rewards were sent now. Always fetched anew. */
export function payoutsQuery(id: string) {
  return queryOptions({
    // Not nested under the promotions' key: once the rewards are sent, this can't be fetched.
    queryKey: ['admin', 'payouts', id],
    queryFn: ({ signal }) => call(promotionsAdminApi.preview, { params: { id } }, { signal, quiet: true }),
    staleTime: 0,
    gcTime: 0,
  });
}

const sendingPollMs = 2_000;

/** The progress of sending a promotion's rewards. */
export function sendingQuery(id: string) {
  return queryOptions({
    // Not nested under the promotions' key: that is refetched once all rewards are sent, and then this can't be
    // fetched.
    queryKey: ['admin', 'sending', id],
    queryFn: ({ signal }) => call(promotionsAdminApi.sending, { params: { id } }, { signal, quiet: true }),
    refetchInterval: ({ state }) => (state.data?.state === 'sent' ? false : sendingPollMs),
  });
}

/** The scheduler's next runs. */
export const scheduleQuery = queryOptions({
  queryKey: [...promotionsKey, 'schedule'],
  queryFn: ({ signal }) => call(promotionsAdminApi.schedule, {}, { signal, quiet: true }),
  refetchInterval: pollMs,
});

const saveFailed = 'Failed to save event';
export const promotionCalls = {
  toggle: (promotion: AdminPromotion, isActive: boolean, { isUndo, ...given }: UndoableOptions = {}) => {
    // Keeps changes that others have made meanwhile.
    const loaded = { ...toInput(promotion), isActive: !isActive };
    const body = { ...loaded, isActive, loaded, isUndo };
    const options = { fallback: 'Failed to update event', ...given };
    return call(promotionsAdminApi.update, { params: { id: promotion._id }, body }, options);
  },
  create: (body: PromotionInput, idempotencyKey: string) =>
    call(promotionsAdminApi.create, { body }, { idempotencyKey, fallback: saveFailed }),
  update: (row: AdminPromotion, values: PromotionInput, idempotencyKey: string) => {
    const body = { ...values, loaded: loadedFields(row, values) };
    return call(
      promotionsAdminApi.update,
      { params: { id: row._id }, body },
      { idempotencyKey, fallback: saveFailed },
    );
  },
  remove: (id: string, options?: CallOptions) =>
    call(promotionsAdminApi.remove, { params: { id } }, { fallback: 'Failed to delete event', ...options }),
  send: (id: string, idempotencyKey: string) =>
    call(promotionsAdminApi.send, { params: { id } }, { idempotencyKey, fallback: 'Failed to send rewards' }),
};

/** Changes promotions. */
export const usePromotionChanges = () => useChanges(promotionCalls, promotionsKey);

/** Whether the rewards can't be sent any more, so that the dialog can close (product specification, 8.3). */
export function isOverForGood(error: unknown): boolean {
  return error instanceof ApiError && /already|invalid/i.test(error.message);
}

/** A promotion in the form that an update takes. */
function toInput({
  title,
  description,
  type,
  triggers,
  startDate,
  endDate,
  leaderboardRewards,
  autoRun,
  isActive,
  eventConfig,
}: AdminPromotion): PromotionInput {
  return {
    title,
    description,
    type,
    triggers,
    startDate,
    endDate,
    leaderboardRewards,
    autoRun,
    isActive,
    eventConfig,
  };
}
