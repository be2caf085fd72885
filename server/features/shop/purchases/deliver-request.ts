// SPDX-License-Identifier: Apache-2.0

import type { Clock } from '../../../platform/clock.ts';
import { type AdminChange, changeAndRecord } from '../../../platform/db/admin-changes.ts';
import type { Database, Tx } from '../../../platform/db/database.ts';
import { publish } from '../../../platform/jobs/outbox.ts';
import { publishLive } from '../../../platform/live/publish.ts';
import { isRefusal, type Refusal, refuse } from '../../../platform/refusal.ts';
import type { Vault } from '../../../platform/vault/vault.ts';
import { findCode, findCurrentCode, insertCodes } from '../codes/gift-card-code-store.ts';
import { getFingerprint, sealCode } from '../codes/seal-code.ts';
import { codeFault, fromSealedText, pinFault, trimCode } from '../rules.ts';
import { isTheirs, lockPurchase, type PurchaseRow, setStatus } from './purchase-store.ts';

export interface Delivery {
  actorId: string;
  purchaseId: string;
  isDelivered: boolean;
  /** Undefined if it has one already, or if the administrator says that it was sent another way. */
  code?: string | undefined;
  /** Redeemed with the code; only together with one. */
  pin?: string | undefined;
}

/**
 * Allocates the code to the purchase, or finds that it already has exactly this one.
 * @returns whether the purchase has a code then
 */
async function allocate(
  tx: Tx,
  purchase: PurchaseRow,
  { code, pin: typedPin = '' }: Pick<Delivery, 'code' | 'pin'>,
  vault: Vault,
): Promise<boolean | Refusal> {
  const pin = trimCode(typedPin);
  if (code === undefined) {
    if (pin) return refuse('code_malformed', { why: 'it is missing beside its PIN' });
    // Its buyer saw a code that a restore lost: nothing else is the delivery.
    return purchase.missing.length > 0 ? refuse('code_missing') : purchase.fingerprint !== null;
  }
  const trimmed = trimCode(code);
  const fault = codeFault(trimmed) ?? (pin ? pinFault(pin) : undefined);
  if (fault) return refuse('code_malformed', { why: fault });
  if (purchase.fingerprint) {
    const isSame = purchase.fingerprint.equals(getFingerprint(vault, trimmed));
    return (isSame && (await hasPin(tx, purchase.id, pin, vault))) || refuse('code_allocated');
  }
  const sealed = sealCode(vault, trimmed, pin);
  if (!isTheirs(sealed, purchase)) return refuse('code_allocated');
  const codes = [sealed];
  const added = await insertCodes(tx, { giftCardId: purchase.giftCardId, purchaseId: purchase.id, codes });
  return added.size > 0 || refuse('code_known');
}

/** Whether the code of a purchase has this PIN; none is said of it if it is empty. */
async function hasPin(tx: Tx, purchaseId: string, pin: string, vault: Vault): Promise<boolean> {
  const current = pin ? await findCurrentCode(tx, purchaseId) : undefined;
  const code = current && (await findCode(tx, current.id));
  return !code || (vault.canOpen(code) && fromSealedText(vault.open(code, code.id)).pin === pin);
}

/**
 * Delivers a card that was sold without a code, or unmarks it as delivered, which moves neither code nor coins. Without a
 * code the administrator says that it was sent another way; its code can still be added. Idempotent. Refuses `not_found`,
 * `conflict_of_interest` for the administrator's own card, `purchase_refunded`, `delivered_from_stock`, `code_missing` if
 * only the code that the buyer saw before a restore will do, `code_malformed`, `code_known` and `code_allocated`.
 */
export function deliverRequest(
  { actorId, purchaseId, isDelivered, code, pin }: Delivery,
  { db, clock, vault }: { db: Database; clock: Clock; vault: Vault },
): Promise<{ _id: string; isDelivered: boolean } | Refusal> {
  return db.transaction<{ _id: string; isDelivered: boolean } | Refusal>((tx) =>
    changeAndRecord(tx, actorId, async () => {
      const purchase = await lockPurchase(tx, purchaseId);
      if (!purchase) return refuse('not_found');
      if (purchase.playerId === actorId) return refuse('conflict_of_interest');
      if (purchase.status === 'refunded') return refuse('purchase_refunded');
      if (!isDelivered && !purchase.promisedBy) return refuse('delivered_from_stock');
      const hasCode = isDelivered && (await allocate(tx, purchase, { code, pin }, vault));
      if (isRefusal(hasCode)) return hasCode;
      const answer = { _id: purchaseId, isDelivered };
      const isElsewhere = isDelivered && !hasCode;
      const isDone =
        (purchase.status === 'delivered') === isDelivered && purchase.isElsewhere === isElsewhere;
      if (isDone) return { answer };
      return { answer, change: await mark(tx, purchase, { isDelivered, isElsewhere }, clock.now()) };
    }),
  );
}

async function mark(
  tx: Tx,
  { id: purchaseId, playerId, status: before }: PurchaseRow,
  { isDelivered, isElsewhere }: { isDelivered: boolean; isElsewhere: boolean },
  at: Date,
): Promise<AdminChange> {
  const status = isDelivered ? 'delivered' : 'on_its_way';
  await setStatus(tx, purchaseId, status, at, isElsewhere);
  const fact = isElsewhere ? 'purchase.sent-elsewhere' : 'purchase.delivered';
  if (isDelivered) await publish(tx, fact, { purchaseId, playerId });
  await publishLive(tx, playerId, 'purchase', { purchaseId, status });
  return {
    action: 'delivery.mark',
    subject: `purchase:${purchaseId}`,
    before: { isDelivered: before === 'delivered' },
    after: { isDelivered, ...(isElsewhere && { isElsewhere }) },
  };
}
