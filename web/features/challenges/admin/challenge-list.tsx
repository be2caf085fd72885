import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { AdminChallenge } from '../../../../contract/challenges-admin.ts';
import { plural } from '../../../lib/format.ts';
import { useTableAddress } from '../../../lib/table-address.ts';
import { usePermissions } from '../../../lib/use-permissions.ts';
import { findIn, pageOf } from '../../../lib/whole-list.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { CreateButton } from '../../../ui/create-button.tsx';
import { DataList, rowsPerPage } from '../../../ui/data-list.tsx';
import { csvRow } from '../../../ui/data-table.tsx';
import { notify } from '../../../ui/toast.tsx';
import { allChallengesQuery, useChallengeChanges } from './api.ts';
import { challengeColumns } from './challenge-columns.tsx';
import { ChallengeForm } from './challenge-form.tsx';

type Asked = { what: 'create' } | { what: 'edit' | 'delete'; row: AdminChallenge };

const sorts = ['isActive', 'description', 'attempts', 'running'] as const;
const by = {
  description: ({ description }: AdminChallenge) => description,
  attempts: ({ attempts }: AdminChallenge) => attempts,
  running: ({ running }: AdminChallenge) => running,
  isActive: ({ isActive }: AdminChallenge) => isActive,
};

/** Every challenge, open ones first. */
export function ChallengeList() {
  const address = useTableAddress(sorts, { sort: 'isActive', order: 'desc' });
  const query = useQuery(allChallengesQuery);
  const changes = useChallengeChanges();
  const mayWrite = usePermissions()('challenges:write');
  const [asked, ask] = useState<Asked>();
  const close = () => ask(undefined);
  const { mutateAsync: toggle } = changes.toggle;
  const columns = useMemo(
    () =>
      challengeColumns({
        mayWrite,
        onToggle: ({ _id }, isActive) =>
          toggle({ id: _id, isActive }).then(() => notify.done('Challenge status updated successfully')),
        onAsk: (what, row) => ask({ what, row }),
      }),
    [mayWrite, toggle],
  );
  const { search, sort, order, page } = address;
  const found = findIn(
    { rows: query.data ?? [], textsOf: (row: AdminChallenge) => csvRow(columns, row), by },
    { search, sort, order },
  );

  return (
    <>
      <DataList
        what="challenges"
        columns={columns}
        rowKey={({ _id }) => _id}
        isDimmed={({ isActive }) => !isActive}
        address={address}
        sorts={sorts}
        query={{ ...query, data: query.data && pageOf(found, page, rowsPerPage) }}
        fetchFailure="Failed to fetch challenges"
        empty="No challenges found"
        readPage={async (at, pageSize) => pageOf(found, at, pageSize)}
        actions={
          mayWrite && <CreateButton onClick={() => ask({ what: 'create' })}>ADD CHALLENGE</CreateButton>
        }
      />
      {asked?.what === 'create' && (
        <ChallengeForm
          save={async (values, key) => {
            await changes.create(values, key);
            notify.done('Challenge created successfully');
          }}
          onClose={close}
        />
      )}
      {asked?.what === 'edit' && (
        <ChallengeForm
          edited={asked.row}
          save={async (values) => {
            await changes.update(asked.row._id, values);
            notify.done('Challenge updated successfully');
          }}
          onClose={close}
        />
      )}
      {asked?.what === 'delete' && (
        <ConfirmDialog
          title="Delete this challenge?"
          text={whatDeletingDoes(asked.row)}
          confirmLabel="Delete"
          busyLabel="Deleting..."
          onConfirm={async () => {
            await changes.remove(asked.row._id);
            notify.done('Challenge deleted successfully');
            close();
          }}
          onClose={close}
        />
      )}
    </>
  );
}

function whatDeletingDoes({ description, running }: AdminChallenge): string {
  const gone = `“${description}” leaves every list and can no longer be entered. There is no way back.`;
  const stays = 'Attempts that were made stay with their receipts.';
  if (running === 0) return `${gone} ${stays}`;
  const goOn = running === 1 ? 'goes on under its terms' : 'go on under their terms';
  return `${gone} ${plural(running, 'running attempt')} ${goOn}. ${stays}`;
}
