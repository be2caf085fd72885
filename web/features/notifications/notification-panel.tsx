// SPDX-License-Identifier: Apache-2.0

import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { fetchOlder } from '../../lib/fetch-older.ts';
import { Button } from '../../ui/button.tsx';
import { DropPanel } from '../../ui/dialog.tsx';
import { FailureText } from '../../ui/failure-text.tsx';
import { RingDrawing } from '../../ui/ring.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { notificationsQuery } from './api.ts';
import { NotificationList } from './notification-list.tsx';

/** The panel under the bell. */
export function NotificationPanel({ below, onClose }: { below: number; onClose: () => void }) {
  return (
    <DropPanel below={below} onClose={onClose} title="Notifications">
      <PanelContent onFollow={onClose} />
    </DropPanel>
  );
}

/** The list with its loading, empty and error states. */
function PanelContent({ onFollow }: { onFollow: () => void }) {
  const all = useInfiniteQuery(notificationsQuery);
  const { data, error, refetch, isFetching } = all;
  if (!data) {
    if (!error || isFetching) return <PanelSkeleton />;
    return (
      <Quiet
        tone="loss"
        role="alert"
        text={<FailureText error={error} before="Couldn’t load notifications: " />}
      >
        <Button size="sm" onClick={() => void refetch()}>
          Try again
        </Button>
      </Quiet>
    );
  }
  const list = data.pages.flatMap((page) => page.list);
  if (list.length === 0) {
    return <Quiet text="No notifications yet." />;
  }
  return (
    <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain">
      <NotificationList list={list} onFollow={onFollow} />
      {all.hasNextPage && (
        <div className="grid justify-items-center gap-2 p-4">
          {all.isFetchNextPageError && (
            <p role="alert" className="text-loss text-sm">
              <FailureText error={error} />
            </p>
          )}
          <Button
            size="sm"
            busy={all.isFetchingNextPage && 'Loading...'}
            onClick={() => void fetchOlder(all)}
          >
            Show older
          </Button>
        </div>
      )}
    </div>
  );
}

function Quiet({
  text,
  tone,
  role,
  children,
}: {
  text: ReactNode;
  tone?: 'loss';
  role?: 'alert';
  children?: ReactNode;
}) {
  return (
    <div role={role} className="grid justify-items-center gap-4 px-6 py-10 text-center">
      <RingDrawing size={96} {...(tone && { tone })} />
      <p className="max-w-[36ch] text-soft text-sm">{text}</p>
      {children}
    </div>
  );
}

function PanelSkeleton() {
  return (
    <Loading label="Loading notifications..." className="grid">
      {[1, 2, 3, 4].map((row) => (
        <div key={row} className="flex gap-3.5 border-line-soft border-b px-5 py-4">
          <Skeleton className="cut cut-sm size-9 shrink-0" />
          <div className="grid flex-1 gap-2">
            <Skeleton className="h-4.5 w-1/2" />
            <Skeleton className="h-4 w-full" />
            <Skeleton className="h-3 w-2/3" />
          </div>
        </div>
      ))}
    </Loading>
  );
}
