// SPDX-License-Identifier: Apache-2.0

import type { Clock } from '../../../platform/clock.ts';
import type { Database, Tx } from '../../../platform/db/database.ts';
import { bringForward, enqueue, enqueueMany } from '../../../platform/jobs/outbox.ts';
import type { Logger } from '../../../platform/log.ts';
import type { PushOutcome, SendPush } from '../../../providers/web-push/web-push.ts';
import { getQuietEnd } from '../rules.ts';
import * as store from './push-delivery-store.ts';
import type { GetPushKeys } from './push-keys.ts';

export const pushTask = 'push-notification';

export interface PushDeps {
  db: Database;
  clock: Clock;
  log: Logger;
  send: SendPush;
  getKeys: GetPushKeys;
}

export interface PushJob {
  notificationId: string;
  /** ISO 8601: later than that nobody wants to hear of it. */
  until: string;
  /** It waited for the end of quiet hours: what was seen on a page meanwhile is not sent any more. */
  isHeld?: true;
}

const keptForMs = 24 * 3_600_000;
const leastWaitMs = 60_000;
const mostWaitMs = 3_600_000;
/** The whole of a message has some 4,000 bytes at push services. */
const maxTextLength = 400;

const jobKey = (notificationId: string) => `${pushTask}:${notificationId}`;
/** Another one, so that what waits for quiet hours is told from what a push service put off. */
const heldKey = (notificationId: string) => `${pushTask}:held:${notificationId}`;

/**
 * Leaves the jobs that send new notifications to their players' devices, in the transaction in which they are kept: none
 * is lost, and none is sent of what did not happen. Behind the jobs that decide and pay.
 */
export async function schedulePushes(
  tx: Tx,
  messages: readonly (store.NewMessage & { until?: Date | undefined })[],
  now: Date,
): Promise<void> {
  const wanted = await store.findWanted(tx, messages);
  const jobs = messages
    .filter(({ id }) => wanted.has(id))
    .map(({ id, until = new Date(now.getTime() + keptForMs) }) => ({
      key: jobKey(id),
      payload: { notificationId: id, until: until.toISOString() } satisfies PushJob,
    }));
  await enqueueMany(tx, pushTask, jobs, { priority: 10 });
}

async function postpone(
  job: PushJob,
  { key, runAt }: { key: string; runAt: Date },
  { db }: PushDeps,
): Promise<void> {
  await db.transaction((tx) => enqueue(tx, pushTask, job, { key, runAt, priority: 10 }));
}

/** Decides now about a player's messages that wait for the end of quiet hours, which have been changed. */
export async function releaseHeld(tx: Tx, playerId: string, now: Date): Promise<void> {
  const fresh = await store.listUnread(tx, playerId, new Date(now.getTime() - keptForMs));
  await bringForward(tx, fresh.map(heldKey));
}

/** What a device shows: nothing of the player beyond what happened (docs/rules.md, Notifications). */
function toPayload(id: string, { kind, title, body, link }: store.Message): string {
  return JSON.stringify({ id, kind, title, body: body.slice(0, maxTextLength), link });
}

async function deliver(
  device: store.Device,
  payload: string,
  { notificationId, until }: PushJob,
  { db, clock, log, send, getKeys }: PushDeps,
): Promise<PushOutcome> {
  const now = clock.now();
  const ttlSeconds = Math.ceil((Date.parse(until) - now.getTime()) / 1_000);
  const message = { payload, ttlSeconds, topic: `n${notificationId}` };
  const outcome = await send(device, message, await getKeys());
  // Never the address: anybody who knows it can send there too.
  log.info({ notificationId, deviceId: device.id, outcome }, 'message to a device');
  if (outcome.is === 'gone') await store.deleteGone(db, device.id);
  if (outcome.is === 'sent' || outcome.is === 'refused') {
    await store.endDelivery(db, { notificationId, deviceId: device.id, outcome: outcome.is, at: now });
  }
  return outcome;
}

/** When to try again what failed: as the push services say, within bounds; undefined where none says. */
function getRetry(outcomes: readonly PushOutcome[], now: Date): Date | undefined {
  const waits = outcomes.flatMap((outcome) =>
    outcome.is === 'later' && outcome.retryAfterMs !== undefined ? [outcome.retryAfterMs] : [],
  );
  if (waits.length === 0) return undefined;
  return new Date(now.getTime() + Math.min(mostWaitMs, Math.max(leastWaitMs, ...waits)));
}

/**
 * Sends one notification to every device of its player that has not got it, all at once: a push service that hangs holds
 * up one job for some seconds. Quiet hours put it off. What fails is tried again until nobody wants to hear of it.
 *
 * A process that is killed between an answer and its note sends once more: the topic has the push service, and the
 * notification's id the browser, show it once.
 * @throws to be repeated
 */
export async function sendPush(job: PushJob, deps: PushDeps): Promise<void> {
  const { db, clock, getKeys } = deps;
  const { notificationId } = job;
  const now = clock.now();
  if (now.getTime() >= Date.parse(job.until)) return;
  const message = await store.findMessage(db, notificationId);
  if (!message || (job.isHeld && message.isRead)) return;
  const quietEnd = getQuietEnd(now, message.quietHours);
  if (quietEnd) {
    const held = { key: heldKey(notificationId), runAt: quietEnd };
    return postpone({ ...job, isHeld: true }, held, deps);
  }

  const { publicKey: serverKey } = await getKeys();
  const devices = await store.listUnserved(
    db,
    { notificationId, playerId: message.playerId, serverKey },
    now,
  );
  const payload = toPayload(notificationId, message);
  const outcomes = await Promise.all(devices.map((device) => deliver(device, payload, job, deps)));
  const failed = outcomes.filter(({ is }) => is === 'later');
  if (failed.length === 0) return;
  const retryAt = getRetry(failed, now);
  if (retryAt) return postpone(job, { key: jobKey(notificationId), runAt: retryAt }, deps);
  throw new Error(`${failed.length} of ${outcomes.length} devices got no message yet`);
}
