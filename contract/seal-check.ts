// SPDX-License-Identifier: Apache-2.0

import {
  areKeysSound,
  isConsistent,
  isHeadSigned,
  isIncluded,
  type SealLog,
  type TreeHead,
  type VerifySignature,
} from './seal-proof.ts';
import { type SealedEntries, type SealedTransfer, sealedTransfer } from './seals.ts';
import type { HistoryEntry } from './wallet.ts';

/** What does not fit. `keys`, `head` and `entry` need nothing but the answer; the others what was seen before. */
export type SealFault = 'keys' | 'head' | 'entry' | 'other-log' | 'unknown-key' | 'not-continued';

/** What a browser keeps of the log that it saw. */
export interface SeenLog {
  origin: string;
  size: number;
  root: string;
  /** The key in use then. */
  keyId: string;
}

/** A line of a statement as it stands in the sealed ledger. */
export interface CheckedEntry {
  /** `false`: what is sealed is something else than the line says. */
  isRight: boolean;
  /** Counted from 1, as people count. */
  place: number;
}

export interface SealCheck {
  faults: SealFault[];
  /** By transfer; null where it is not sealed yet. */
  entries: Map<string, CheckedEntry | null>;
}

/** The proof that the tree of `to` leaves begins with that of `from`; null where the log has no such tree. */
export type AskConsistency = (from: number, to: number) => Promise<readonly string[] | null>;

/** Whether the sealed transfer is what a line of this player's statement says. */
function isSameMovement(sealed: SealedTransfer, entry: HistoryEntry, playerId: string): boolean {
  const own = `player:${playerId}`;
  const isOut = entry.amount < 0;
  return (
    sealed.id === entry._id &&
    sealed.currency === entry.currency &&
    sealed.amount === String(Math.abs(entry.amount)) &&
    sealed.description === entry.description &&
    (isOut ? sealed.from : sealed.to) === own &&
    // A line has milliseconds.
    Math.abs(Date.parse(`${sealed.at.slice(0, 23)}Z`) - Date.parse(entry.date)) <= 1
  );
}

function parseLeaf(text: string): SealedTransfer | undefined {
  try {
    return sealedTransfer.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/** Whether keys and signature are right, and each line is in the tree as it says. */
export async function checkEntries(
  lines: readonly HistoryEntry[],
  playerId: string,
  { log, head, entries }: SealedEntries,
  verify: VerifySignature,
): Promise<SealCheck> {
  const faults: SealFault[] = [];
  const checked = new Map<string, CheckedEntry | null>();
  if (head) {
    if (!(await areKeysSound(log, verify))) faults.push('keys');
    else if (!(await isHeadSigned(log, head, verify))) faults.push('head');
  }
  const proofs = new Map(entries.map(({ transferId, proof }) => [transferId, proof]));
  for (const line of lines) {
    const proof = proofs.get(line._id);
    // A line that the server knows nothing of is as wrong as one that says something else.
    if (proof === undefined) checked.set(line._id, { isRight: false, place: 0 });
    else if (proof === null || !head) checked.set(line._id, null);
    else {
      const sealed = parseLeaf(proof.text);
      const isRight =
        sealed !== undefined && isSameMovement(sealed, line, playerId) && (await isIncluded(proof, head));
      checked.set(line._id, { isRight, place: proof.index + 1 });
    }
  }
  if ([...checked.values()].some((entry) => entry?.isRight === false)) faults.push('entry');
  return { faults, entries: checked };
}

/**
 * Whether the log that was seen before is contained in today's. An answer that is a moment older than what was seen must be
 * contained in that.
 */
export async function checkContinued(
  seen: SeenLog,
  { log, head }: { log: SealLog; head: TreeHead | null },
  ask: AskConsistency,
): Promise<SealFault | undefined> {
  if (seen.origin !== log.origin) return 'other-log';
  const known = log.keys.findIndex(({ keyId }) => keyId === seen.keyId);
  if (known === -1 || log.keys.slice(known + 1).some(({ vouch }) => vouch === null)) return 'unknown-key';
  if (!head) return 'not-continued';
  const [older, newer] = seen.size <= head.size ? [seen, head] : [head, seen];
  const hashes = older.size === newer.size ? [] : await ask(older.size, newer.size);
  return hashes !== null && (await isConsistent(older, newer, hashes)) ? undefined : 'not-continued';
}
