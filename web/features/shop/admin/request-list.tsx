import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { type GiftCardRequest, requestFilters, requestSorts } from '../../../../contract/shop-admin.ts';
import { useTableAddress } from '../../../lib/table-address.ts';
import { usePermissions } from '../../../lib/use-permissions.ts';
import { DataList, rowsPerPage } from '../../../ui/data-list.tsx';
import { SelectField } from '../../../ui/select.tsx';
import { readRequests, requestsQuery } from './api.ts';
import { type RequestDeed, requestColumns } from './request-columns.tsx';
import { RequestDialog } from './request-dialog.tsx';

const filterWords = {
  waiting: 'Waiting',
  overdue: 'Overdue',
  delivered: 'Delivered',
  refunded: 'Refunded',
} satisfies Record<(typeof requestFilters)[number], string>;

/** The cards that were sold without a code, the newest first (product specification, section 2.15). */
export function RequestList() {
  const address = useTableAddress(requestSorts, { sort: 'purchasedAt', order: 'desc' });
  const { search, sort, order, page } = address;
  const status = requestFilters.find((name) => name === address.choice('status'));
  const shown = { ...(search && { search }), ...(status && { status }), sort, order };
  const requests = useQuery(requestsQuery({ ...shown, page, pageSize: rowsPerPage }));
  const mayDeliver = usePermissions()('deliveries:write');
  const [asked, setAsked] = useState<{ deed: RequestDeed; row: GiftCardRequest }>();
  const columns = useMemo(
    () => requestColumns(mayDeliver ? (deed, row) => setAsked({ deed, row }) : undefined),
    [mayDeliver],
  );
  return (
    <section aria-labelledby="gift-card-alerts" className="grid gap-4 [&>*]:min-w-0">
      <h2 id="gift-card-alerts" className="text-2xl">
        Gift Card Purchase Alerts
      </h2>
      <DataList
        what="gift card requests"
        columns={columns}
        rowKey={({ _id }) => _id}
        isDimmed={(row) => row.status === 'refunded'}
        address={address}
        sorts={requestSorts}
        query={requests}
        fetchFailure="Failed to fetch gift card requests"
        empty="No new gift card purchase requests."
        readPage={(at, pageSize) => readRequests({ ...shown, page: at, pageSize })}
        filterNames={['status']}
        filters={
          <SelectField
            label="Status"
            hidesLabel
            isCompact
            className="min-w-0 grow basis-40 lg:grow-0"
            value={status ?? ''}
            onChange={({ target }) => address.change({ status: target.value })}
          >
            <option value="">All requests</option>
            {requestFilters.map((name) => (
              <option key={name} value={name}>
                {filterWords[name]}
              </option>
            ))}
          </SelectField>
        }
      />
      {asked && <RequestDialog deed={asked.deed} row={asked.row} onClose={() => setAsked(undefined)} />}
    </section>
  );
}
