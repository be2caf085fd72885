// SPDX-License-Identifier: Apache-2.0

import { queryOptions } from '@tanstack/react-query';
import { referralsApi } from '../../../contract/referrals.ts';
import { call } from '../../lib/api.ts';
import { keys } from '../../lib/query.ts';

/**
 * The players that this player invited. Nested under the profile's key, so that a newly counted referral refreshes
 * both.
 */
export const referralsQuery = queryOptions({
  queryKey: [...keys.profile, 'referrals'],
  queryFn: ({ signal }) => call(referralsApi.list, {}, { signal, quiet: true }),
});
