import { queryOptions } from '@tanstack/react-query';
import { referralsApi } from '../../../../contract/referrals.ts';
import { useChanges } from '../../../lib/after-change.ts';
import { call } from '../../../lib/api.ts';

const heldKey = ['admin', 'referrals', 'held'];

/** Referrals that wait for a decision, oldest first. */
export const heldReferralsQuery = queryOptions({
  queryKey: heldKey,
  queryFn: ({ signal }) => call(referralsApi.held, {}, { signal, quiet: true }),
  refetchInterval: 30_000,
});

const calls = {
  decide: (id: string, body: { isCounted: boolean; reason: string }) =>
    call(referralsApi.decide, { params: { id }, body }),
};

/** What settles held referrals. */
export const useReferralChanges = () => useChanges(calls, heldKey);
