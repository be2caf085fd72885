// SPDX-License-Identifier: Apache-2.0

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { AdminGiveaway } from '../../../../contract/giveaways-admin.ts';
import { countPages } from '../../../../contract/paging.ts';
import { getMessage } from '../../../lib/api.ts';
import { formatAmount, plural, pluralForm } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { When } from '../../../ui/narrow-time.tsx';
import { ErrorPanel } from '../../../ui/panels.tsx';
import { SearchBox } from '../../../ui/search-box.tsx';
import { ShortSearchNote } from '../../../ui/short-search-note.tsx';
import { Loading, Skeleton } from '../../../ui/skeleton.tsx';
import { Badge } from '../../../ui/status.tsx';
import { type Column, Table } from '../../../ui/table.tsx';
import { participantsPerPage, participantsQuery } from './api.ts';
import { winnerNames } from './winner-names.ts';

type Participant = AdminGiveaway['participants'][number];

/** A giveaway's participants, page by page, with the winners marked; only for administrators. */
export function Participants({ giveaway }: { giveaway: AdminGiveaway }) {
  const [search, setSearch] = useState('');
  const [page, setPage] = useState(1);
  const { _id, participantCount, winnerCount } = giveaway;
  const winners = winnerNames(giveaway);
  return (
    <section className="grid gap-4" aria-label="Participants">
      <h3 className="text-base">Participants ({formatAmount(participantCount)})</h3>
      {winners && (
        <p className="wrap-anywhere text-sm">
          <span className="font-semibold text-win">
            {pluralForm(Math.min(winnerCount, participantCount), 'Winner: ', 'Winners: ')}
          </span>
          {winners}
        </p>
      )}
      {participantCount === 0 ? (
        <p className="text-muted text-sm">Nobody has entered yet.</p>
      ) : (
        <>
          {participantCount > participantsPerPage && (
            <SearchBox
              label="Search participants"
              placeholder="Search Here.."
              value={search}
              onChange={(next) => {
                setSearch(next);
                setPage(1);
              }}
            />
          )}
          <ShortSearchNote search={search} />
          <ParticipantPage id={_id} search={search} page={page} onPage={setPage} />
        </>
      )}
    </section>
  );
}

function ParticipantPage({
  id,
  search,
  page,
  onPage,
}: {
  id: string;
  search: string;
  page: number;
  onPage: (page: number) => void;
}) {
  const { data, error, isPlaceholderData, refetch } = useQuery(participantsQuery(id, { search, page }));
  if (error && !data) {
    return <ErrorPanel error={error} message={getMessage(error)} onRetry={() => void refetch()} />;
  }
  if (!data) {
    return (
      <Loading label="Loading participants..." className="grid gap-2">
        {[1, 2, 3].map((row) => (
          <Skeleton key={row} className="h-11" />
        ))}
      </Loading>
    );
  }
  const pages = countPages(data.total, participantsPerPage);
  return (
    <div
      className="grid gap-3 transition-opacity duration-150 aria-busy:opacity-60"
      aria-busy={isPlaceholderData}
    >
      {data.list.length > 0 && (
        <Table
          caption="Participants"
          columns={columns}
          rows={data.list}
          rowKey={({ playerId }) => playerId}
          staysTable
        />
      )}
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p role="status" className="text-muted text-sm">
          {plural(data.total, 'participant')}
          {pages > 1 && `, page ${formatAmount(page)} of ${formatAmount(pages)}`}
        </p>
        {pages > 1 && (
          <span className="inline-flex gap-2">
            <Button size="sm" disabled={page === 1} onClick={() => onPage(page - 1)}>
              Previous
            </Button>
            <Button size="sm" disabled={page === pages} onClick={() => onPage(page + 1)}>
              Next
            </Button>
          </span>
        )}
      </div>
    </div>
  );
}

const columns: Column<Participant>[] = [
  {
    header: 'Player',
    cell: ({ name, handle, hasWon }) => (
      <span className="wrap-anywhere inline-flex flex-wrap items-center gap-x-2.5">
        {name} <span className="text-muted text-sm">{handle}</span>{' '}
        {hasWon && <Badge tone="win">Winner</Badge>}
      </span>
    ),
    isTitle: true,
  },
  {
    header: 'Entered',
    cell: ({ enteredAt }) => <When time={enteredAt} className="text-muted" />,
    isFigure: true,
  },
];
