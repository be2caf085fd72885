// SPDX-License-Identifier: Apache-2.0

import type { Clock } from '../../../platform/clock.ts';
import { type AdminChange, changeAndRecord } from '../../../platform/db/admin-changes.ts';
import type { Database, Tx } from '../../../platform/db/database.ts';
import { publish } from '../../../platform/jobs/outbox.ts';
import { publishLive } from '../../../platform/live/publish.ts';
import { isRefusal, type Refusal, refuse } from '../../../platform/refusal.ts';
import type { Vault } from '../../../platform/vault/vault.ts';
import { insertCodes } from '../codes/gift-card-code-store.ts';
import { getFingerprint, sealCode } from '../codes/seal-code.ts';
import { codeFault, trimCode } from '../rules.ts';
import { isTheirs, lockPurchase, type PurchaseRow, setStatus } from './purchase-store.ts';

export interface Delivery {
  actorId: string;
  purchaseId: string;
  isDelivered: boolean;
  /** Required if none is allocated yet. */
  code?: string | undefined;
}

/** Allocates the code to the purchase, or finds that it already has exactly this one. */
async function allocate(
  tx: Tx,
  purchase: PurchaseRow,
  code: string | undefined,
  vault: Vault,
): Promise<Refusal | undefined> {
  if (code === undefined) return purchase.fingerprint ? undefined : refuse('code_missing');
  const trimmed = trimCode(code);
  const fault = codeFault(trimmed);
  if (fault) return refuse('code_malformed', { why: fault });
  if (purchase.fingerprint) {
    return purchase.fingerprint.equals(getFingerprint(vault, trimmed)) ? undefined : refuse('code_allocated');
  }
  const sealed = sealCode(vault, trimmed);
  if (!isTheirs(sealed, purchase)) return refuse('code_allocated');
  const codes = [sealed];
  const added = await insertCodes(tx, { giftCardId: purchase.giftCardId, purchaseId: purchase.id, codes });
  return added.size === 0 ? refuse('code_known') : undefined;
}

/**
 * Delivers a card that was sold without a code, or unmarks it as delivered, which moves neither code nor coins. Idempotent.
 * Refuses `not_found` (also for purchases from stock), `conflict_of_interest` for the administrator's own card,
 * `purchase_refunded`, `code_missing`, `code_malformed`, `code_known` and `code_allocated`.
 */
export function deliverRequest(
  { actorId, purchaseId, isDelivered, code }: Delivery,
  { db, clock, vault }: { db: Database; clock: Clock; vault: Vault },
): Promise<{ _id: string; isDelivered: boolean } | Refusal> {
  return db.transaction<{ _id: string; isDelivered: boolean } | Refusal>((tx) =>
    changeAndRecord(tx, actorId, async () => {
      const purchase = await lockPurchase(tx, purchaseId);
      if (!purchase?.promisedBy) return refuse('not_found');
      if (purchase.playerId === actorId) return refuse('conflict_of_interest');
      if (purchase.status === 'refunded') return refuse('purchase_refunded');
      if (isDelivered) {
        const refusal = await allocate(tx, purchase, code, vault);
        if (isRefusal(refusal)) return refusal;
      }
      const answer = { _id: purchaseId, isDelivered };
      const isDone = (purchase.status === 'delivered') === isDelivered;
      return isDone ? { answer } : { answer, change: await mark(tx, purchase, isDelivered, clock.now()) };
    }),
  );
}

async function mark(
  tx: Tx,
  { id: purchaseId, playerId }: PurchaseRow,
  isDelivered: boolean,
  at: Date,
): Promise<AdminChange> {
  const status = isDelivered ? 'delivered' : 'on_its_way';
  await setStatus(tx, purchaseId, status, at);
  if (isDelivered) await publish(tx, 'purchase.delivered', { purchaseId, playerId });
  await publishLive(tx, playerId, 'purchase', { purchaseId, status });
  return {
    action: 'delivery.mark',
    subject: `purchase:${purchaseId}`,
    before: { isDelivered: !isDelivered },
    after: { isDelivered },
  };
}
