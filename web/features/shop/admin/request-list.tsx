// SPDX-License-Identifier: Apache-2.0

import { useMemo, useState } from 'react';
import { type GiftCardRequest, requestFilters, requestSorts } from '../../../../contract/shop-admin.ts';
import { plural } from '../../../lib/format.ts';
import { useTableAddress } from '../../../lib/table-address.ts';
import { usePermissions } from '../../../lib/use-permissions.ts';
import { ChoiceFilter } from '../../../ui/choice-filter.tsx';
import { DataList } from '../../../ui/data-list.tsx';
import { usePagedList } from '../../../ui/list-source.ts';
import type { BulkAction } from '../../../ui/use-bulk-run.ts';
import { requestCalls, requestList } from './api.ts';
import { type RequestDeed, requestColumns } from './request-columns.tsx';
import { RequestDialog } from './request-dialog.tsx';

const filterWords = {
  waiting: 'Waiting',
  overdue: 'Overdue',
  delivered: 'Delivered',
  refunded: 'Refunded',
} satisfies Record<(typeof requestFilters)[number], string>;

const bulk: BulkAction<GiftCardRequest>[] = [
  {
    label: 'Deliver',
    all: (count) => `Deliver ${count} waiting`,
    done: 'delivered',
    obstacle: ({ status }) =>
      status === 'on_its_way'
        ? undefined
        : status === 'refunded'
          ? 'It was refunded'
          : 'It’s already delivered',
    question: (rows) => ({
      title: `Deliver ${plural(rows.length, 'gift card')}?`,
      text: 'Each buyer gets the code you enter and a notification. Cards without a code stay undelivered.',
    }),
    entry: {
      label: 'Code',
      beside: 'PIN (optional)',
      missing: 'No code was entered',
      isNeeded: ({ hasCode }) => !hasCode,
    },
    run: ({ _id }, options, { text: code, beside: pin }) =>
      requestCalls.deliver(
        _id,
        { isDelivered: true, mayUndo: true, ...(code && { code }), ...(pin && { pin }) },
        options,
      ),
    undo: ({ _id }, options) => requestCalls.deliver(_id, { isDelivered: false, isUndo: true }, options),
  },
];

/** Every sold card, newest first (product specification, section 2.15). */
export function RequestList() {
  const address = useTableAddress(requestSorts, { sort: 'purchasedAt', order: 'desc' });
  const status = requestFilters.find((name) => name === address.choice('status'));
  const list = usePagedList(requestList, address, { status });
  const mayDeliver = usePermissions()('deliveries:write');
  const [asked, setAsked] = useState<{ deed: RequestDeed; row: GiftCardRequest }>();
  const columns = useMemo(
    () => requestColumns(mayDeliver ? (deed, row) => setAsked({ deed, row }) : undefined),
    [mayDeliver],
  );
  return (
    <section aria-labelledby="gift-card-alerts" className="grid [&>*]:min-w-0">
      <DataList
        searchesWords
        {...list}
        one="gift card request"
        what="gift card requests"
        columns={columns}
        rowKey={({ _id }) => _id}
        isDimmed={(row) => row.status === 'refunded'}
        address={address}
        sorts={requestSorts}
        fetchFailure="Failed to fetch gift card requests"
        empty="No new gift card purchase requests."
        note={
          <h2 id="gift-card-alerts" className="text-xl">
            Gift Card Purchase Alerts
          </h2>
        }
        bulk={mayDeliver ? bulk : []}
        getName={({ giftCard, user }) => `${giftCard.title} of ${user.name || 'a deleted user'}`}
        filterNames={['status']}
        filters={
          <ChoiceFilter
            address={address}
            name="status"
            label="Status"
            all="All requests"
            choices={Object.entries(filterWords)}
          />
        }
      />
      {asked && <RequestDialog deed={asked.deed} row={asked.row} onClose={() => setAsked(undefined)} />}
    </section>
  );
}
