// SPDX-License-Identifier: Apache-2.0

import { useMemo, useState } from 'react';
import { type AdminAttempt, attemptFilters } from '../../../../contract/challenges-admin.ts';
import { useGames } from '../../../lib/settings.ts';
import { useTableAddress } from '../../../lib/table-address.ts';
import { usePermissions } from '../../../lib/use-permissions.ts';
import { Button } from '../../../ui/button.tsx';
import { ChoiceFilter } from '../../../ui/choice-filter.tsx';
import { DataList } from '../../../ui/data-list.tsx';
import { useLinkedRow } from '../../../ui/linked-row.ts';
import { usePagedList } from '../../../ui/list-source.ts';
import { ReceiptDialog } from '../receipt-dialog.tsx';
import { attemptList } from './api.ts';
import { attemptColumns, isVoidable } from './attempt-columns.tsx';
import { VoidDialog } from './void-dialog.tsx';

const sorts = ['startedAt'] as const;
const playedAs = [
  ['false', 'For coins'],
  ['true', 'Practice'],
] as const;

/** All attempts, newest first: why each has its status, and voiding. */
export function AttemptList() {
  const address = useTableAddress(sorts, { sort: 'startedAt', order: 'desc' });
  const status = attemptFilters.find((one) => one === address.choice('status'));
  const isPractice = playedAs.find(([value]) => value === address.choice('isPractice'))?.[0];
  const list = usePagedList(attemptList, address, { status, isPractice });
  const may = usePermissions();
  const mayVoid = may('challenges:void');
  const maySeeUsers = may('users:read');
  const [receipt, showReceipt] = useState<AdminAttempt>();
  const [voided, askToVoid] = useState<AdminAttempt>();
  const hasGames = useGames().length > 1;
  useLinkedRow(address, list, showReceipt);
  const columns = useMemo(
    () =>
      attemptColumns({
        mayVoid,
        maySeeUsers,
        hasGames,
        onReceipt: showReceipt,
        onVoid: askToVoid,
      }),
    [mayVoid, maySeeUsers, hasGames],
  );

  return (
    <>
      <DataList
        searchesWords
        {...list}
        one="attempt"
        what="attempts"
        columns={columns}
        rowKey={({ _id }) => _id}
        address={address}
        sorts={sorts}
        fetchFailure="Failed to fetch attempts"
        empty="No attempts found"
        filterNames={['status', 'isPractice']}
        filters={
          <>
            <ChoiceFilter
              address={address}
              name="status"
              label="Status"
              all="Every status"
              choices={attemptFilters.map((one) => [one, one.replaceAll('_', ' ')])}
            />
            <ChoiceFilter
              address={address}
              name="isPractice"
              label="Played"
              all="Practice or for coins"
              choices={playedAs}
            />
          </>
        }
      />
      <ReceiptDialog
        id={receipt?._id ?? null}
        onClose={() => showReceipt(undefined)}
        action={
          mayVoid &&
          receipt &&
          isVoidable(receipt) && (
            <Button
              kind="danger"
              onClick={() => {
                showReceipt(undefined);
                askToVoid(receipt);
              }}
            >
              Void attempt
            </Button>
          )
        }
      />
      {voided && <VoidDialog attempt={voided} onClose={() => askToVoid(undefined)} />}
    </>
  );
}
