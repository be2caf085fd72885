// SPDX-License-Identifier: Apache-2.0

import { areKeysSound, isHeadSigned, isIncluded, type VerifySignature } from './seal-proof.ts';
import { type SealedEntries, type SealedTransfer, sealedTransfer } from './seals.ts';
import { findTransferKind } from './transfer-kinds.ts';
import type { HistoryEntry } from './wallet.ts';

/**
 * What is wrong. The first four follow from the answer alone; the others from a comparison with what was seen before
 * (seal-memory.ts).
 * `unproved`: a line that should have been sealed by now comes without proof.
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

/** A transfer is sealed within a minute. A line that is older than this without a proof is a fault. */
export const unprovedMs = 5 * 60_000;

/** A line of a statement, checked against the sealed ledger. */
export interface CheckedEntry {
  /** `false`: what is sealed differs from the line, or the proof is missing. */
  isRight: boolean;
  /** Counted from 1, for display; 0 without a proof. */
  place: number;
}

export interface SealCheck {
  faults: SealFault[];
  /** By transfer; null if it is young and not sealed yet. */
  entries: Map<string, CheckedEntry | null>;
}

/** Whether the type that is sealed is shown as this, and moves coins from or to such a house account. */
function isSameKind({ type, from, to }: SealedTransfer, entry: HistoryEntry): boolean {
  const kind = findTransferKind(type);
  const counterpart = entry.amount < 0 ? to : from;
  return kind?.shownAs === entry.type && kind.counterparts.some((house) => counterpart === `house:${house}`);
}

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
    isSameKind(sealed, entry) &&
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

/** Clocks differ, so a line may also be a little ahead; one that is further ahead will not be sealed soon either. */
const isYoung = ({ date }: HistoryEntry, now: number) => Math.abs(now - Date.parse(date)) < unprovedMs;

/**
 * Checks that keys and signature are right, and that each line is in the tree with the same content.
 * @param now milliseconds since 1970, by which a line without a proof is young
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
    // A line that the server does not know is as wrong as one with different content, and one that is shown twice.
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
