// SPDX-License-Identifier: Apache-2.0

import { queryOptions } from '@tanstack/react-query';
import { type PageChoices, playerPagesApi } from '../../../contract/player-pages.ts';
import { call } from '../../lib/api.ts';
import { keys } from '../../lib/query.ts';
import { useChanges } from '../../lib/refetch-after-change.ts';

/** What a player's page shows to others. */
export function playerPageQuery(handle: string) {
  return queryOptions({
    queryKey: [...keys.players, handle],
    queryFn: ({ signal }) => call(playerPagesApi.read, { params: { handle } }, { signal, quiet: true }),
  });
}

const calls = { choose: (choices: PageChoices) => call(playerPagesApi.choose, { body: choices }) };

/** Changes what the player's own page shows. */
export const usePageChanges = () => useChanges(calls, keys.players);
