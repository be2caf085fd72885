import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { referralsApi } from '../../../../contract/referrals.ts';
import { refreshAfterChange } from '../../../lib/after-change.ts';
import { call } from '../../../lib/api.ts';

const heldKey = ['admin', 'referrals', 'held'];

/** Referrals that wait for a decision, oldest first. */
export const heldReferralsQuery = queryOptions({
  queryKey: heldKey,
  queryFn: ({ signal }) => call(referralsApi.held, {}, { signal, quiet: true }),
  refetchInterval: 30_000,
});

/** Counts a held referral, or decides against it; whatever becomes of it, the list is brought up to date. */
export function useDecide() {
  const queries = useQueryClient();
  return async (id: string, decision: { isCounted: boolean; reason: string }) => {
    try {
      await call(referralsApi.decide, { params: { id }, body: decision });
    } finally {
      await refreshAfterChange(queries, heldKey);
    }
  };
}
