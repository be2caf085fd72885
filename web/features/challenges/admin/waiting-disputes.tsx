// SPDX-License-Identifier: Apache-2.0

import { useQuery } from '@tanstack/react-query';
import { usePermissions } from '../../../lib/use-permissions.ts';
import { shownOfKind, toWaitingKind, type WaitingKind } from '../../../ui/waiting-work.ts';
import { challengeName } from '../challenge-type.ts';
import { DecideDispute } from './decide-dispute.tsx';
import { getName } from './dispute-columns.tsx';
import { disputeList } from './disputes-api.ts';

const page = { status: 'waiting', sort: 'promisedBy', order: 'asc', page: 1, pageSize: shownOfKind } as const;

/** Results that players dispute. */
export function useWaitingDisputes(): WaitingKind {
  const may = usePermissions();
  const mayDecide = may('disputes:write');
  const isShown = may('disputes:read');
  const query = useQuery({
    queryKey: [...disputeList.queryKey, 'inbox'],
    queryFn: ({ signal }) => disputeList.read(page, signal),
    refetchInterval: disputeList.refetchInterval,
    enabled: isShown,
  });
  return toWaitingKind(isShown ? query : undefined, (row) => ({
    id: row._id,
    title: `${challengeName(row.attempt.challenge)} of ${getName(row)}`,
    detail: row.words || 'Deleted with the account.',
    since: row.openedAt,
    dueAt: row.promisedBy,
    to: `/dashboard/disputes?${new URLSearchParams({ status: 'waiting', search: row.user.name })}`,
    deeds: [
      {
        label: mayDecide ? 'Decide' : 'Look at',
        dialog: (onClose) => <DecideDispute dispute={row} mayDecide={mayDecide} onClose={onClose} />,
      },
    ],
  }));
}
