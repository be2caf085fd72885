// SPDX-License-Identifier: Apache-2.0

import { queryOptions } from '@tanstack/react-query';
import { promotionsApi } from '../../../contract/promotions.ts';
import { call } from '../../lib/api.ts';
import { keys } from '../../lib/query.ts';

/** Active, upcoming and recently finished promotions, with the player's progress in each. */
export const promotionsQuery = queryOptions({
  queryKey: keys.events,
  queryFn: ({ signal }) => call(promotionsApi.mine, {}, { signal, quiet: true }),
});

/** The top places of an ACTIVITY_WEEKLY promotion, and the player's own. */
export function promotionBoardQuery(id: string) {
  return queryOptions({
    queryKey: [...keys.events, 'board', id],
    queryFn: ({ signal }) => call(promotionsApi.board, { params: { id } }, { signal, quiet: true }),
  });
}
