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

/**
 * What is wrong. `keys`, `head` and `entry` follow from the answer alone; the others from a comparison with what was seen
 * before.
 */
export type SealFault = 'keys' | 'head' | 'entry' | 'other-log' | 'unknown-key' | 'not-continued';

/** What a browser remembers of the log that it saw. */
export interface SeenLog {
  origin: string;
  size: number;
  root: string;
  /** The key in use at that time. */
  keyId: string;
}

/** A line of a statement, checked against the sealed ledger. */
export interface CheckedEntry {
  /** `false`: what is sealed differs from the line. */
  isRight: boolean;
  /** Counted from 1, for display. */
  place: number;
}

export interface SealCheck {
  faults: SealFault[];
  /** By transfer; null if it is not sealed yet. */
  entries: Map<string, CheckedEntry | null>;
}

/** Asks for the proof that the tree of `to` leaves begins with that of `from`; null if the log has no such tree. */
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
    // A line's time has only milliseconds.
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

/** Checks that keys and signature are right, and that each line is in the tree with the same content. */
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
    // A line that the server does not know is as wrong as one with different content.
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
 * Checks that the log seen before is contained in today's. If the answer is slightly older than what was seen, it must be
 * contained in what was seen instead.
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
