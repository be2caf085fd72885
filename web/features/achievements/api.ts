// SPDX-License-Identifier: Apache-2.0

import { queryOptions } from '@tanstack/react-query';
import { achievementsApi } from '../../../contract/achievements.ts';
import { call } from '../../lib/api.ts';
import { keys } from '../../lib/query.ts';

/** Every achievement, with the player's progress. */
export const achievementsQuery = queryOptions({
  queryKey: keys.achievements,
  queryFn: ({ signal }) => call(achievementsApi.list, {}, { signal, quiet: true }),
});
