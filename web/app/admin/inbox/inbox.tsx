// SPDX-License-Identifier: Apache-2.0

import { Link } from 'react-router';
import { getMessage } from '../../../lib/api.ts';
import { formatAmount } from '../../../lib/format.ts';
import { serverNow } from '../../../lib/server-time.ts';
import { useTableAddress } from '../../../lib/table-address.ts';
import { usePermissions } from '../../../lib/use-permissions.ts';
import { Button } from '../../../ui/button.tsx';
import { Choices } from '../../../ui/choices.tsx';
import { EmptyPanel, Notice } from '../../../ui/panels.tsx';
import { Loading, Skeleton } from '../../../ui/skeleton.tsx';
import type { WaitingKind } from '../../../ui/waiting-work.ts';
import { type InboxKind, inboxKindNames, inboxKinds, toInbox, useAllWaiting } from './all-waiting.ts';
import { InboxRows } from './inbox-rows.tsx';

/** Everything that waits for this administrator, from all tabs that they may open. */
export function Inbox() {
  const address = useTableAddress(['since'], { sort: 'since', order: 'asc' });
  const may = usePermissions();
  const kinds = inboxKindNames.filter((kind) => may(inboxKinds[kind].permission));
  const waiting = useAllWaiting();
  const rows = toInbox(waiting, serverNow());
  const count = (filter: Filter) =>
    filter === 'overdue'
      ? rows.filter(({ isOverdue }) => isOverdue).length
      : (filter === 'all' ? kinds : [filter]).reduce((sum, kind) => sum + waiting[kind].total, 0);
  const all: Filter[] = ['all', 'overdue', ...kinds];
  const chosen = all.find((filter) => filter === address.choice('kind')) ?? 'all';
  const filters = all.filter((filter) => filter === 'all' || filter === chosen || count(filter) > 0);
  const isLoading = kinds.some((kind) => !waiting[kind].work && !waiting[kind].error);
  return (
    <div className="grid gap-4 [&>*]:min-w-0">
      <Choices
        label="To do"
        choices={filters.map((value) => ({
          value,
          label: `${filterLabel(value)} ${formatAmount(count(value))}`,
        }))}
        selected={chosen}
        onSelect={(kind) => address.change({ kind: kind === 'all' ? undefined : kind })}
      />
      {kinds.map((kind) => (
        <Failure key={kind} kind={kind} {...waiting[kind]} />
      ))}
      <InboxRows
        label="To do: overdue first, then oldest"
        rows={rows.filter(({ kind, isOverdue }) =>
          chosen === 'overdue' ? isOverdue : chosen === 'all' || kind === chosen,
        )}
        empty={
          isLoading ? (
            <InboxSkeleton />
          ) : (
            <EmptyPanel title="Nothing to do" text={rows.length > 0 ? 'Not of this kind.' : 'All done.'} />
          )
        }
      />
      {kinds.map((kind) => (
        <More key={kind} kind={kind} {...waiting[kind]} />
      ))}
    </div>
  );
}

type Filter = InboxKind | 'all' | 'overdue';

function filterLabel(filter: Filter): string {
  if (filter === 'all') return 'All';
  return filter === 'overdue' ? 'Overdue' : inboxKinds[filter].label;
}

function InboxSkeleton() {
  return (
    <Loading label="Loading the inbox..." className="grid gap-1.5">
      {[1, 2, 3, 4, 5, 6].map((place) => (
        <Skeleton key={place} className="h-16" />
      ))}
    </Loading>
  );
}

/** Reports one kind that failed to load. The others stay visible. */
function Failure({ kind, error, refetch }: WaitingKind & { kind: InboxKind }) {
  if (!error) return null;
  return (
    <Notice title={`${inboxKinds[kind].label} couldn’t be loaded`}>
      <p>{getMessage(error)}</p>
      <Button size="sm" className="mt-2" onClick={() => void refetch()}>
        Try again
      </Button>
    </Notice>
  );
}

function More({ kind, work, total }: WaitingKind & { kind: InboxKind }) {
  const rest = total - (work?.length ?? total);
  if (rest <= 0) return null;
  const { label, to } = inboxKinds[kind];
  return (
    <p className="text-muted text-sm">
      {formatAmount(rest)} more under{' '}
      <Link to={to} className="underline underline-offset-4 hover:text-text">
        {label}
      </Link>
      . They move up as these are done.
    </p>
  );
}
