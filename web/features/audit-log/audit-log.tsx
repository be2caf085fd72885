// SPDX-License-Identifier: Apache-2.0

import { useInfiniteQuery } from '@tanstack/react-query';
import type { AuditEntry } from '../../../contract/audit-admin.ts';
import { getMessage } from '../../lib/api.ts';
import { useTableAddress } from '../../lib/table-address.ts';
import { Button } from '../../ui/button.tsx';
import { dataColumns } from '../../ui/data-columns.ts';
import { ExportButton } from '../../ui/export-button.tsx';
import { FailureText } from '../../ui/failure-text.tsx';
import { useFailureToast } from '../../ui/failure-toast.ts';
import { FieldError } from '../../ui/field.tsx';
import { EmptyPanel, ErrorPanel } from '../../ui/panels.tsx';
import { ShortSearchNote } from '../../ui/short-search-note.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { auditQuery, auditReader } from './api.ts';
import { AuditEntryRow } from './audit-entry.tsx';
import { AuditFilters, filterNames, toFilter } from './audit-filters.tsx';

const { column } = dataColumns<AuditEntry>();
/** The columns of the CSV file. */
const columns = [
  column('createdAt', 'When', ({ createdAt }) => createdAt),
  column('actor', 'By', ({ actor }) => actor.name),
  column('email', 'Email', ({ actor }) => actor.email),
  column('action', 'Action', ({ action }) => action),
  column('subject', 'Subject', ({ subject }) => subject),
  column('reason', 'Reason', ({ reason }) => reason),
  column('address', 'Address', ({ address }) => address),
  column('before', 'Before', ({ before }) => JSON.stringify(before)),
  column('after', 'After', ({ after }) => JSON.stringify(after)),
];

const everything = Object.fromEntries(['search', ...filterNames].map((name) => [name, undefined]));

/** All changes with who, when and from which address, and all views of gift card codes (docs/rules/audit-log.md). */
export function AuditLog() {
  const address = useTableAddress(['createdAt'], { sort: 'createdAt', order: 'desc' });
  const filter = toFilter(address);
  const { data, error, refetch, isPlaceholderData, ...older } = useInfiniteQuery(auditQuery(filter));
  useFailureToast(error, getMessage(error));
  const entries = data?.pages.flatMap(({ list }) => list);
  const keptMonths = older.hasNextPage ? null : data?.pages.at(-1)?.keptMonths;
  const getName = (actor: string) => entries?.find((entry) => entry.actor._id === actor)?.actor.name ?? actor;
  return (
    <div className="grid gap-4 [&>*]:min-w-0">
      <div className="flex flex-wrap items-end gap-3">
        <AuditFilters address={address} getName={getName} />
        <div className="flex grow flex-wrap justify-end gap-3 max-sm:[&>*]:grow">
          <ExportButton
            what="audit log"
            columns={columns}
            rowKey={({ _id }) => _id}
            readPage={auditReader(filter)}
            isEmpty={!entries?.length}
          />
        </div>
        <ShortSearchNote search={address.search} />
      </div>
      <p className="max-w-[80ch] text-muted text-sm">
        Every change by an administrator and every view of a gift card’s code, newest first. Nobody can change
        or delete an entry.
      </p>
      {entries ? (
        entries.length ? (
          <div
            className="grid gap-5 transition-opacity duration-150 aria-busy:opacity-60"
            aria-busy={isPlaceholderData}
          >
            <ul aria-label="Audit log, newest first" className="border-line border-y">
              {entries.map((entry) => (
                <AuditEntryRow key={entry._id} entry={entry} onNarrow={address.change} />
              ))}
            </ul>
            {error && (
              <FieldError>
                <FailureText error={error} />
              </FieldError>
            )}
            {older.hasNextPage && (
              <Button
                className="justify-self-center"
                busy={older.isFetchingNextPage && 'Loading...'}
                onClick={() => void older.fetchNextPage()}
              >
                Older
              </Button>
            )}
          </div>
        ) : (
          <Nothing isNarrowed={Object.keys(filter).length > 0} onAll={() => address.change(everything)} />
        )
      ) : error ? (
        <ErrorPanel error={error} message={getMessage(error)} onRetry={() => void refetch()} />
      ) : (
        <LogSkeleton />
      )}
      {keptMonths && (
        <p className="text-center text-muted text-sm">We keep changes for {keptMonths} months.</p>
      )}
    </div>
  );
}

function Nothing({ isNarrowed, onAll }: { isNarrowed: boolean; onAll: () => void }) {
  if (!isNarrowed) return <EmptyPanel title="No entries found" />;
  return (
    <EmptyPanel
      title="No entries found"
      text="Nothing matches your search."
      action={<Button onClick={onAll}>Show all</Button>}
    />
  );
}

function LogSkeleton() {
  return (
    <Loading label="Loading the audit log..." className="grid gap-2">
      {[1, 2, 3, 4, 5, 6, 7, 8].map((place) => (
        <Skeleton key={place} className="h-12" />
      ))}
    </Loading>
  );
}
