// SPDX-License-Identifier: Apache-2.0

import type { SealFault } from './seal-check.ts';
import { findSigner, isConsistent, isRestoreSigned, type VerifySignature } from './seal-proof.ts';
import type { RestoreNote, SealLog, TreeHead } from './seals.ts';

/** What a browser remembers of a log. */
export interface SeenLog {
  origin: string;
  size: number;
  root: string;
  /** The key that signed the head. */
  keyId: string;
  /**
   * The whole key in base64, since anyone can make another key with the same id. Missing in records of older versions.
   */
  publicKey?: string | undefined;
}

/** The record of a log whose head was verified. */
export function toSeen(log: SealLog, { size, root, keyId }: TreeHead): SeenLog {
  return { origin: log.origin, size, root, keyId, publicKey: findSigner(log, size)?.publicKey };
}

/**
 * Requests the proof that the tree of `to` leaves begins with the tree of `from` leaves; null if the log has no such
 * tree.
 */
export type AskConsistency = (from: number, to: number) => Promise<readonly string[] | null>;

/** Whether an answer has fewer entries than an earlier one. The process may only be a moment behind: ask again. */
export function isOlder(seen: Pick<SeenLog, 'size'>, { head }: { head: TreeHead | null }): boolean {
  return (head?.size ?? 0) < seen.size;
}

const pauseMs = 2_000;
const mostRepeats = 3;

/** Asks until an answer isn't older than the record, for a few seconds. Returns the last answer in any case. */
export async function askUntilCurrent<Answer extends { head: TreeHead | null }>(
  findSeen: () => Pick<SeenLog, 'size'> | null,
  ask: () => Promise<Answer>,
): Promise<Answer> {
  let answer = await ask();
  for (let repeats = 0; repeats < mostRepeats; repeats++) {
    const seen = findSeen();
    if (!seen || !isOlder(seen, answer)) break;
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
    answer = await ask();
  }
  return answer;
}

/** Whether today's log has the remembered key, and vouches for all later ones. */
function knowsSigner(seen: SeenLog, log: SealLog): boolean {
  const signer = findSigner(log, seen.size);
  if (!signer) return false;
  const isSame = seen.publicKey ? signer.publicKey === seen.publicKey : signer.keyId === seen.keyId;
  return isSame && log.keys.slice(log.keys.indexOf(signer) + 1).every(({ vouch }) => vouch !== null);
}

/**
 * Checks that today's log contains the remembered one. Its keys and head must have been verified before
 * (`checkEntries`).
 */
export async function checkContinued(
  seen: SeenLog,
  { log, head }: { log: SealLog; head: TreeHead | null },
  ask: AskConsistency,
): Promise<SealFault | undefined> {
  if (seen.origin !== log.origin) return 'other-log';
  if (!knowsSigner(seen, log)) return 'unknown-key';
  if (!head || isOlder(seen, { head })) return 'older';
  const hashes = seen.size === head.size ? [] : await ask(seen.size, head.size);
  return hashes !== null && (await isConsistent(seen, head, hashes)) ? undefined : 'not-continued';
}

/**
 * The operator's notes that explain missing entries: signed by the log, about a restore to fewer entries than were
 * seen, and made after that. Older notes would excuse a later rewrite of the ledger.
 * @param seenAt ISO 8601
 */
export async function findRestoreNotes(
  seen: Pick<SeenLog, 'size'> & { seenAt: string },
  log: SealLog,
  verify: VerifySignature,
): Promise<RestoreNote[]> {
  const found: RestoreNote[] = [];
  for (const note of log.restores ?? []) {
    const isAboutIt = note.size < seen.size && Date.parse(note.notedAt) >= Date.parse(seen.seenAt);
    if (isAboutIt && (await isRestoreSigned(log, note, verify))) found.push(note);
  }
  return found;
}
