// SPDX-License-Identifier: Apache-2.0

import { heldMs } from '../../../../contract/undo.ts';
import type { Clock } from '../../../platform/clock.ts';
import { findNewestActor, recordAdminChange } from '../../../platform/db/admin-changes.ts';
import type { Database, Tx } from '../../../platform/db/database.ts';
import { enqueue, hasJob, publish } from '../../../platform/jobs/outbox.ts';
import { publishLive } from '../../../platform/live/publish.ts';
import type { Logger } from '../../../platform/log.ts';
import type { Vault } from '../../../platform/vault/vault.ts';
import { insertCodes, type SealedCode } from '../codes/gift-card-code-store.ts';
import { insertHeld, listHeldBefore, takeHeld } from './held-delivery-store.ts';
import { isTheirs, lockPurchase, type PurchaseRow, setStatus } from './purchase-store.ts';

export const releaseTask = 'release-delivery';

const resumedAtOnce = 100;

const jobKey = (heldId: string) => `${releaseTask}:${heldId}`;

/** Payload of the job that carries out a delivery. */
export interface Held {
  purchaseId: string;
  heldId: string;
}

/** The purchase is delivered: its buyer is notified. */
export async function markDelivered(
  tx: Tx,
  { id: purchaseId, playerId }: PurchaseRow,
  { isElsewhere, at }: { isElsewhere: boolean; at: Date },
): Promise<void> {
  await setStatus(tx, purchaseId, 'delivered', at, isElsewhere);
  await publish(tx, isElsewhere ? 'purchase.sent-elsewhere' : 'purchase.delivered', { purchaseId, playerId });
  await publishLive(tx, playerId, 'purchase', { purchaseId, status: 'delivered' });
}

/**
 * Holds a delivery while it can be undone; a job then carries it out, even if the administrator's page has closed.
 * @returns false if the code is known, or is held for another delivery
 */
export async function holdDelivery(
  tx: Tx,
  { id: purchaseId }: PurchaseRow,
  { code, at }: { code: SealedCode | null; at: Date },
): Promise<boolean> {
  const heldId = await insertHeld(tx, { purchaseId, code, at });
  if (!heldId) return false;
  const job: Held = { purchaseId, heldId };
  await enqueue(tx, releaseTask, job, { key: jobKey(heldId), inMs: heldMs });
  return true;
}

/** Tells administrators about the failure, because the audit log says that the card was delivered. */
async function recordFailure(tx: Tx, purchaseId: string): Promise<void> {
  const subject = `purchase:${purchaseId}`;
  const actorId = await findNewestActor(tx, subject);
  if (!actorId) return;
  const [before, after] = [{ isDelivered: true }, { isDelivered: false }];
  const reason = 'It could no longer be made: the card waits again';
  await recordAdminChange(tx, { actorId, action: 'delivery.undo', subject, before, after, reason });
}

/**
 * Carries out a held delivery; does nothing if it was undone.
 * @throws if this process lacks the key of its code: the delivery stays held, and the job is retried
 */
export function releaseDelivery(
  { purchaseId, heldId }: Held,
  { db, clock, vault, log }: { db: Database; clock: Clock; vault: Vault; log: Pick<Logger, 'warn'> },
): Promise<void> {
  return db.transaction(async (tx) => {
    const purchase = await lockPurchase(tx, purchaseId);
    const held = await takeHeld(tx, heldId);
    // Workers of the previous release do not know holds, and may have delivered it another way.
    if (!purchase || !held || purchase.status !== 'on_its_way') return;
    if (held.code && !vault.canOpen(held.code)) {
      throw new Error(`CODE_KEYS lacks the key ${held.code.keyId} of the code of a held delivery`);
    }
    const { giftCardId, fingerprint } = purchase;
    const codes = held.code ? [held.code] : [];
    const isFree = (held.code === null || fingerprint === null) && isTheirs(held.code ?? undefined, purchase);
    const given = isFree ? await insertCodes(tx, { giftCardId, purchaseId, codes }) : undefined;
    if (given?.size !== codes.length) {
      log.warn({ purchaseId }, 'could not complete a held delivery: the card waits again');
      await recordFailure(tx, purchaseId);
      return;
    }
    const isElsewhere = held.code === null && fingerprint === null;
    await markDelivered(tx, purchase, { isElsewhere, at: clock.now() });
  });
}

/** Enqueues lost jobs again. A job that failed permanently is left to the operator (docs/operate.md). */
export async function resumeReleases({ db, clock }: { db: Database; clock: Clock }): Promise<void> {
  const before = new Date(clock.now().getTime() - heldMs);
  for (const held of await listHeldBefore(db, before, resumedAtOnce)) {
    const key = jobKey(held.heldId);
    await db.transaction(async (tx) => {
      if (!(await hasJob(tx, key))) await enqueue(tx, releaseTask, held satisfies Held, { key });
    });
  }
}
