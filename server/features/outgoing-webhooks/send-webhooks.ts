// SPDX-License-Identifier: Apache-2.0

import { setTimeout as delay } from 'node:timers/promises';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Tx } from '../../platform/db/database.ts';
import { publish } from '../../platform/jobs/outbox.ts';
import type { Logger } from '../../platform/log.ts';
import { postPublic } from '../../platform/post-public.ts';
import { isAtOrigin, isPublicWebAddress, type Resolve } from '../../platform/public-address.ts';
import { scheduleGivingUp } from './give-up-sends.ts';
import {
  answerWithinMs,
  heldForMs,
  isGone,
  isTaken,
  lanesPerEndpoint,
  maxAnswerBytes,
  nextTryAt,
  type Outcome,
  turnedOffAfterMs,
} from './rules.ts';
import { signedHeaders } from './sign.ts';
import { noteDelivery, noteFailure, turnOff } from './webhook-endpoint-store.ts';
import type { WebhookSecrets } from './webhook-secret-store.ts';
import { type DueSend, endDelivered, endFailed, insertTry, takeDue } from './webhook-send-store.ts';

export interface SendDeps {
  db: Database;
  clock: Clock;
  log: Logger;
  secrets: WebhookSecrets;
  allowedOrigins: readonly string[];
  userAgent: string;
  /** Who may turn a webhook on again, and is therefore notified when it is turned off. */
  listKeepers(tx: Tx): Promise<string[]>;
  /** True once shutdown has been requested. */
  stopping: () => boolean;
  resolve?: Resolve;
}

/** How often to check for more due sends while some are under way. */
const lookEveryMs = 500;

/** Why there was no answer, as far as it may be shown. */
function toReason(error: unknown): string {
  const { code, name, message } = error as NodeJS.ErrnoException;
  if (name === 'PrivateAddressError') return 'The name means a private address';
  if (name === 'LateError') return 'No answer in time';
  return code ?? (message.slice(0, 200) || name);
}

async function post(send: DueSend, deps: SendDeps): Promise<Outcome> {
  const { db, clock, secrets, allowedOrigins, userAgent, resolve } = deps;
  const { address, eventId: id, body } = send;
  const isTrusted = isAtOrigin(address, allowedOrigins);
  const failed = (error: string): Outcome => ({ status: null, error, answer: '' });
  if (!isTrusted && !isPublicWebAddress(address)) return failed('The address is not allowed any more');
  const now = clock.now();
  const keys = await secrets.list(db, send.endpointId, now);
  if (keys.length === 0) return failed('The secret cannot be read: rotate it');
  const signed = signedHeaders({ id, at: now, body }, keys);
  const bytes = Buffer.from(body);
  const headers = {
    ...signed,
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
 * Turns off an endpoint that has failed for too long or says that it is gone, and notifies those who may turn it on
 * again.
 */
async function turnOffFailing(tx: Tx, send: DueSend, outcome: Outcome, deps: SendDeps): Promise<void> {
  const now = deps.clock.now();
  const { endpointId } = send;
  const failingSince = await noteFailure(tx, endpointId, now);
  if (!failingSince) return;
  const isDead = now.getTime() - failingSince.getTime() >= turnedOffAfterMs;
  if (!isDead && !isGone(outcome)) return;
  const reason = isGone(outcome) ? 'gone' : 'failing';
  await turnOff(tx, endpointId, { since: now, reason });
  await scheduleGivingUp(tx, endpointId);
  const { host } = new URL(send.address);
  for (const playerId of await deps.listKeepers(tx)) {
    await publish(tx, 'webhook.turned-off', { endpointId, playerId, host, reason, at: now.toISOString() });
  }
}

/** Records the outcome of a try, and everything that follows from it, in one transaction. */
async function note(
  send: DueSend,
  outcome: Outcome & { at: Date; durationMs: number },
  deps: SendDeps,
): Promise<void> {
  const { db, clock } = deps;
  await db.transaction(async (tx) => {
    if (!(await insertTry(tx, send.id, outcome))) return;
    if (isTaken(outcome)) {
      await endDelivered(tx, send.id, outcome);
      if (!send.isTest) await noteDelivery(tx, send.endpointId, clock.now());
      return;
    }
    // A test is not retried: its sender is looking at the result and can send another one.
    const next = send.isTest ? null : nextTryAt(send.tries + 1, outcome, clock.now());
    await endFailed(tx, send.id, outcome, next);
    if (!send.isTest) await turnOffFailing(tx, send, outcome, deps);
  });
}

async function sendOne(send: DueSend, deps: SendDeps): Promise<void> {
  const at = deps.clock.now();
  const began = performance.now();
  const outcome = await post(send, deps);
  const durationMs = Math.round(performance.now() - began);
  // Never log the address, whose path may hold a secret, nor the answer.
  const { id: sendId, eventId, endpointId } = send;
  deps.log.info({ sendId, eventId, endpointId, status: outcome.status, ms: durationMs }, 'webhook sent');
  await note(send, { ...outcome, at, durationMs }, deps);
}

/**
 * Sends everything that is due. Each endpoint has its own lanes, so a slow or dead one does not hold up the others, and
 * all of them together take one job slot of the worker. A process has one run at a time; calling it again makes the run
 * check once more. What is due is recorded only in the database, so a run that dies loses nothing: what it had taken
 * becomes due again after `heldForMs` and is resent with the same id, by which its receiver recognises it.
 */
export function webhookSender(deps: SendDeps): () => Promise<void> {
  let isRunning = false;
  let isAskedAgain = false;

  async function run(): Promise<void> {
    const busy = new Map<string, number>();
    const under = new Set<Promise<void>>();
    let failure: unknown;
    const begin = (send: DueSend) => {
      const { endpointId } = send;
      busy.set(endpointId, (busy.get(endpointId) ?? 0) + 1);
      const work = sendOne(send, deps)
        .catch((error: unknown) => {
          // For example the database: the send becomes due again by itself.
          failure ??= error;
        })
        .finally(() => {
          busy.set(endpointId, (busy.get(endpointId) ?? 1) - 1);
          // A check that is under way counted this lane as busy, and more sends may be waiting for it.
          isAskedAgain = true;
          under.delete(work);
        });
      under.add(work);
    };
    try {
      do {
        isAskedAgain = false;
        const now = deps.clock.now();
        const heldUntil = new Date(now.getTime() + heldForMs);
        const due = await takeDue(deps.db, { now, heldUntil, lanes: lanesPerEndpoint, busy });
        for (const send of due) begin(send);
        if (under.size > 0) await Promise.race([...under, delay(lookEveryMs)]);
      } while (!deps.stopping() && failure === undefined && (under.size > 0 || isAskedAgain));
    } finally {
      await Promise.all(under);
    }
    if (failure !== undefined) throw failure;
  }

  return async () => {
    isAskedAgain = true;
    if (isRunning) return;
    isRunning = true;
    try {
      while (isAskedAgain && !deps.stopping()) await run();
    } finally {
      isRunning = false;
    }
  };
}
