// SPDX-License-Identifier: Apache-2.0

import { useQuery } from '@tanstack/react-query';
import { usePermissions } from '../../../lib/use-permissions.ts';
import { shownOfKind, toWaitingKind, type WaitingKind } from '../../../ui/waiting-work.ts';
import { requestList } from './api.ts';
import { RequestDialog } from './request-dialog.tsx';

const page = {
  status: 'waiting',
  sort: 'purchasedAt',
  order: 'asc',
  page: 1,
  pageSize: shownOfKind,
} as const;

/** Sold cards that still need a code. */
export function useWaitingRequests(): WaitingKind {
  const may = usePermissions();
  const mayDeliver = may('deliveries:write');
  const isShown = may('deliveries:read');
  const query = useQuery({
    queryKey: [...requestList.queryKey, 'inbox'],
    queryFn: ({ signal }) => requestList.read(page, signal),
    refetchInterval: 30_000,
    enabled: isShown,
  });
  return toWaitingKind(isShown ? query : undefined, (row) => {
    const toDeed = (deed: 'deliver' | 'refund', label: string) => ({
      label,
      dialog: (onClose: () => void) => <RequestDialog deed={deed} row={row} onClose={onClose} />,
    });
    const refund = row.isRefundable ? [toDeed('refund', 'Refund')] : [];
    return {
      id: row._id,
      title: row.giftCard.title,
      detail: `Bought by ${row.user.name || 'a deleted user'}`,
      since: row.purchasedAt,
      dueAt: row.promisedBy,
      to: `/dashboard/alerts?${new URLSearchParams({ status: 'waiting', search: row.giftCard.title })}`,
      deeds: mayDeliver ? [toDeed('deliver', 'Deliver'), ...refund] : [],
    };
  });
}
