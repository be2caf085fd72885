// SPDX-License-Identifier: Apache-2.0

import { useMemo, useState } from 'react';
import { type AdminDispute, disputeFilters, disputeSorts } from '../../../../contract/disputes-admin.ts';
import { useTableAddress } from '../../../lib/table-address.ts';
import { usePermissions } from '../../../lib/use-permissions.ts';
import { ChoiceFilter } from '../../../ui/choice-filter.tsx';
import { DataList } from '../../../ui/data-list.tsx';
import { usePagedList } from '../../../ui/list-source.ts';
import { DecideDispute } from './decide-dispute.tsx';
import { disputeColumns, outcomeWords } from './dispute-columns.tsx';
import { disputeList } from './disputes-api.ts';

const filterWords = {
  waiting: 'Waiting',
  overdue: 'Overdue',
  ...outcomeWords,
} satisfies Record<(typeof disputeFilters)[number], string>;

/** Results that players dispute, those that have waited longest first: each is decided beside its receipt. */
export function DisputeList() {
  const address = useTableAddress(disputeSorts, { sort: 'promisedBy', order: 'asc' });
  const status = disputeFilters.find((name) => name === address.choice('status'));
  const list = usePagedList(disputeList, address, { status });
  const may = usePermissions();
  const maySeeUsers = may('users:read');
  const mayDecide = may('disputes:write');
  const [opened, open] = useState<AdminDispute>();
  const columns = useMemo(
    () => disputeColumns({ maySeeUsers, mayDecide, onOpen: open }),
    [maySeeUsers, mayDecide],
  );
  return (
    <>
      <DataList
        searchesWords
        {...list}
        one="dispute"
        what="disputes"
        columns={columns}
        rowKey={({ _id }) => _id}
        isDimmed={({ ruling }) => ruling !== null}
        address={address}
        sorts={disputeSorts}
        fetchFailure="Failed to fetch disputes"
        empty="No disputes"
        note={
          <p className="max-w-[80ch] text-muted">
            Players explain what’s wrong, ideally with a recording. Decide from the receipt by the promised
            time. The player reads your answer, and your decision is final.
          </p>
        }
        filterNames={['status']}
        filters={
          <ChoiceFilter
            address={address}
            name="status"
            label="Status"
            all="All disputes"
            choices={Object.entries(filterWords)}
          />
        }
      />
      {opened && <DecideDispute dispute={opened} mayDecide={mayDecide} onClose={() => open(undefined)} />}
    </>
  );
}
