// SPDX-License-Identifier: Apache-2.0

import type { Clock } from '../../../platform/clock.ts';
import type { Database, Tx } from '../../../platform/db/database.ts';
import { enqueue, enqueueMany, makeDueNow } from '../../../platform/jobs/outbox.ts';
import type { Logger } from '../../../platform/log.ts';
import type { PushOutcome, SendPush } from '../../../providers/web-push/web-push.ts';
import { getQuietEnd } from '../rules.ts';
import { countPush } from './push-counts.ts';
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
  /** ISO 8601: after this time, sending is pointless. */
  until: string;
  /** It waited for the end of quiet hours: not sent if the player saw it on a page in the meantime. */
  isHeld?: true;
}

const keptForMs = 24 * 3_600_000;
const leastWaitMs = 60_000;
const mostWaitMs = 3_600_000;
/** Push services allow about 4,000 bytes for a whole message, including title and link. */
const maxTextBytes = 1_600;
const characters = new Intl.Segmenter('en');

/** The beginning of a text, cut between visible characters: never within an emoji or a letter with its accent. */
export function cutText(text: string, maxBytes = maxTextBytes): string {
  if (Buffer.byteLength(text) <= maxBytes) return text;
  let left = maxBytes - Buffer.byteLength('…');
  let cut = '';
  for (const { segment } of characters.segment(text)) {
    left -= Buffer.byteLength(segment);
    if (left < 0) break;
    cut += segment;
  }
  return `${cut.trimEnd()}…`;
}

const jobKey = (notificationId: string) => `${pushTask}:${notificationId}`;
/** A separate key distinguishes messages that wait for quiet hours from those that a push service postponed. */
const heldKey = (notificationId: string) => `${pushTask}:held:${notificationId}`;

/**
 * Enqueues the jobs that send new notifications to their players' devices, in the transaction that stores them. So none
 * is lost, and none reports something that did not happen. Lower priority than jobs that decide and pay.
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

/** After a change of quiet hours: runs the player's waiting messages now, which decide again. */
export async function releaseHeld(tx: Tx, playerId: string, now: Date): Promise<void> {
  const fresh = await store.listUnread(tx, playerId, new Date(now.getTime() - keptForMs));
  await makeDueNow(tx, fresh.map(heldKey));
}

/** The content on a device: nothing about the player except the event (docs/rules/notifications.md, 6). */
function toPayload(id: string, { kind, title, body, link }: store.Message): string {
  return JSON.stringify({ id, kind, title, body: cutText(body), link });
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
  // Never log the address: anyone who knows it can send there too.
  log.info({ notificationId, deviceId: device.id, outcome }, 'push attempted');
  countPush(device.endpoint, outcome.is);
  if (outcome.is === 'gone') await store.deleteGone(db, device.id);
  if (outcome.is === 'sent' || outcome.is === 'refused') {
    await store.endDelivery(db, { notificationId, deviceId: device.id, outcome: outcome.is, at: now });
  }
  return outcome;
}

/** When to retry: as the push services ask, within bounds; undefined if none says. */
function getRetry(outcomes: readonly PushOutcome[], now: Date): Date | undefined {
  const waits = outcomes.flatMap((outcome) =>
    outcome.is === 'later' && outcome.retryAfterMs !== undefined ? [outcome.retryAfterMs] : [],
  );
  if (waits.length === 0) return undefined;
  return new Date(now.getTime() + Math.min(mostWaitMs, Math.max(leastWaitMs, ...waits)));
}

/**
 * Sends one notification to every device of its player that does not have it yet, all in parallel, so a push service
 * that hangs delays one job by a few seconds. Quiet hours postpone it. Failures are retried until sending is pointless.
 *
 * A process that is killed between a response and recording it sends the message again. The device still shows it once:
 * the push service replaces it by its topic, and the browser by the notification's id.
 * @throws so that the job is retried
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
