// SPDX-License-Identifier: Apache-2.0

import { announceBalance } from '../../../ledger/announce.ts';
import { transfer } from '../../../ledger/transfer.ts';
import type { Clock } from '../../../platform/clock.ts';
import { type Changed, changeAndRecord } from '../../../platform/db/admin-changes.ts';
import type { Database, Tx } from '../../../platform/db/database.ts';
import { publish } from '../../../platform/jobs/outbox.ts';
import type { Journal } from '../../../platform/journal/journal.ts';
import { isRefusal, type Refusal, refuse } from '../../../platform/refusal.ts';
import { type LostOrder, listLostOrders, lockUnseen, settleLost } from '../codes/lost-code-store.ts';
import { forgiveMissing } from '../codes/missing-code-queries.ts';
import { announceStock } from '../codes/quarantine-queries.ts';

export interface Settled {
  orderId: string;
  debitedGC: number;
  /** How many codes returned to stock. */
  released: number;
}

interface Deps {
  db: Database;
  clock: Clock;
  journal: Journal;
}

const description = 'Gift cards bought before the site was restored';

/** Debits a buyer for the codes that they have. Refuses `insufficient_coins`. */
async function debit(
  tx: Tx,
  { orderId, playerId, owedGC, firstCodeId }: LostOrder,
): Promise<Refusal | undefined> {
  const moved = await transfer(tx, {
    currency: 'GC',
    amount: owedGC,
    from: { player: playerId },
    to: { house: 'gift_cards' },
    type: 'lost_purchase',
    reference: orderId,
    // Another debt for the same order may appear after one was paid; each covers different codes.
    idempotencyKey: `lost-order:${orderId}:${firstCodeId}`,
    description,
  });
  if (isRefusal(moved)) return moved;
  if (moved.isReplay) throw new Error(`the debt of order ${orderId} was paid, and is open all the same`);
  return undefined;
}

async function tell(tx: Tx, { orderId, playerId, owedGC }: LostOrder): Promise<void> {
  await publish(tx, 'purchase.charged-again', { orderId, playerId, gcCoin: owedGC });
  await announceBalance(tx, playerId, { delta: -owedGC, currency: 'GC', description });
}

function toChanged(answer: Settled, owedGC: number): Changed<Settled> {
  const { orderId, ...after } = answer;
  const change = { action: 'order.settle-lost', subject: `order:${orderId}`, before: { owedGC }, after };
  return { answer, change };
}

/**
 * Settles an order missing from a restored database, on behalf of an administrator: its buyer pays for the codes that
 * they saw, and codes that nobody saw return to stock. Idempotent. Refuses `not_found` if nothing is open, and
 * `insufficient_coins`, which changes nothing.
 * @param isForgiven the buyer keeps the coins as well. For an order that exists but lacks a code that its buyer saw:
 * the missing code is forgiven
 */
export function settleLostOrder(
  { orderId, actorId, isForgiven }: { orderId: string; actorId: string; isForgiven: boolean },
  { db, clock, journal }: Deps,
): Promise<Settled | Refusal> {
  return db.transaction<Settled | Refusal>((tx) =>
    changeAndRecord(tx, actorId, async () => {
      if (isForgiven && (await forgiveMissing(tx, orderId, clock.now())) > 0) {
        return toChanged({ orderId, debitedGC: 0, released: 0 }, 0);
      }
      const unseen = await lockUnseen(tx, orderId);
      const [order] = await listLostOrders(tx, orderId);
      if (!order) return refuse('not_found');
      const isDebited = !isForgiven && order.hasAccount && order.owedGC > 0;
      const refusal = isDebited ? await debit(tx, order) : undefined;
      if (refusal) return refusal;
      // Written before the commit: if such a code is sold afterwards, it belongs to the new buyer.
      if (unseen.length > 0) await journal.write({ kind: 'released', orderId, codeIds: unseen });
      const released = await settleLost(tx, { orderId, isDebited, at: clock.now() });
      if (released > 0) await announceStock(tx);
      if (isDebited) await tell(tx, order);
      return toChanged({ orderId, debitedGC: isDebited ? order.owedGC : 0, released }, order.owedGC);
    }),
  );
}
