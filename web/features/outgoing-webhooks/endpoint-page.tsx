// SPDX-License-Identifier: Apache-2.0

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import type { WebhookEndpoint } from '../../../contract/outgoing-webhooks-admin.ts';
import { getMessage } from '../../lib/api.ts';
import { formatAmount, formatDateTime } from '../../lib/format.ts';
import { useAction } from '../../lib/use-action.ts';
import { useIdempotencyKey } from '../../lib/use-idempotency-key.ts';
import { usePermissions } from '../../lib/use-permissions.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Fact, Facts } from '../../ui/facts.tsx';
import { FailureText } from '../../ui/failure-text.tsx';
import { ArrowLeft } from '../../ui/icons/arrow-left.ts';
import { EmptyPanel, ErrorPanel, Notice } from '../../ui/panels.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { notify } from '../../ui/toast.tsx';
import { endpointsQuery, useWebhookChanges } from './api.ts';
import { type Deed, EndpointDialog } from './endpoint-dialogs.tsx';
import { SendLog } from './send-log.tsx';
import { EndpointState } from './webhook-words.tsx';

/** One endpoint: its events, its delivery state, and the log. */
export function EndpointPage({ id }: { id: string }) {
  const { data, error, refetch } = useQuery(endpointsQuery);
  const endpoint = data?.list.find(({ _id }) => _id === id);
  return (
    <div className="grid gap-6 [&>*]:min-w-0">
      <Link
        to="/dashboard/outgoing-webhooks"
        className="inline-flex min-h-9 items-center gap-2 justify-self-start text-muted text-sm transition-colors duration-100 hover:text-text"
      >
        <ArrowLeft size={16} aria-hidden="true" /> All webhooks
      </Link>
      {endpoint ? (
        <Known endpoint={endpoint} />
      ) : data ? (
        <EmptyPanel title="This webhook does not exist" text="It may have been deleted." />
      ) : error ? (
        <ErrorPanel error={error} message={getMessage(error)} onRetry={() => void refetch()} />
      ) : (
        <Loading label="Loading the webhook..." className="grid gap-6">
          <Skeleton className="cut h-72" />
          <Skeleton className="h-64" />
        </Loading>
      )}
    </div>
  );
}

function Known({ endpoint }: { endpoint: WebhookEndpoint }) {
  const mayWrite = usePermissions()('outgoing-webhooks:write');
  const [deed, ask] = useState<Deed>();
  const navigate = useNavigate();
  return (
    <>
      <Card inside="grid gap-4 p-5 sm:p-6">
        <div className="flex flex-wrap items-start justify-between gap-3">
          <h2 className="wrap-anywhere min-w-0 text-xl">
            {endpoint.description || new URL(endpoint.address).host}
          </h2>
          <EndpointState endpoint={endpoint} />
        </div>
        <OffNotice endpoint={endpoint} />
        <EndpointFacts endpoint={endpoint} />
        {mayWrite && <Deeds endpoint={endpoint} onAsk={ask} />}
      </Card>
      <SendLog endpoint={endpoint} mayWrite={mayWrite} />
      {deed && (
        <EndpointDialog
          deed={deed}
          endpoint={endpoint}
          onClose={() => ask(undefined)}
          onDeleted={() => void navigate('/dashboard/outgoing-webhooks', { replace: true })}
        />
      )}
    </>
  );
}

function OffNotice({ endpoint: { offSince, offReason, failingSince } }: { endpoint: WebhookEndpoint }) {
  if (offSince && offReason !== 'by_hand') {
    return (
      <Notice title="We no longer send to this address">
        Turned off on {formatDateTime(offSince)}. Fix the problem, send a test, turn it on, then send again
        what it missed.
      </Notice>
    );
  }
  if (!failingSince || offSince) return null;
  return (
    <Notice title="Nothing gets through">
      Since {formatDateTime(failingSince)}. We retry with growing waits. After five days we turn the webhook
      off.
    </Notice>
  );
}

function EndpointFacts({ endpoint }: { endpoint: WebhookEndpoint }) {
  const { address, events, createdAt, lastDeliveredAt, waiting, rotatingUntil } = endpoint;
  return (
    <Facts>
      <Fact label="Address">{address}</Fact>
      <Fact label="Events">{events.join(', ')}</Fact>
      <Fact label="Created">{formatDateTime(createdAt)}</Fact>
      <Fact label="Last delivered">{lastDeliveredAt ? formatDateTime(lastDeliveredAt) : 'Never'}</Fact>
      <Fact label="Waiting">{formatAmount(waiting)}</Fact>
      {rotatingUntil && <Fact label="Old secret signs until">{formatDateTime(rotatingUntil)}</Fact>}
    </Facts>
  );
}

function Deeds({
  endpoint: { _id, offSince },
  onAsk,
}: {
  endpoint: WebhookEndpoint;
  onAsk: (deed: Deed) => void;
}) {
  const { test, turn } = useWebhookChanges();
  const getKey = useIdempotencyKey();
  const testing = useAction(async () => {
    // Each press sends a new test.
    await test(_id, getKey({ at: Date.now() }));
    notify.done('A test is on its way');
  });
  const turning = useAction((isOn: boolean) => turn(_id, isOn));
  const error = testing.error ?? turning.error;
  return (
    <>
      <div className="flex flex-wrap gap-2.5">
        <Button size="sm" busy={testing.isPending && 'Sending...'} onClick={() => void testing.run()}>
          Send test
        </Button>
        <Button size="sm" onClick={() => onAsk('edit')}>
          Edit
        </Button>
        {offSince ? (
          <Button
            size="sm"
            busy={turning.isPending && 'Turning on...'}
            onClick={() => void turning.run(true)}
          >
            Turn on
          </Button>
        ) : (
          <Button size="sm" onClick={() => onAsk('turn-off')}>
            Turn off
          </Button>
        )}
        <Button size="sm" onClick={() => onAsk('rotate')}>
          Rotate secret
        </Button>
        <Button size="sm" disabled={offSince !== null} onClick={() => onAsk('replay')}>
          Send again since...
        </Button>
        <Button size="sm" onClick={() => onAsk('delete')}>
          Delete
        </Button>
      </div>
      {error && (
        <Notice>
          <FailureText error={error} />
        </Notice>
      )}
    </>
  );
}
