// SPDX-License-Identifier: Apache-2.0

import type { Database, Tx } from '../../../platform/db/database.ts';
import { enqueue, hasJob, publish } from '../../../platform/jobs/outbox.ts';
import * as store from './restock-alert-store.ts';

export const restockTask = 'tell-of-restock';

/** Players told in one transaction: each holds the locks of a notification and of a page. */
export const alertsPerBatch = 500;

const jobKey = (giftCardId: string) => `${restockTask}:${giftCardId}`;

/** One job per card: the next batch, once this transaction commits. Behind everything that a player waits for. */
function enqueueNextAlerts(tx: Tx, giftCardId: string): Promise<void> {
  return enqueue(tx, restockTask, { giftCardId }, { key: jobKey(giftCardId), priority: 10 });
}

/** Call it where cards may have become available: has those told who wait for one, once the transaction commits. */
export async function noteRestock(tx: Tx, giftCardIds: readonly string[]): Promise<void> {
  for (const giftCardId of await store.listAwaitedCards(tx, giftCardIds)) {
    await enqueueNextAlerts(tx, giftCardId);
  }
}

/** The same for a card whose job was lost. One that failed for good stays with the operator (docs/operate.md). */
export async function resumeRestock(giftCardId: string, { db }: { db: Database }): Promise<void> {
  await db.transaction(async (tx) => {
    if (!(await hasJob(tx, jobKey(giftCardId)))) await enqueueNextAlerts(tx, giftCardId);
  });
}

/**
 * Tells the next players who wait for a card, and enqueues a job for those behind them. Their alerts go in the
 * transaction that tells: killed at any point everybody is told once. Nothing where the card is sold out again: who is
 * left waits for the next time.
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
