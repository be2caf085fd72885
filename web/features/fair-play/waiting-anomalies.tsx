// SPDX-License-Identifier: Apache-2.0

import { useQuery } from '@tanstack/react-query';
import { usePermissions } from '../../lib/use-permissions.ts';
import { shownOfKind, toWaitingKind, type WaitingKind } from '../../ui/waiting-work.ts';
import { fairPlayList } from './api.ts';
import { getName } from './columns.tsx';
import { Dismissal } from './dismissal.tsx';
import { SignalDialog } from './signal-dialog.tsx';

const page = { status: 'open', sort: 'score', order: 'desc', page: 1, pageSize: shownOfKind } as const;

/** Unusual players in the queue. */
export function useWaitingAnomalies(): WaitingKind {
  const may = usePermissions();
  const mayDismiss = may('fair-play:write');
  const isShown = may('fair-play:read');
  const query = useQuery({
    queryKey: [...fairPlayList.queryKey, 'inbox'],
    queryFn: ({ signal }) => fairPlayList.read(page, signal),
    refetchInterval: fairPlayList.refetchInterval,
    enabled: isShown,
  });
  return toWaitingKind(isShown ? query : undefined, (row) => {
    const look = {
      label: 'Look at',
      dialog: (onClose: () => void) => <SignalDialog player={row} onClose={onClose} />,
    };
    const dismiss = {
      label: 'Dismiss',
      dialog: (onClose: () => void) => <Dismissal player={row} onClose={onClose} />,
    };
    return {
      id: row.user._id,
      title: getName(row),
      detail: `Score ${row.score}: ${row.signals.map(({ text }) => text).join('; ')}`,
      since: row.openSince ?? row.checkedAt,
      to: `/dashboard/fair-play?${new URLSearchParams({ search: row.user.name })}`,
      deeds: mayDismiss ? [dismiss, look] : [look],
    };
  });
}
