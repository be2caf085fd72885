// SPDX-License-Identifier: Apache-2.0

import type { Clock } from '../../../platform/clock.ts';
import { changeOnce } from '../../../platform/db/admin-changes.ts';
import type { Database, Tx } from '../../../platform/db/database.ts';
import { publish } from '../../../platform/jobs/outbox.ts';
import { publishLive } from '../../../platform/live/publish.ts';
import { isRefusal, type Refusal, refuse } from '../../../platform/refusal.ts';
import type { Vault } from '../../../platform/vault/vault.ts';
import type { HoldRights } from '../../../ports.ts';
import {
  findCurrentCode,
  hasReplacedCode,
  insertCodes,
  markReplaced,
  takeFromStock,
} from '../codes/gift-card-code-store.ts';
import { getFingerprint, sealCode } from '../codes/seal-code.ts';
import { codeFault, pinFault, trimCode } from '../rules.ts';
import { isTheirs, lockPurchase, type PurchaseRow } from './purchase-store.ts';

interface NewCode {
  id: string;
  masked: string;
}

async function byHand(
  tx: Tx,
  purchase: PurchaseRow,
  { code, pin }: { code: string; pin: string },
  vault: Vault,
): Promise<NewCode | Refusal> {
  const [trimmed, trimmedPin] = [trimCode(code), trimCode(pin)];
  const fault = codeFault(trimmed) ?? (trimmedPin ? pinFault(trimmedPin) : undefined);
  if (fault) return refuse('code_malformed', { why: fault });
  const sealed = sealCode(vault, trimmed, trimmedPin);
  if (!isTheirs(sealed, purchase)) return refuse('code_allocated');
  const { giftCardId, id: purchaseId } = purchase;
  const added = await insertCodes(tx, { giftCardId, purchaseId, codes: [sealed] });
  return added.size === 0 ? refuse('code_known') : sealed;
}

async function replace(
  tx: Tx,
  purchase: PurchaseRow,
  { actorId, code, pin = '', reason }: Omit<Replacement, 'idempotencyKey'>,
  { clock, vault, holdRights }: Pick<ReplaceDeps, 'clock' | 'vault' | 'holdRights'>,
) {
  const { id: purchaseId } = purchase;
  if (code === undefined && pin) return refuse('code_malformed', { why: 'it’s missing beside its PIN' });
  const old = await findCurrentCode(tx, purchaseId);
  if (!old) return refuse('code_not_ready');
  const isRepeated = await hasReplacedCode(tx, purchaseId);
  if (isRepeated && !(await holdRights(tx, actorId)).has('gift-cards:reveal')) {
    return refuse('replacement_needs_reveal');
  }
  if (code === undefined && !isTheirs(undefined, purchase)) return refuse('code_allocated');
  await markReplaced(tx, old.id, clock.now());
  const fresh =
    code === undefined
      ? ((await takeFromStock(tx, purchase)) ?? refuse('stock_empty'))
      : await byHand(tx, purchase, { code, pin }, vault);
  if (isRefusal(fresh)) return fresh;
  const { playerId, title } = purchase;
  await publish(tx, 'purchase.code-replaced', { purchaseId, playerId, codeId: fresh.id, title });
  await publishLive(tx, playerId, 'purchase', { purchaseId, status: purchase.status });
  return {
    answer: { _id: purchaseId, hashCode: fresh.masked },
    change: {
      action: 'purchase.replace-code',
      subject: `purchase:${purchaseId}`,
      before: { codeId: old.id, hashCode: old.masked },
      after: { codeId: fresh.id, hashCode: fresh.masked },
      reason,
    },
  };
}

export interface ReplaceDeps {
  db: Database;
  clock: Clock;
  vault: Vault;
  holdRights: HoldRights;
}

export interface Replacement {
  actorId: string;
  purchaseId: string;
  /** Typed in by the administrator; if omitted, the code comes from stock. */
  code?: string | undefined;
  /** Redeemed together with the code; only allowed with one. */
  pin?: string | undefined;
  reason: string;
  idempotencyKey: string;
}

/**
 * Gives a purchase a new code in place of a bad one. The bad code stays with the purchase as replaced, and is never
 * sold again. The buyer is notified. Returns the new code masked. From the second replacement on it takes
 * gift-cards:reveal: a code that was shown and then reported as bad may have been used, so frequent replacements need
 * an administrator who is trusted with codes.
 *
 * Refuses `not_found`, `conflict_of_interest` for the administrator's own purchase, `replacement_needs_reveal`,
 * `code_not_ready` if the purchase has no code yet, `stock_empty`, `code_malformed`, `code_known`, and `code_allocated`
 * if the buyer saw a different code that a restored database lacks.
 */
export function replaceCode(
  { idempotencyKey, ...said }: Replacement,
  deps: ReplaceDeps,
): Promise<{ _id: string; hashCode: string } | Refusal> {
  const { actorId: playerId, code, pin, ...rest } = said;
  // Stored idempotency records must not reveal a code, so they contain a typed-in code's fingerprint.
  const typed = code === undefined ? null : getFingerprint(deps.vault, `${code}${pin ?? ''}`).toString('hex');
  const request = { playerId, key: idempotencyKey, input: { operation: 'shop.replace', ...rest, typed } };
  return deps.db.transaction<{ _id: string; hashCode: string } | Refusal>(async (tx) => {
    // Locked first, so that a call that waited for another with the same key finds its answer.
    const purchase = await lockPurchase(tx, said.purchaseId);
    if (!purchase) return refuse('not_found');
    if (purchase.playerId === said.actorId) return refuse('conflict_of_interest');
    return changeOnce(tx, request, () => replace(tx, purchase, said, deps));
  });
}
