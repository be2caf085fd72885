// SPDX-License-Identifier: Apache-2.0

import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { fromListFile } from '../../../contract/draw.ts';
import { type Giveaway, giveawaysApi } from '../../../contract/giveaways.ts';
import { apiBase, call, newIdempotencyKey } from '../../lib/api.ts';
import { keys } from '../../lib/query.ts';

/**
 * Running, upcoming and recently drawn giveaways, each with the player's own entry. Live events update the counts in it
 * (web/lib/live.ts).
 */
export const giveawaysQuery = queryOptions({
  queryKey: keys.giveaways,
  queryFn: ({ signal }) => call(giveawaysApi.mine, {}, { signal, quiet: true }),
});

/** The published record of a draw. It never changes. */
export function drawQuery(id: string) {
  return queryOptions({
    queryKey: ['draw', id],
    queryFn: ({ signal }) => call(giveawaysApi.draw, { params: { id } }, { signal, quiet: true }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** The list of entries in the draw. A long list loads only on request. */
export function entrantsQuery(id: string) {
  return queryOptions({
    queryKey: ['draw', id, 'entrants'],
    queryFn: async ({ signal }) => {
      const file = await call(giveawaysApi.entrants, { params: { id } }, { signal, quiet: true });
      return fromListFile(await file.text());
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** The public address of a draw's record; works without signing in. */
export function drawAddress(id: string): string {
  return `${window.location.origin}${apiBase}${giveawaysApi.draw.path.replace(':id', id)}`;
}

/** Enters the player. A retry uses the same idempotency key. */
export function useEnterGiveaway(giveawayId: string) {
  const queryClient = useQueryClient();
  const key = useRef<string>(undefined);
  return useMutation({
    mutationFn: () => {
      key.current ??= newIdempotencyKey();
      const options = { idempotencyKey: key.current, quiet: true };
      return call(giveawaysApi.enter, { params: { id: giveawayId } }, options);
    },
    onSuccess: (entered) => {
      queryClient.setQueryData<Giveaway[]>(keys.giveaways, (list) =>
        list?.map((giveaway) => (giveaway._id === giveawayId ? entered : giveaway)),
      );
    },
    onError: () => void queryClient.invalidateQueries({ queryKey: keys.giveaways }),
  });
}
