// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import type { WebhookEndpoint, WebhookSend } from '../../../contract/outgoing-webhooks-admin.ts';
import type { Clock } from '../../platform/clock.ts';
import { changeOnce } from '../../platform/db/admin-changes.ts';
import { answerOnce } from '../../platform/db/answer-once.ts';
import type { Database } from '../../platform/db/database.ts';
import { enqueue } from '../../platform/jobs/outbox.ts';
import { type Refusal, refuse } from '../../platform/refusal.ts';
import { toEvent } from './record-event.ts';
import { viewEndpoint, viewSend } from './views.ts';
import { findEndpoint, lockEndpoint } from './webhook-endpoint-store.ts';
import { insertTest, type Replayed, replayNext } from './webhook-event-store.ts';
import { findSend, replaySend } from './webhook-send-store.ts';

export const replayTask = 'replay-webhooks';
const replayedAtOnce = 1_000;
const lookAgainMs = 10_000;

/** Each replay has its own key, so that another one requested meanwhile does not replace it. */
const jobKey = ({ endpointId, since, until, which }: Replayed) =>
  [replayTask, endpointId, since, until, which].join(':');

interface Deps {
  db: Database;
  clock: Clock;
}

interface Asked {
  actorId: string;
  endpointId: string;
  idempotencyKey: string;
}

/** Refuses `not_found`, `idempotency_key_reused`. */
export function sendTest(
  { actorId, endpointId, idempotencyKey: key }: Asked,
  { db, clock }: Deps,
): Promise<{ sendId: string } | Refusal> {
  const input = { operation: 'outgoing-webhook.test', endpointId };
  return db.transaction<{ sendId: string } | Refusal>(async (tx) => {
    if (!(await lockEndpoint(tx, endpointId))) return refuse('not_found');
    return answerOnce<{ sendId: string }>(tx, { playerId: actorId, key, input }, async () => {
      const event = toEvent('webhook.test', randomUUID(), clock.now(), { endpointId });
      const sendId = await insertTest(tx, endpointId, event);
      return { sendId };
    });
  });
}

/** Refuses `not_found`, `webhook_off`, `idempotency_key_reused`. */
export function replayOne(
  { actorId, endpointId, sendId, idempotencyKey: key }: Asked & { sendId: string },
  { db, clock }: Deps,
): Promise<WebhookSend | Refusal> {
  const input = { operation: 'outgoing-webhook.replay-one', endpointId, sendId };
  return db.transaction<WebhookSend | Refusal>(async (tx) => {
    const endpoint = await lockEndpoint(tx, endpointId);
    if (!endpoint) return refuse('not_found');
    return answerOnce<WebhookSend>(tx, { playerId: actorId, key, input }, async () => {
      const known = await findSend(tx, endpointId, sendId);
      if (!known) return refuse('not_found');
      if (endpoint.offSince && known.type !== 'webhook.test') return refuse('webhook_off');
      await replaySend(tx, sendId, clock.now());
      const after = await findSend(tx, endpointId, sendId);
      return after ? viewSend(after) : refuse('not_found');
    });
  });
}

/** Refuses `not_found`, `webhook_off`, `idempotency_key_reused`. */
export function replaySince(
  {
    actorId,
    endpointId,
    since,
    which,
    idempotencyKey: key,
  }: Asked & { since: string; which: Replayed['which'] },
  { db, clock }: Deps,
): Promise<{ endpoint: WebhookEndpoint } | Refusal> {
  const input = { operation: 'outgoing-webhook.replay', endpointId, since, which };
  return db.transaction<{ endpoint: WebhookEndpoint } | Refusal>(async (tx) => {
    const locked = await lockEndpoint(tx, endpointId);
    if (!locked) return refuse('not_found');
    return changeOnce<{ endpoint: WebhookEndpoint }>(tx, { playerId: actorId, key, input }, async () => {
      if (locked.offSince) return refuse('webhook_off');
      const until = clock.now().toISOString();
      const job: Replayed = { endpointId, since, until, which, after: null };
      await enqueue(tx, replayTask, job, { key: jobKey(job), priority: 10 });
      const seen = await findEndpoint(tx, endpointId);
      if (!seen) return refuse('not_found');
      const change = {
        action: 'outgoing-webhook.replay',
        subject: `outgoing-webhook:${endpointId}`,
        before: null,
        after: { since, until, which },
      };
      return { answer: { endpoint: viewEndpoint(seen) }, change };
    });
  });
}

/**
 * Restarts the next events and enqueues the job for those after them, in one transaction, so that a period of any length
 * continues where it was interrupted. It adds no more while many are waiting: workers look through all jobs of a busy queue.
 */
export async function replayBatch(job: Replayed, { db, clock }: Deps): Promise<void> {
  await db.transaction(async (tx) => {
    // If it was turned off meanwhile, its waiting sends were given up, and nothing would give up sends added after that.
    await lockEndpoint(tx, job.endpointId);
    const endpoint = await findEndpoint(tx, job.endpointId);
    if (!endpoint || endpoint.offSince) return;
    if (endpoint.waiting >= replayedAtOnce) {
      return enqueue(tx, replayTask, job, { key: jobKey(job), priority: 10, inMs: lookAgainMs });
    }
    const last = await replayNext(tx, job, { limit: replayedAtOnce, now: clock.now() });
    if (!last) return;
    const after = { happenedAt: last.happenedAt.toISOString(), id: last.id };
    const next: Replayed = { ...job, after };
    await enqueue(tx, replayTask, next, { key: jobKey(next), priority: 10 });
  });
}
