// SPDX-License-Identifier: Apache-2.0

import { areKeysSound, isHeadSigned, isIncluded, type VerifySignature } from './seal-proof.ts';
import { type SealedEntries, type SealedTransfer, sealedTransfer } from './seals.ts';
import { findTransferKind } from './transfer-kinds.ts';
import type { HistoryEntry } from './wallet.ts';

/**
 * The possible faults. The first four follow from the answer alone, the others from a comparison with an earlier visit
 * (seal-memory.ts). `unproved`: a line that should be sealed by now has no proof.
 */
export type SealFault =
  | 'keys'
  | 'head'
  | 'entry'
  | 'unproved'
  | 'other-log'
  | 'unknown-key'
  | 'older'
  | 'not-continued';

/** Transfers are sealed within a minute. A line older than this without a proof is a fault. */
export const unprovedMs = 5 * 60_000;

/** The result for one line of a statement. */
export interface CheckedEntry {
  /** `false`: the sealed transfer differs from the line, or the proof is missing. */
  isRight: boolean;
  /** Counted from 1 for display; 0 without a proof. */
  place: number;
}

export interface SealCheck {
  faults: SealFault[];
  /** Results by transfer; null while it is new and not sealed yet. */
  entries: Map<string, CheckedEntry | null>;
}

/** Whether the sealed type is displayed as this line's, and moves coins between the player and these house accounts. */
function isSameKind({ type, from, to }: SealedTransfer, entry: HistoryEntry): boolean {
  const kind = findTransferKind(type);
  const counterpart = entry.amount < 0 ? to : from;
  return kind?.shownAs === entry.type && kind.counterparts.some((house) => counterpart === `house:${house}`);
}

/** Whether the sealed transfer matches the line of this player's statement. */
function isSameMovement(sealed: SealedTransfer, entry: HistoryEntry, playerId: string): boolean {
  const own = `player:${playerId}`;
  const isOut = entry.amount < 0;
  return (
    sealed.id === entry._id &&
    sealed.currency === entry.currency &&
    sealed.amount === String(Math.abs(entry.amount)) &&
    sealed.description === entry.description &&
    (isOut ? sealed.from : sealed.to) === own &&
    isSameKind(sealed, entry) &&
    // Lines have only milliseconds.
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

/** Clocks differ, so a line may be slightly in the future. If it is further ahead, a missing proof is a fault. */
const isYoung = ({ date }: HistoryEntry, now: number) => Math.abs(now - Date.parse(date)) < unprovedMs;

/**
 * Checks the keys, the signature, and that each line is in the tree with the same content.
 * @param now milliseconds since 1970; decides which lines without a proof are still new
 */
export async function checkEntries(
  lines: readonly HistoryEntry[],
  playerId: string,
  { log, head, entries }: SealedEntries,
  verify: VerifySignature,
  now: number,
): Promise<SealCheck> {
  const faults = new Set<SealFault>();
  const checked = new Map<string, CheckedEntry | null>();
  if (head) {
    if (!(await areKeysSound(log, verify))) faults.add('keys');
    else if (!(await isHeadSigned(log, head, verify))) faults.add('head');
  }
  const proofs = new Map(entries.map(({ transferId, proof }) => [transferId, proof]));
  for (const line of lines) {
    const proof = proofs.get(line._id);
    const isRepeated = checked.has(line._id);
    // A line that the server doesn't know is as wrong as one with different content. So is a line shown twice.
    if (proof === undefined || isRepeated) {
      checked.set(line._id, { isRight: false, place: 0 });
      faults.add('entry');
    } else if (proof === null || !head) {
      checked.set(line._id, isYoung(line, now) ? null : { isRight: false, place: 0 });
      if (!isYoung(line, now)) faults.add('unproved');
    } else {
      const sealed = parseLeaf(proof.text);
      const isRight =
        sealed !== undefined && isSameMovement(sealed, line, playerId) && (await isIncluded(proof, head));
      checked.set(line._id, { isRight, place: proof.index + 1 });
      if (!isRight) faults.add('entry');
    }
  }
  return { faults: [...faults], entries: checked };
}
