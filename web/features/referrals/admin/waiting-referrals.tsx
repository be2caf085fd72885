// SPDX-License-Identifier: Apache-2.0

import { useQuery } from '@tanstack/react-query';
import { usePermissions } from '../../../lib/use-permissions.ts';
import { asWhole, toWaitingKind, type WaitingKind } from '../../../ui/waiting-work.ts';
import { heldReferralsQuery } from './api.ts';
import { Decision, reasonWords } from './decide-referral.tsx';

/** Invitations that are held for a decision. */
export function useWaitingReferrals(): WaitingKind {
  const may = usePermissions();
  const mayDecide = may('users:write');
  const isShown = may('users:read');
  const query = useQuery({ ...heldReferralsQuery, select: asWhole, enabled: isShown });
  return toWaitingKind(isShown ? query : undefined, (row) => {
    const toDeed = (isCounted: boolean, label: string) => ({
      label,
      dialog: (onClose: () => void) => <Decision row={row} isCounted={isCounted} onClose={onClose} />,
    });
    return {
      id: row._id,
      title: `${row.invitee.name}, invited by ${row.referrer.name}`,
      detail: row.reasons.map((reason) => reasonWords[reason]).join('; '),
      since: row.finishedAt,
      to: `/dashboard/referrals?${new URLSearchParams({ search: row.invitee.name })}`,
      deeds: mayDecide ? [toDeed(true, 'Count'), toDeed(false, 'Do not count')] : [],
    };
  });
}
