// SPDX-License-Identifier: Apache-2.0

import type { Clock } from '../../../platform/clock.ts';
import { type AdminChange, changeAndRecord, findOwnChange } from '../../../platform/db/admin-changes.ts';
import type { Database, Tx } from '../../../platform/db/database.ts';
import { publishLive } from '../../../platform/live/publish.ts';
import { isRefusal, type Refusal, refuse } from '../../../platform/refusal.ts';
import type { Vault } from '../../../platform/vault/vault.ts';
import { findCode, findCurrentCode, insertCodes, type SealedCode } from '../codes/gift-card-code-store.ts';
import { getFingerprint, sealCode } from '../codes/seal-code.ts';
import { codeFault, fromSealedText, pinFault, trimCode } from '../rules.ts';
import { type HeldDelivery, takeHeld } from './held-delivery-store.ts';
import { isTheirs, lockPurchase, type PurchaseRow, setStatus } from './purchase-store.ts';
import { holdDelivery, markDelivered } from './release-delivery.ts';

export interface Delivery {
  actorId: string;
  purchaseId: string;
  isDelivered: boolean;
  /** Undefined if the purchase already has a code, or if the administrator sent it another way. */
  code?: string | undefined;
  /** Redeemed together with the code; only allowed with one. */
  pin?: string | undefined;
  /** Delays the delivery by ten seconds, in which `isUndo` cancels it. */
  mayUndo?: boolean | undefined;
  /** Undoes the administrator's own newest change. */
  isUndo?: boolean | undefined;
}

const action = 'delivery.mark';
const toSubject = (purchaseId: string) => `purchase:${purchaseId}`;

