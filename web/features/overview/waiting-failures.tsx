// SPDX-License-Identifier: Apache-2.0

import { useQuery } from '@tanstack/react-query';
import { plural } from '../../lib/format.ts';
import { usePermissions } from '../../lib/use-permissions.ts';
import { asWhole, toWaitingKind, type WaitingKind } from '../../ui/waiting-work.ts';
import { failedWorkQuery } from './api.ts';
import { RunAgain } from './failed-work.tsx';
import { failedWorkLabel, reasonWords } from './words.ts';

/** Mails, pushes, payouts and other jobs whose last try failed. */
export function useWaitingFailures(): WaitingKind {
  const may = usePermissions();
  const mayRun = may('events:send');
  const isShown = may('overview:read');
  const query = useQuery({ ...failedWorkQuery, select: asWhole, enabled: isShown });
  return toWaitingKind(isShown ? query : undefined, (row) => ({
    id: row.task,
    title: failedWorkLabel(row),
    detail: `${plural(row.count, 'job')} failed. ${reasonWords[row.newest.reason]}`,
    since: row.newest.failedAt,
    to: '/dashboard/overview#failed-work',
    deeds: mayRun
      ? [{ label: 'Run again', dialog: (onClose) => <RunAgain failed={row} onClose={onClose} /> }]
      : [],
  }));
}
