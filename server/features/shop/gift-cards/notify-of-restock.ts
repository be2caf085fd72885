// SPDX-License-Identifier: Apache-2.0

import type { Database, Tx } from '../../../platform/db/database.ts';
import { enqueue, findPlanned, hasJob, publish } from '../../../platform/jobs/outbox.ts';
import * as store from './restock-alert-store.ts';

export const restockTask = 'tell-of-restock';

/** Players notified in one transaction: each holds the locks of a notification and of a page. */
export const alertsPerBatch = 500;

const jobKey = (giftCardId: string) => `${restockTask}:${giftCardId}`;

/**
 * One job per card for the next batch, once this transaction commits. Its priority is below anything that players wait
 * for.
 */
function enqueueNextAlerts(tx: Tx, giftCardId: string, inMs = 0): Promise<void> {
  return enqueue(tx, restockTask, { giftCardId }, { key: jobKey(giftCardId), priority: 10, inMs });
}

/**
 * Call it when cards may have become available: players waiting for one are notified once the transaction commits.
 * @param inMs delays the notification, if the change can be undone until then
 */
export async function noteRestock(tx: Tx, giftCardIds: readonly string[], inMs = 0): Promise<void> {
  const awaited = await store.listAwaitedCards(tx, giftCardIds);
  // Another edit or import must not bring forward an announcement that can still be undone.
  const planned = inMs === 0 ? await findPlanned(tx, awaited.map(jobKey)) : new Set<string>();
  for (const giftCardId of awaited) {
    if (!planned.has(jobKey(giftCardId))) await enqueueNextAlerts(tx, giftCardId, inMs);
  }
}

/** Restores a card's lost job. A job that failed permanently is left to the operator (docs/operate.md). */
export async function resumeRestock(giftCardId: string, { db }: { db: Database }): Promise<void> {
  await db.transaction(async (tx) => {
    if (!(await hasJob(tx, jobKey(giftCardId)))) await enqueueNextAlerts(tx, giftCardId);
  });
}

/**
 * Notifies the next batch of players waiting for a card, and enqueues a job for the rest. Their alerts are deleted in
 * the same transaction, so everyone is notified exactly once, even if the process is killed. Does nothing if the card
 * is sold out again: the remaining players keep waiting.
 */
export async function announceRestock(giftCardId: string, { db }: { db: Database }): Promise<void> {
  await db.transaction(async (tx) => {
    const card = await store.findOnSale(tx, giftCardId);
    if (!card || card.isSoldOut) return;
    const alerts = await store.takeAlerts(tx, giftCardId, alertsPerBatch);
    if (alerts.length === 0) return;
    if (alerts.length === alertsPerBatch) await enqueueNextAlerts(tx, giftCardId);
    await publish(tx, 'gift-card.restocked', { giftCardId, title: card.title, alerts }, { priority: 10 });
  });
}