/** The code to give; otherwise whether the purchase already has exactly this code, or any code if none is given. */
async function checkCode(
  tx: Tx,
  purchase: PurchaseRow,
  { code, pin: typedPin = '' }: Pick<Delivery, 'code' | 'pin'>,
  vault: Vault,
): Promise<SealedCode | boolean | Refusal> {
  const pin = trimCode(typedPin);
  if (code === undefined) {
    if (pin) return refuse('code_malformed', { why: 'it’s missing beside its PIN' });
    // Its buyer saw a code that a restore lost: only that code counts as the delivery.
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
  return isTheirs(sealed, purchase) ? sealed : refuse('code_allocated');
}

/** Whether the code of a purchase has this PIN; an empty PIN matches any. */
async function hasPin(tx: Tx, purchaseId: string, pin: string, vault: Vault): Promise<boolean> {
  const current = pin ? await findCurrentCode(tx, purchaseId) : undefined;
  const code = current && (await findCode(tx, current.id));
  return !code || (vault.canOpen(code) && fromSealedText(vault.open(code, code.id)).pin === pin);
}

type Outcome = Promise<AdminChange | Refusal | undefined>;

function toChange(
  { id }: PurchaseRow,
  { isDelivered, isElsewhere = false }: { isDelivered: boolean; isElsewhere?: boolean },
): AdminChange {
  return {
    action,
    subject: toSubject(id),
    before: { isDelivered: !isDelivered },
    after: { isDelivered, ...(isElsewhere && { isElsewhere }) },
  };
}

async function deliver(
  tx: Tx,
  purchase: PurchaseRow,
  delivery: Delivery,
  { clock, vault }: { clock: Clock; vault: Vault },
): Outcome {
  const given = await checkCode(tx, purchase, delivery, vault);
  if (isRefusal(given)) return given;
  const code = typeof given === 'object' ? given : null;
  const isElsewhere = given === false;
  if (purchase.held) return isSame(purchase.held, code, vault) ? undefined : refuse('code_allocated');
  const isDelivered = purchase.status === 'delivered';
  if (isDelivered && purchase.isElsewhere === isElsewhere) return undefined;
  const at = clock.now();
  const change = toChange(purchase, { isDelivered: true, isElsewhere });
  if (delivery.mayUndo) {
    // A delivered card has nothing left to hold.
    if (isDelivered) return refuse('changed_meanwhile', { fields: 'isDelivered', current: { isDelivered } });
    return (await holdDelivery(tx, purchase, { code, at })) ? change : refuse('code_known');
  }
  if (code) {
    const { id: purchaseId, giftCardId } = purchase;
    const added = await insertCodes(tx, { giftCardId, purchaseId, codes: [code] });
    if (added.size === 0) return refuse('code_known');
  }
  await markDelivered(tx, purchase, { isElsewhere, at });
  return { ...change, before: { isDelivered } };
}

/** Whether a repeated call has the code and the PIN of the held delivery. */
function isSame({ code: held }: HeldDelivery, code: SealedCode | null, vault: Vault): boolean {
  if (code === null) return true;
  return held !== null && vault.canOpen(held) && vault.open(held, held.id) === vault.open(code, code.id);
}

/** The buyer is not notified: they keep a code that they already have. */
async function takeBack(tx: Tx, purchase: PurchaseRow, { clock }: { clock: Clock }): Outcome {
  const { id: purchaseId, playerId, held, status } = purchase;
  const change = toChange(purchase, { isDelivered: false });
  if (held) {
    await takeHeld(tx, held.id);
    return { ...change, action: 'delivery.undo' };
  }
  if (status !== 'delivered') return undefined;
  await setStatus(tx, purchaseId, 'on_its_way', clock.now());
  await publishLive(tx, playerId, 'purchase', { purchaseId, status: 'on_its_way' });
  return change;
}

/** Undoes the administrator's own newest change, before anyone was notified of it. */
async function undo(tx: Tx, purchase: PurchaseRow, delivery: Delivery, { clock }: { clock: Clock }): Outcome {
  const { id: purchaseId, playerId, held, status, fingerprint } = purchase;
  const { actorId, isDelivered } = delivery;
  const isMarked = held !== undefined || status === 'delivered';
  if (isMarked === isDelivered) return undefined;
  const current = { isDelivered: isMarked };
  const own = await findOwnChange(tx, { subject: toSubject(purchaseId), actorId, current });
  if (isRefusal(own)) return own;
  if (!isDelivered) return held ? takeBack(tx, purchase, { clock }) : refuse('undo_too_late');
  // Only for cards delivered before: otherwise a card would count as delivered without its buyer's knowledge.
  if (own.action !== action) return refuse('changed_meanwhile', { fields: 'isDelivered', current });
  const isElsewhere = fingerprint === null;
  await setStatus(tx, purchaseId, 'delivered', clock.now(), isElsewhere);
  await publishLive(tx, playerId, 'purchase', { purchaseId, status: 'delivered' });
  return toChange(purchase, { isDelivered, isElsewhere });
}

/**
 * Delivers a card that was sold without a code; or unmarks it as delivered, which moves neither code nor coins. Without
 * a code, the administrator states that they sent it another way; a code can still be added. Idempotent.
 *
 * Refuses `not_found`, `conflict_of_interest` for the administrator's own card, `purchase_refunded`,
 * `delivered_from_stock`, `code_missing` if the buyer must get the code that they saw before a restore,
 * `code_malformed`, `code_known` and `code_allocated`. With `mayUndo`: `changed_meanwhile` for a new code of a
 * delivered card. To undo: `changed_meanwhile` if it is not the newest change, and `undo_too_late` once the buyer has
 * it.
 */
export function deliverRequest(
  delivery: Delivery,
  deps: { db: Database; clock: Clock; vault: Vault },
): Promise<{ _id: string; isDelivered: boolean } | Refusal> {
  const { actorId, purchaseId, isDelivered, isUndo } = delivery;
  return deps.db.transaction<{ _id: string; isDelivered: boolean } | Refusal>((tx) =>
    changeAndRecord(tx, actorId, async () => {
      const purchase = await lockPurchase(tx, purchaseId);
      if (!purchase) return refuse('not_found');
      if (purchase.playerId === actorId) return refuse('conflict_of_interest');
      if (purchase.status === 'refunded') return refuse('purchase_refunded');
      if (!isDelivered && !purchase.promisedBy) return refuse('delivered_from_stock');
      const change = isUndo
        ? await undo(tx, purchase, delivery, deps)
        : await (isDelivered ? deliver(tx, purchase, delivery, deps) : takeBack(tx, purchase, deps));
      if (isRefusal(change)) return change;
      return { answer: { _id: purchaseId, isDelivered }, ...(change && { change }) };
    }),
  );
}
