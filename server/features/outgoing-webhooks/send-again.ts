// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import type { WebhookEndpoint, WebhookSend } from '../../../contract/outgoing-webhooks-admin.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/database.ts';
import { enqueue } from '../../platform/jobs/outbox.ts';
import { type Refusal, refuse } from '../../platform/refusal.ts';
import { viewRow } from '../../platform/view-row.ts';
import { type EndpointCall, onEndpoint, viewEndpoint } from './edit-endpoint.ts';
import { toEvent } from './record-event.ts';
import { findEndpoint, lockEndpoint } from './webhook-endpoint-store.ts';
import { insertTest, type Replayed, replayNext } from './webhook-event-store.ts';
import { findSend, replaySend } from './webhook-send-store.ts';

export const replayTask = 'replay-webhooks';
const replayedAtOnce = 1_000;
const pollIntervalMs = 10_000;

/** Each replay has its own key, so that another one requested meanwhile does not replace it. */
const jobKey = ({ endpointId, since, until, which }: Replayed) =>
  [replayTask, endpointId, since, until, which].join(':');

interface Deps {
  db: Database;
  clock: Clock;
}

/** Refuses `not_found`, `idempotency_key_reused`. */
export function sendTest(call: EndpointCall, deps: Deps): Promise<{ sendId: string } | Refusal> {
  return onEndpoint(call, 'test', deps, async (tx, { id: endpointId }) => {
    const event = toEvent('webhook.test', randomUUID(), deps.clock.now(), { endpointId });
    return { answer: { sendId: await insertTest(tx, endpointId, event) } };
  });
}

/** Refuses `not_found`, `webhook_off`, `idempotency_key_reused`. */
export function replayOne(
  call: EndpointCall & { sendId: string },
  deps: Deps,
): Promise<WebhookSend | Refusal> {
  return onEndpoint<WebhookSend>(call, 'replay-one', deps, async (tx, { id, offSince }) => {
    const known = await findSend(tx, id, call.sendId);
    if (!known) return refuse('not_found');
    if (offSince && known.type !== 'webhook.test') return refuse('webhook_off');
    const { body: _, ...send } = known;
    const nextTryAt = deps.clock.now();
    await replaySend(tx, send.id, nextTryAt);
    return { answer: viewRow({ ...send, status: 'waiting' as const, tries: 0, nextTryAt }) };
  });
}

/** Refuses `not_found`, `webhook_off`, `idempotency_key_reused`. */
export function replaySince(
  call: EndpointCall & { since: string; which: Replayed['which'] },
  deps: Deps,
): Promise<{ endpoint: WebhookEndpoint } | Refusal> {
  const { since, which } = call;
  return onEndpoint(call, 'replay', deps, async (tx, { id, offSince }) => {
    if (offSince) return refuse('webhook_off');
    const until = deps.clock.now().toISOString();
    const job: Replayed = { endpointId: id, since, until, which, after: null };
    await enqueue(tx, replayTask, job, { key: jobKey(job), priority: 10 });
    const change = {
      action: 'outgoing-webhook.replay',
      subject: `outgoing-webhook:${id}`,
      before: null,
      after: { since, until, which },
    };
    return { answer: { endpoint: await viewEndpoint(tx, id) }, change };
  });
}

/**
 * Restarts the next events and enqueues the job for the following ones, in one transaction, so that a period of any
 * length continues after an interruption. It pauses while many are waiting, because workers look through all jobs of a
 * busy queue.
 */
export async function replayBatch(job: Replayed, { db, clock }: Deps): Promise<void> {
  await db.transaction(async (tx) => {
    // If it was turned off meanwhile, its waiting sends were given up, and nothing would give up sends added later.
    await lockEndpoint(tx, job.endpointId);
    const endpoint = await findEndpoint(tx, job.endpointId);
    if (!endpoint || endpoint.offSince) return;
    if (endpoint.waiting >= replayedAtOnce) {
      return enqueue(tx, replayTask, job, { key: jobKey(job), priority: 10, inMs: pollIntervalMs });
    }
    const last = await replayNext(tx, job, { limit: replayedAtOnce, now: clock.now() });
    if (!last) return;
    const after = { happenedAt: last.happenedAt.toISOString(), id: last.id };
    const next: Replayed = { ...job, after };
    await enqueue(tx, replayTask, next, { key: jobKey(next), priority: 10 });
  });
}
