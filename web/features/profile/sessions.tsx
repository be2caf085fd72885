// SPDX-License-Identifier: Apache-2.0

import { useQuery } from '@tanstack/react-query';
import type { Session } from '../../../contract/own-account.ts';
import { getMessage } from '../../lib/api.ts';
import { formatDate, formatDateTime } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { MonitorSmartphone } from '../../ui/icons/monitor-smartphone.ts';
import { PagePart } from '../../ui/page.tsx';
import { ErrorPanel } from '../../ui/panels.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { Badge } from '../../ui/status.tsx';
import { sessionsQuery, useEndOtherSessions } from './api.ts';

/** Where the player is signed in, and a button that ends all sessions but this one. */
export function Sessions() {
  const { data, error, refetch } = useQuery(sessionsQuery);
  const endOthers = useEndOtherSessions();
  return (
    <div id="sessions" className="scroll-mt-24">
      <PagePart
        title="Signed In On"
        aside={
          <Button
            size="sm"
            // Its room is kept if there is no other session, so that nothing moves when one appears.
            className={(data?.length ?? 0) < 2 ? 'invisible' : undefined}
            busy={endOthers.isPending && 'Signing out...'}
            onClick={() => endOthers.mutate()}
          >
            Sign out everywhere else
          </Button>
        }
      >
        {data ? (
          <Card>
            <ul>
              {data.map((session) => (
                <SessionRow key={session._id} session={session} />
              ))}
            </ul>
          </Card>
        ) : error ? (
          <ErrorPanel error={error} message={getMessage(error)} onRetry={() => void refetch()} />
        ) : (
          <Loading label="Loading sessions...">
            <Skeleton className="cut h-17.5" />
          </Loading>
        )}
      </PagePart>
    </div>
  );
}

function SessionRow({ session }: { session: Session }) {
  return (
    <li className="flex items-center gap-4 border-line-soft border-b px-5 py-3.5 last:border-b-0">
      <MonitorSmartphone size={22} className="shrink-0 text-storm-soft" aria-hidden="true" />
      <div className="min-w-0 flex-1 text-sm">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-medium">
          {session.device || 'Unknown device'}
          {session.isCurrent && <Badge tone="win">This device</Badge>}
        </p>
        <p className="text-muted">
          Signed in {formatDateTime(session.createdAt)}
          {!session.isCurrent && <>, last used {formatDate(session.lastUsedAt)}</>}
        </p>
      </div>
    </li>
  );
}
