// SPDX-License-Identifier: Apache-2.0

import { Webhook } from 'standardwebhooks';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Tx } from '../../platform/db/database.ts';
import { publish } from '../../platform/jobs/outbox.ts';
import type { Logger } from '../../platform/log.ts';
import { postPublic } from '../../platform/post-public.ts';
import { isAtOrigin, isPublicWebAddress, type Resolve } from '../../platform/public-address.ts';
import {
  answerWithinMs,
  isGone,
  isTaken,
  maxAnswerBytes,
  nextTryAt,
  type Outcome,
  turnedOffAfterMs,
} from './rules.ts';
import { noteDelivery, noteFailure, turnOff } from './webhook-endpoint-store.ts';
import type { WebhookSecrets } from './webhook-secret-store.ts';
import { type DueSend, findWaiting, recordTry } from './webhook-send-store.ts';

export interface DeliverDeps {
  db: Database;
  clock: Clock;
  log: Logger;
  secrets: WebhookSecrets;
  allowedOrigins: readonly string[];
  userAgent: string;
  /** Users who may turn a webhook on again, so are notified when it is turned off. */
  listKeepers(tx: Tx): Promise<string[]>;
  resolve?: Resolve;
}

/** Why there was no answer, in words that others may read. */
function toReason(error: unknown): string {
  const { code, name, message } = error as NodeJS.ErrnoException;
  if (name === 'PrivateAddressError') return 'The name leads to a private address';
  if (name === 'LateError') return 'No answer in time';
  return code ?? (message.slice(0, 200) || name);
}

async function post(send: DueSend, deps: DeliverDeps): Promise<Outcome> {
  const { db, clock, secrets, allowedOrigins, userAgent, resolve } = deps;
  const { address, eventId, body } = send;
  const isTrusted = isAtOrigin(address, allowedOrigins);
  const failed = (error: string): Outcome => ({ status: null, error, answer: '' });
  if (!isTrusted && !isPublicWebAddress(address)) return failed('The address is no longer allowed');
  const now = clock.now();
  const keys = await secrets.list(db, send.endpointId, now);
  if (keys.length === 0) return failed('The secret is unreadable: rotate it');
  const bytes = Buffer.from(body);
  const headers = {
    'webhook-id': eventId,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': keys.map((key) => new Webhook(key).sign(eventId, now, body)).join(' '),
    'content-type': 'application/json',
    'content-length': bytes.length,
    'user-agent': userAgent,
  };
  const connection = { timeoutMs: answerWithinMs, answerBytes: maxAnswerBytes, isTrusted };
  try {
    const { answer, ...reply } = await postPublic(
      new URL(address),
      { headers, body: bytes },
      { ...connection, ...(resolve && { resolve }) },
    );
    // PostgreSQL cannot store U+0000.
    return { ...reply, error: '', answer: answer.replaceAll('\0', '') };
  } catch (error) {
    return failed(toReason(error));
  }
}

/**
 * Turns off an endpoint that has failed for too long or reports that it is gone, and notifies the users who may turn it
 * on again.
 */
async function turnOffFailing(tx: Tx, send: DueSend, outcome: Outcome, deps: DeliverDeps): Promise<void> {
  const now = deps.clock.now();
  const { endpointId } = send;
  const failingSince = await noteFailure(tx, endpointId, now);
  if (!failingSince) return;
  const isDead = now.getTime() - failingSince.getTime() >= turnedOffAfterMs;
  if (!isDead && !isGone(outcome)) return;
  const reason = isGone(outcome) ? 'gone' : 'failing';
  await turnOff(tx, endpointId, { since: now, reason });
  const { host } = new URL(send.address);
  for (const playerId of await deps.listKeepers(tx)) {
    await publish(tx, 'webhook.turned-off', { endpointId, playerId, host, reason, at: now.toISOString() });
  }
}

/** Records the outcome of a try, with all its consequences, in one transaction. */
async function note(
  send: DueSend,
  outcome: Outcome & { at: Date; durationMs: number },
  deps: DeliverDeps,
): Promise<void> {
  const { db, clock } = deps;
  const isDelivered = isTaken(outcome);
  // A test is not retried: its sender watches the result and can send another one.
  const isLast = isDelivered || send.isTest;
  await db.transaction(async (tx) => {
    const next = isLast ? null : nextTryAt(send.tries + 1, outcome, clock.now());
    const isKnown = await recordTry(tx, send.id, outcome, { isDelivered, nextTryAt: next });
    if (!isKnown || send.isTest) return;
    if (isDelivered) await noteDelivery(tx, send.endpointId, clock.now());
    else await turnOffFailing(tx, send, outcome, deps);
  });
}

/**
 * The job of one send (db/functions/outgoing-webhooks.sql): tries once; a failure postpones the send, which adds the
 * next job. If the process dies meanwhile, another one sends the event again under the same id, by which the receiver
 * recognizes it.
 */
export async function deliverWebhook({ sendId }: { sendId: string }, deps: DeliverDeps): Promise<void> {
  const send = await findWaiting(deps.db, sendId);
  if (!send) return;
  const at = deps.clock.now();
  const began = performance.now();
  const outcome = await post(send, deps);
  const durationMs = Math.round(performance.now() - began);
  // Never log the answer, or the address, whose path may contain a secret.
  const { eventId, endpointId } = send;
  deps.log.info({ sendId, eventId, endpointId, status: outcome.status, ms: durationMs }, 'webhook sent');
  await note(send, { ...outcome, at, durationMs }, deps);
}
