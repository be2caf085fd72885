// SPDX-License-Identifier: Apache-2.0

import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/db/database.ts';
import type { ShownCode } from '../../../platform/journal/entries.ts';
import type { Journal } from '../../../platform/journal/journal.ts';
import { isRefusal, type Refusal, refuse } from '../../../platform/refusal.ts';
import type { Vault } from '../../../platform/vault/vault.ts';
import { fromSealedText } from '../rules.ts';
import { findBoughtCode, findCode, recordReveal } from './gift-card-code-store.ts';

export interface RevealDeps {
  db: Database;
  clock: Clock;
  vault: Vault;
  journal: Journal;
}

type Revealed = { _id: string; hashCode: string; pin: string };
type Looked = { shown: ShownCode; revealed: Revealed };

function toRevealed(_id: string, sealedText: string): Revealed {
  const { code: hashCode, pin } = fromSealedText(sealedText);
  return { _id, hashCode, pin };
}

/** Once seen, a code is worthless to anyone else, so the journal is written before the code is shown. */
async function show(looked: Looked | Refusal, journal: Journal): Promise<Revealed | Refusal> {
  if (isRefusal(looked)) return looked;
  await journal.write({ kind: 'shown', ...looked.shown });
  return looked.revealed;
}

/**
 * The full code of a bought card, for its buyer. Records every look before showing anything. Refuses `not_found` (also
 * for another player's purchase), `code_not_ready`, `code_sent_elsewhere`, and `code_unreadable` if its key is lost.
 * @param address network address of the caller
 */
export async function revealCode(
  { purchaseId, playerId, address }: { purchaseId: string; playerId: string; address: string },
  { db, clock, vault, journal }: RevealDeps,
): Promise<Revealed | Refusal> {
  const looked = await db.transaction<Looked | Refusal>(async (tx) => {
    const code = await findBoughtCode(tx, { purchaseId, playerId });
    if (code === undefined) return refuse('not_found');
    if (code.id === null) return refuse(code.isElsewhere ? 'code_sent_elsewhere' : 'code_not_ready');
    if (!vault.canOpen(code)) return refuse('code_unreadable');
    await recordReveal(tx, { codeId: code.id, viewerId: playerId, address, at: clock.now() });
    const { id: codeId, print, orderId, gcCoin } = code;
    const bought = { orderId, playerId, purchaseId, gcCoin };
    const shown = { codeId, print, bought };
    return { shown, revealed: toRevealed(purchaseId, vault.open(code, code.id)) };
  });
  return show(looked, journal);
}

/**
 * Any code in full, for an administrator. Recorded like every look, so it appears in the audit log. Refuses `not_found`
 * and `code_unreadable`.
 */
export async function revealAnyCode(
  { codeId, viewerId, address }: { codeId: string; viewerId: string; address: string },
  { db, clock, vault, journal }: RevealDeps,
): Promise<Revealed | Refusal> {
  const looked = await db.transaction<Looked | Refusal>(async (tx) => {
    const code = await findCode(tx, codeId);
    if (!code) return refuse('not_found');
    if (!vault.canOpen(code)) return refuse('code_unreadable');
    await recordReveal(tx, { codeId, viewerId, address, at: clock.now() });
    const shown = { codeId, print: code.print };
    return { shown, revealed: toRevealed(codeId, vault.open(code, codeId)) };
  });
  return show(looked, journal);
}
