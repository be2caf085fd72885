// SPDX-License-Identifier: Apache-2.0

import { queryOptions } from '@tanstack/react-query';
import { referralsAdminApi } from '../../../../contract/referrals-admin.ts';
import { call } from '../../../lib/api.ts';
import { useChanges } from '../../../lib/refetch-after-change.ts';

const heldKey = ['admin', 'referrals', 'held'];

/** Referrals that need a decision, oldest first. */
export const heldReferralsQuery = queryOptions({
  queryKey: heldKey,
  queryFn: ({ signal }) => call(referralsAdminApi.held, {}, { signal, quiet: true }),
  refetchInterval: 30_000,
});

const calls = {
  decide: (id: string, body: { isCounted: boolean; reason: string }) =>
    call(referralsAdminApi.decide, { params: { id }, body }),
};

/** Decides held referrals. */
export const useReferralChanges = () => useChanges(calls, heldKey);
