import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { attemptStatuses } from '../../../../contract/challenges.ts';
import type { AdminAttempt } from '../../../../contract/challenges-admin.ts';
import { useTableAddress } from '../../../lib/table-address.ts';
import { usePermissions } from '../../../lib/use-permissions.ts';
import { DataList, rowsPerPage } from '../../../ui/data-list.tsx';
import { SelectField } from '../../../ui/select.tsx';
import { ReceiptDialog } from '../receipt-dialog.tsx';
import { attemptsQuery, readAttempts } from './api.ts';
import { attemptColumns } from './attempt-columns.tsx';
import { VoidDialog } from './void-dialog.tsx';

const sorts = ['startedAt'] as const;

/** All attempts, newest first: why each stands as it does, and voiding. */
export function AttemptList() {
  const address = useTableAddress(sorts, { sort: 'startedAt', order: 'desc' });
  const { search, order, page } = address;
  const status = attemptStatuses.find((one) => one === address.choice('status'));
  const shown = { ...(search && { search }), ...(status && { status }), order };
  const attempts = useQuery(attemptsQuery({ ...shown, page, pageSize: rowsPerPage }));
  const may = usePermissions();
  const mayVoid = may('challenges:void');
  const maySeeUsers = may('users:read');
  const [receipt, showReceipt] = useState<string | null>(null);
  const [voided, askToVoid] = useState<AdminAttempt>();
  const columns = useMemo(
    () =>
      attemptColumns({
        mayVoid,
        maySeeUsers,
        onReceipt: ({ _id }) => showReceipt(_id),
        onVoid: askToVoid,
      }),
    [mayVoid, maySeeUsers],
  );

  return (
    <>
      <DataList
        what="attempts"
        columns={columns}
        rowKey={({ _id }) => _id}
        address={address}
        sorts={sorts}
        query={attempts}
        fetchFailure="Failed to fetch attempts"
        empty="No attempts found"
        readPage={(at, pageSize) => readAttempts({ ...shown, page: at, pageSize })}
        filterNames={['status']}
        filters={
          <SelectField
            label="Status"
            hidesLabel
            isCompact
            className="min-w-0 grow basis-40 lg:max-w-56"
            value={status ?? ''}
            onChange={({ target }) => address.change({ status: target.value })}
          >
            <option value="">Every status</option>
            {attemptStatuses.map((one) => (
              <option key={one} value={one}>
                {one.replaceAll('_', ' ')}
              </option>
            ))}
          </SelectField>
        }
      />
      <ReceiptDialog id={receipt} onClose={() => showReceipt(null)} />
      {voided && <VoidDialog attempt={voided} onClose={() => askToVoid(undefined)} />}
    </>
  );
}
