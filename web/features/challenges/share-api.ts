// SPDX-License-Identifier: Apache-2.0

import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  type ReceiptShare,
  type ShareOptions,
  sharedReceiptsApi,
} from '../../../contract/shared-receipts.ts';
import { call } from '../../lib/api.ts';
import { keys } from '../../lib/query.ts';

/** The link of one of the player's own receipts; null while it is not shared. */
export function shareQuery(attemptId: string) {
  return queryOptions({
    queryKey: [...keys.attempts, 'share', attemptId],
    queryFn: ({ signal }) =>
      call(sharedReceiptsApi.state, { params: { id: attemptId } }, { signal, quiet: true }),
  });
}

/** Shares a receipt, changes what its link shows, or revokes the link (null). */
export function useChangeShare(attemptId: string) {
  const queries = useQueryClient();
  const input = { params: { id: attemptId } };
  return useMutation({
    mutationFn: async (change: ShareOptions | null): Promise<ReceiptShare | null> => {
      if (change) return call(sharedReceiptsApi.share, { ...input, body: change }, { quiet: true });
      await call(sharedReceiptsApi.takeBack, input, { quiet: true });
      return null;
    },
    onSuccess: (share) => queries.setQueryData(shareQuery(attemptId).queryKey, share),
  });
}

/** The public address of a shared receipt. */
export function shareAddress({ _id }: Pick<ReceiptShare, '_id'>): string {
  return `${window.location.origin}/r/${_id}`;
}
