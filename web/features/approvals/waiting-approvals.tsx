// SPDX-License-Identifier: Apache-2.0

import { useQuery } from '@tanstack/react-query';
import { approvalObstacles } from '../../../contract/approvals-admin.ts';
import { usePermissions } from '../../lib/use-permissions.ts';
import { shownOfKind, toWaitingKind, type WaitingKind } from '../../ui/waiting-work.ts';
import { approvalsQuery } from './api.ts';
import { DecideDialog } from './decide-dialog.tsx';

/** Changes that wait for a second administrator. */
export function useWaitingApprovals(): WaitingKind {
  const isShown = usePermissions()('approvals:decide');
  const page = { show: 'waiting', page: 1, pageSize: shownOfKind } as const;
  const query = useQuery({ ...approvalsQuery(page), enabled: isShown });
  return toWaitingKind(isShown ? query : undefined, (row) => {
    const { obstacle, askedBy, reason } = row;
    const toDeed = (label: string, isApproved: boolean) => ({
      label,
      dialog: (onClose: () => void) => (
        <DecideDialog approval={row} isApproved={isApproved} onClose={onClose} />
      ),
    });
    const against = toDeed(obstacle === 'own' ? 'Withdraw' : 'Refuse', false);
    return {
      id: row._id,
      title: row.title,
      detail: obstacle
        ? `${approvalObstacles[obstacle]}.`
        : `Asked by ${askedBy.name}${reason && `: ${reason}`}`,
      since: row.askedAt,
      dueAt: row.expiresAt ?? row.dueAt,
      to: '/dashboard/approvals',
      deeds: obstacle ? [against] : [toDeed('Approve', true), against],
    };
  });
}
