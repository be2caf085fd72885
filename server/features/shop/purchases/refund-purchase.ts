// SPDX-License-Identifier: Apache-2.0

import { announceBalance } from '../../../ledger/announce.ts';
import { transfer } from '../../../ledger/transfer.ts';
import type { Clock } from '../../../platform/clock.ts';
import { changeOnce } from '../../../platform/db/admin-changes.ts';
import type { Database, Tx } from '../../../platform/db/database.ts';
import { publish } from '../../../platform/jobs/outbox.ts';
import { publishLive } from '../../../platform/live/publish.ts';
import { isRefusal, type Refusal, refuse } from '../../../platform/refusal.ts';
import { refundObstacle } from '../rules.ts';
import { lockPurchase, type PurchaseRow, setStatus } from './purchase-store.ts';

/** Refunds the price and notifies the player; runs last in its transaction. */
async function giveBack(tx: Tx, { id, playerId, gcCoin, title }: PurchaseRow): Promise<void> {
  const description = `Refund of a gift card: ${title}`;
  const moved = await transfer(tx, {
    currency: 'GC',
    amount: gcCoin,
    from: { house: 'gift_cards' },
    to: { player: playerId },
    type: 'purchase_refund',
    reference: id,
    idempotencyKey: `purchase:${id}:refund`,
    description,
  });
  if (isRefusal(moved)) throw new Error(`The refund of purchase ${id} was refused: ${moved.refused}`);
  await publish(tx, 'purchase.refunded', { purchaseId: id, playerId });
  await publishLive(tx, playerId, 'purchase', { purchaseId: id, status: 'refunded' });
  await announceBalance(tx, playerId, { delta: gcCoin, currency: 'GC', description });
}

/**
 * Refunds an undelivered card once its promised time has passed, and only if it never had a code and was never marked
 * as sent another way. Refuses `not_found`, `conflict_of_interest` for one's own, and `purchase_not_refundable` with `{
 * why }`.
 */
export function refundPurchase(
  {
    actorId,
    purchaseId,
    reason,
    idempotencyKey,
  }: { actorId: string; purchaseId: string; reason: string; idempotencyKey: string },
  { db, clock }: { db: Database; clock: Clock },
): Promise<{ _id: string; refundedGc: number } | Refusal> {
  const input = { operation: 'shop.refund', purchaseId, reason };
  const request = { playerId: actorId, key: idempotencyKey, input };
  const refund = async (tx: Tx, purchase: PurchaseRow) => {
    const now = clock.now();
    const codes = { hasCode: purchase.fingerprint !== null, lacksSeenCode: purchase.missing.length > 0 };
    const isHeld = purchase.held !== undefined;
    const why = refundObstacle({ ...purchase, ...codes, isHeld }, now);
    if (why) return refuse('purchase_not_refundable', { why });
    await setStatus(tx, purchaseId, 'refunded', now);
    await giveBack(tx, purchase);
    const refundedGc = purchase.gcCoin;
    const change = {
      action: 'delivery.refund',
      subject: `purchase:${purchaseId}`,
      before: { status: purchase.status },
      after: { status: 'refunded', refundedGc },
      reason,
    };
    return { answer: { _id: purchaseId, refundedGc }, change };
  };
  return db.transaction<{ _id: string; refundedGc: number } | Refusal>(async (tx) => {
    // Locked first, so that a call that waited for another with the same key finds its answer.
    const purchase = await lockPurchase(tx, purchaseId);
    if (!purchase) return refuse('not_found');
    if (purchase.playerId === actorId) return refuse('conflict_of_interest');
    return changeOnce(tx, request, () => refund(tx, purchase));
  });
}
