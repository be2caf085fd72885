// SPDX-License-Identifier: Apache-2.0

import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  type WebhookEndpoint,
  type WebhookSend,
  webhookSendStatuses,
} from '../../../contract/outgoing-webhooks-admin.ts';
import { getMessage } from '../../lib/api.ts';
import { useTableAddress } from '../../lib/table-address.ts';
import { Button } from '../../ui/button.tsx';
import { Choices } from '../../ui/choices.tsx';
import { dataColumns } from '../../ui/data-columns.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { When } from '../../ui/narrow-time.tsx';
import { PagePart } from '../../ui/page.tsx';
import { EmptyPanel, ErrorPanel } from '../../ui/panels.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { sendsQuery } from './api.ts';
import { SendDialog } from './send-dialog.tsx';
import { lastResult, SendState } from './webhook-words.tsx';

const choices = [
  { value: 'all', label: 'All' },
  { value: 'delivered', label: 'Delivered' },
  { value: 'waiting', label: 'Waiting' },
  { value: 'failed', label: 'Failed' },
] as const;

const { column } = dataColumns<WebhookSend & { onOpen: () => void }>();
const columns = [
  column('type', 'Event', ({ type }) => type, undefined, { isTitle: true }),
  column(
    'happenedAt',
    'Happened',
    ({ happenedAt }) => happenedAt,
    ({ happenedAt }) => <When time={happenedAt} />,
    { narrow: 'note' },
  ),
  column(
    'status',
    'State',
    ({ status }) => status,
    ({ status }) => <SendState status={status} />,
    {
      narrow: 'state',
    },
  ),
  column('result', 'Last answer', lastResult, undefined, { isLong: true }),
  column('tries', 'Tries', ({ tries }) => tries, undefined, { isFigure: true }),
  column(
    'open',
    'Open',
    () => '',
    ({ type, onOpen }) => (
      <Button size="sm" aria-label={`Look at ${type}`} onClick={onOpen}>
        Look at
      </Button>
    ),
    { isActions: true },
  ),
];

/** The events sent to an endpoint in the last thirty days, newest first. */
export function SendLog({ endpoint, mayWrite }: { endpoint: WebhookEndpoint; mayWrite: boolean }) {
  const address = useTableAddress(['happenedAt'], { sort: 'happenedAt', order: 'desc' });
  const status = webhookSendStatuses.find((each) => each === address.choice('status'));
  const [openId, open] = useState<string>();
  const log = useInfiniteQuery(sendsQuery(endpoint._id, status));
  const { data, error, refetch } = log;
  const sends = data?.pages.flatMap(({ list }) => list) ?? [];
  return (
    <PagePart title="Log">
      <Choices
        label="Which"
        choices={choices}
        selected={status ?? 'all'}
        onSelect={(value) => address.change({ status: value === 'all' ? undefined : value })}
      />
      {data ? (
        sends.length > 0 ? (
          <div
            className="grid justify-items-center gap-4 transition-opacity duration-150 aria-busy:opacity-60 [&>*:first-child]:w-full"
            aria-busy={log.isPlaceholderData}
          >
            <DataTable
              caption="sent events, newest first"
              columns={columns}
              rows={sends.map((send) => ({ ...send, onOpen: () => open(send._id) }))}
              rowKey={({ _id }) => _id}
            />
            {log.hasNextPage && (
              <Button busy={log.isFetchingNextPage && 'Loading...'} onClick={() => void log.fetchNextPage()}>
                Older
              </Button>
            )}
          </div>
        ) : (
          <EmptyPanel
            title="Nothing sent yet"
            level="h3"
            text={status ? 'Nothing has this status.' : 'Send a test, or wait for the first event.'}
          />
        )
      ) : error ? (
        <ErrorPanel error={error} message={getMessage(error)} onRetry={() => void refetch()} />
      ) : (
        <Loading label="Loading the log..." className="grid gap-2">
          {[1, 2, 3, 4, 5].map((place) => (
            <Skeleton key={place} className="h-12" />
          ))}
        </Loading>
      )}
      {openId && (
        <SendDialog
          endpoint={endpoint}
          sendId={openId}
          mayReplay={mayWrite}
          onClose={() => open(undefined)}
        />
      )}
    </PagePart>
  );
}
