// SPDX-License-Identifier: Apache-2.0

import { useQuery } from '@tanstack/react-query';
import type { WebhookEndpoint, WebhookSendDetail } from '../../../contract/outgoing-webhooks-admin.ts';
import { getMessage } from '../../lib/api.ts';
import { formatAmount, formatDateTime } from '../../lib/format.ts';
import { useAction } from '../../lib/use-action.ts';
import { useIdempotencyKey } from '../../lib/use-idempotency-key.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Fact, Facts } from '../../ui/facts.tsx';
import { FailureText } from '../../ui/failure-text.tsx';
import { ErrorPanel, Notice } from '../../ui/panels.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { notify } from '../../ui/toast.tsx';
import { sendQuery, useWebhookChanges } from './api.ts';
import { SendState } from './webhook-words.tsx';

/** One event as it was sent, all tries, and a button to send it again. */
export function SendDialog({
  endpoint,
  sendId,
  mayReplay,
  onClose,
}: {
  endpoint: WebhookEndpoint;
  sendId: string;
  mayReplay: boolean;
  onClose: () => void;
}) {
  const { data, error, refetch } = useQuery(sendQuery(endpoint._id, sendId));
  const { replayOne } = useWebhookChanges();
  const getKey = useIdempotencyKey();
  const replaying = useAction(async () => {
    await replayOne(endpoint._id, sendId, getKey({ tries: data?.history.length, sendId }));
    notify.done('Sending again');
  });
  return (
    <Dialog
      open
      onClose={onClose}
      wide
      title={data?.type ?? 'Event'}
      footer={
        mayReplay && (
          <Button
            kind="main"
            busy={replaying.isPending && 'Sending...'}
            disabled={!data || data.status === 'waiting'}
            onClick={() => void replaying.run()}
          >
            Send again
          </Button>
        )
      }
    >
      {data ? (
        <Sent send={data} />
      ) : error ? (
        <ErrorPanel error={error} message={getMessage(error)} onRetry={() => void refetch()} />
      ) : (
        <Loading label="Loading the event..." className="grid gap-4">
          <Skeleton className="h-40" />
          <Skeleton className="h-32" />
        </Loading>
      )}
      {replaying.error && (
        <Notice className="mt-4">
          <FailureText error={replaying.error} />
        </Notice>
      )}
    </Dialog>
  );
}

function Sent({ send }: { send: WebhookSendDetail }) {
  const { eventId, happenedAt, status, nextTryAt, body, history } = send;
  return (
    <div className="grid gap-6">
      <Facts>
        <Fact label="State">
          <SendState status={status} />
        </Fact>
        <Fact label="Happened">{formatDateTime(happenedAt)}</Fact>
        <Fact label="webhook-id">{eventId}</Fact>
        {nextTryAt && <Fact label="Next try">{formatDateTime(nextTryAt)}</Fact>}
      </Facts>
      <section className="grid gap-2">
        <h3 className="text-base">Body</h3>
        <pre className="wrap-anywhere whitespace-pre-wrap border border-line bg-ink p-4 text-xs">
          {JSON.stringify(JSON.parse(body), null, 2)}
        </pre>
      </section>
      <section className="grid gap-2">
        <h3 className="text-base">Tries</h3>
        {history.length === 0 && <p className="text-muted text-sm">Not tried yet.</p>}
        <ol aria-label="Tries, newest first" className="grid gap-3">
          {history.map((each) => (
            <li key={each._id} className="grid gap-2 border border-line bg-ink p-4 text-sm">
              <p className="flex flex-wrap justify-between gap-x-4 gap-y-1">
                <span className="font-semibold">
                  {each.status === null ? each.error : `HTTP ${each.status}`}
                </span>
                <span className="num text-muted">
                  {formatDateTime(each.at)}, {formatAmount(each.durationMs)} ms
                </span>
              </p>
              {each.answer && (
                <pre className="wrap-anywhere whitespace-pre-wrap text-muted text-xs">{each.answer}</pre>
              )}
            </li>
          ))}
        </ol>
      </section>
    </div>
  );
}
