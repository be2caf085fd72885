// SPDX-License-Identifier: Apache-2.0

import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import {
  type AdminGiveaway,
  type GiveawayInput,
  giveawaysAdminApi,
} from '../../../../contract/giveaways-admin.ts';
import { type CallOptions, call, type UndoableOptions } from '../../../lib/api.ts';
import { loadedFields } from '../../../lib/loaded-fields.ts';
import { useChanges } from '../../../lib/refetch-after-change.ts';
import { readWhole } from '../../../lib/whole-list.ts';

const giveawaysKey = ['admin', 'giveaways'];
const giveawaysAtOnce = 100;
export const participantsPerPage = 25;
const pollMs = 30_000;
/** How often to refetch while prizes are being paid. */
const payingPollMs = 2_000;

/** Every giveaway; refetched, because players enter while they run. */
export const allGiveawaysQuery = queryOptions({
  queryKey: [...giveawaysKey, 'all'],
  queryFn: async ({ signal }) => {
    const { rows } = await readWhole(
      giveawaysAtOnce,
      (page) => {
        const query = { page, pageSize: giveawaysAtOnce };
        return call(giveawaysAdminApi.listAll, { query }, { signal, quiet: true });
      },
      ({ _id }) => _id,
    );
    return rows;
  },
  refetchInterval: ({ state }) =>
    state.data?.some(({ prizes }) => prizes && !prizes.isFinished) ? payingPollMs : pollMs,
});

/** A page of a giveaway's participants. */
export function participantsQuery(id: string, query: { search: string; page: number }) {
  const { search, page } = query;
  return queryOptions({
    queryKey: [...giveawaysKey, 'participants', id, query],
    queryFn: ({ signal }) =>
      call(
        giveawaysAdminApi.participants,
        { params: { id }, query: { ...(search && { search }), page, pageSize: participantsPerPage } },
        { signal, quiet: true },
      ),
    placeholderData: keepPreviousData,
  });
}

export const giveawayCalls = {
  toggle: (giveaway: AdminGiveaway, isActive: boolean, { isUndo, ...options }: UndoableOptions = {}) => {
    // Keeps changes that others have made meanwhile.
    const loaded = { ...toInput(giveaway), isActive: !isActive };
    const body = { ...loaded, isActive, loaded, isUndo };
    return call(giveawaysAdminApi.update, { params: { id: giveaway._id }, body }, options);
  },
  create: (body: GiveawayInput, idempotencyKey: string) =>
    call(giveawaysAdminApi.create, { body }, { idempotencyKey }),
  update: (row: AdminGiveaway, values: GiveawayInput, idempotencyKey: string) => {
    const body = { ...values, loaded: loadedFields(row, values) };
    return call(giveawaysAdminApi.update, { params: { id: row._id }, body }, { idempotencyKey });
  },
  remove: (id: string, options?: CallOptions) => call(giveawaysAdminApi.remove, { params: { id } }, options),
};

/** Changes giveaways. */
export const useGiveawayChanges = () => useChanges(giveawayCalls, giveawaysKey);

/** A giveaway in the form that an update takes. */
export function toInput({
  title,
  prizeType,
  prizeAmount,
  startDate,
  endDate,
  winnerCount,
  isActive,
}: AdminGiveaway): GiveawayInput {
  return { title, prizeType, prizeAmount, startDate, endDate, winnerCount, isActive };
}
