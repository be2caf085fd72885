// SPDX-License-Identifier: Apache-2.0

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import type { WebhookEndpoint } from '../../../contract/outgoing-webhooks-admin.ts';
import { getMessage } from '../../lib/api.ts';
import { formatAmount, formatDateTime } from '../../lib/format.ts';
import { usePermissions } from '../../lib/use-permissions.ts';
import { Card } from '../../ui/card.tsx';
import { useFailureToast } from '../../ui/failure-toast.ts';
import { PagePart } from '../../ui/page.tsx';
import { EmptyPanel, ErrorPanel } from '../../ui/panels.tsx';
import { CreateButton } from '../../ui/row-buttons.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { endpointsQuery } from './api.ts';
import { EndpointForm, type MadeSecret } from './endpoint-form.tsx';
import { SecretDialog } from './secret-dialog.tsx';
import { EndpointState, endpointAddress } from './webhook-words.tsx';

/** Endpoints in the operator's own systems that receive events (docs/rules/outgoing-webhooks.md). */
export function Endpoints() {
  const { data, error, refetch } = useQuery(endpointsQuery);
  useFailureToast(error, getMessage(error));
  const mayWrite = usePermissions()('outgoing-webhooks:write');
  const [isCreating, setCreating] = useState(false);
  const [made, setMade] = useState<MadeSecret>();
  return (
    <PagePart
      title="Webhooks"
      aside={mayWrite && <CreateButton onClick={() => setCreating(true)}>New webhook</CreateButton>}
    >
      <p className="max-w-[80ch] text-muted text-sm">
        Send results, sales, payments, deliveries and draws to your own systems. Signed, retried for three
        days, and available for thirty.
      </p>
      {data ? (
        data.list.length > 0 ? (
          <ul aria-label="Webhooks, oldest first" className="grid gap-4">
            {data.list.map((endpoint: WebhookEndpoint) => (
              <li key={endpoint._id}>
                <EndpointCard endpoint={endpoint} />
              </li>
            ))}
          </ul>
        ) : (
          <EmptyPanel
            title="No webhooks yet"
            level="h3"
            text="A webhook sends events to your own address, for example to a bot that announces results."
          />
        )
      ) : error ? (
        <ErrorPanel error={error} message={getMessage(error)} onRetry={() => void refetch()} />
      ) : (
        <Loading label="Loading webhooks..." className="grid gap-4">
          {[1, 2].map((place) => (
            <Skeleton key={place} className="cut h-40" />
          ))}
        </Loading>
      )}
      {isCreating && <EndpointForm onMade={setMade} onClose={() => setCreating(false)} />}
      {made && <SecretDialog secret={made.secret} onClose={() => setMade(undefined)} />}
    </PagePart>
  );
}

function EndpointCard({ endpoint }: { endpoint: WebhookEndpoint }) {
  const { _id, address, description, events, lastDeliveredAt, waiting } = endpoint;
  const { host, pathname, search } = new URL(address);
  return (
    <Card inside="grid gap-3 p-4 sm:p-6">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <h3 className="wrap-anywhere min-w-0 text-lg">
          <Link to={endpointAddress(_id)} className="hover:underline hover:underline-offset-4">
            {description || host}
          </Link>
        </h3>
        <EndpointState endpoint={endpoint} />
      </div>
      <p className="wrap-anywhere text-muted text-sm">
        <span className="text-soft">{host}</span>
        {pathname + search}
      </p>
      <ul aria-label="Events" className="flex flex-wrap gap-2">
        {events.map((type) => (
          <li key={type} className="bg-ink-3 px-2 py-0.5 text-muted text-xs leading-5">
            {type}
          </li>
        ))}
      </ul>
      <p className="text-muted text-sm">
        {lastDeliveredAt ? (
          <>
            Last delivered <span className="num">{formatDateTime(lastDeliveredAt)}</span>
          </>
        ) : (
          'Nothing delivered yet'
        )}
        {waiting > 0 && <span className="num"> · {formatAmount(waiting)} waiting</span>}
      </p>
    </Card>
  );
}
