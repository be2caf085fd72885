// SPDX-License-Identifier: Apache-2.0

import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { type DisputeInput, disputesApi } from '../../../contract/disputes.ts';
import { call } from '../../lib/api.ts';
import { keys } from '../../lib/query.ts';

/** The state of one of the player's own results: disputed, or until when it can be. */
export function disputeQuery(attemptId: string) {
  return queryOptions({
    queryKey: [...keys.attempts, 'dispute', attemptId],
    queryFn: ({ signal }) => call(disputesApi.state, { params: { id: attemptId } }, { signal, quiet: true }),
  });
}

/** Sends a dispute and updates its cached state. */
export function useOpenDispute(attemptId: string) {
  const queries = useQueryClient();
  return async (body: DisputeInput, idempotencyKey: string): Promise<void> => {
    const sent = { params: { id: attemptId }, body };
    const dispute = await call(disputesApi.open, sent, { idempotencyKey, quiet: true });
    queries.setQueryData(disputeQuery(attemptId).queryKey, { dispute, openUntil: null });
  };
}
