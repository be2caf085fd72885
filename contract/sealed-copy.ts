// SPDX-License-Identifier: Apache-2.0

import type { Receipt } from './challenges.ts';
import { type AskConsistency, checkContinued, toSeen } from './seal-memory.ts';
import { areKeysSound, isHeadSigned, isIncluded, sha256Hex, type VerifySignature } from './seal-proof.ts';
import { type SealLog, sealedTransfer, type TreeHead } from './seals.ts';

/**
 * The leaf of a kept fee contains the hash of the match record on which the result rests, at the end of its description.
 * The fee stays within the house, so no statement shows it, and its leaf names nobody.
 */
export const feeKey = (attemptId: string) => `attempt:${attemptId}:fee`;

/** @param hash SHA-256 of the copy in hex; null if the result rests on no single match */
export function feeDescription(about: string, hash: string | null): string {
  return `Fee kept: ${about}${hash ? ` (match record: SHA-256 ${hash})` : ''}`;
}

const hashInDescription = / \(match record: SHA-256 ([0-9a-f]{64})\)$/;

/** The published ledger of the receipt's site. Each call may throw; null and undefined: it has no such tree. */
export interface SealSite {
  readNewest(): Promise<{ log: SealLog; head: TreeHead | null }>;
  /** The first head of a tree with more than so many leaves. */
  findHead(after: number): Promise<TreeHead | undefined>;
  proveInclusion(leaf: number, size: number): Promise<readonly string[] | null>;
  proveConsistency: AskConsistency;
  findVerifier(): Promise<VerifySignature>;
}

export type SealedCopy =
  | { kind: 'sealed'; hash: string; entry: number; sealedAt: string }
  /** The ledger has no copy for this result. */
  | { kind: 'unsealed' }
  | { kind: 'wrong'; fault: string }
  | { kind: 'unchecked'; why: string };

/**
 * Checks that the ledger has had this copy since the result: the leaf of the attempt's fee names its hash, and the first
 * signed head with that leaf, which today's ledger continues, is older than `before`.
 */
export async function checkSealedCopy(
  receipt: Pick<Receipt, 'attempt' | 'feeLeaf'>,
  { copy, before }: { copy: string; before: Date },
  site: SealSite,
): Promise<SealedCopy> {
  if (!receipt.feeLeaf) return { kind: 'unsealed' };
  try {
    return await check(receipt.attempt._id, receipt.feeLeaf, { copy, before }, site);
  } catch {
    return { kind: 'unchecked', why: 'it didn’t answer' };
  }
}

async function check(
  attemptId: string,
  leaf: NonNullable<Receipt['feeLeaf']>,
  { copy, before }: { copy: string; before: Date },
  site: SealSite,
): Promise<SealedCopy> {
  const wrong = (fault: string): SealedCopy => ({ kind: 'wrong', fault });
  const { cause, type, description } = sealedTransfer.parse(JSON.parse(leaf.text));
  const ownCause = await sha256Hex(leaf.salt, JSON.stringify([attemptId, feeKey(attemptId)]));
  if (cause !== ownCause || type !== 'challenge_fee') return wrong('the sealed entry isn’t this result’s');
  const verify = await site.findVerifier();
  const [newest, head] = await Promise.all([site.readNewest(), site.findHead(leaf.index)]);
  if (!head || !newest.head) return wrong('the ledger doesn’t have this entry');
  const { log } = newest;
  if (!(await areKeysSound(log, verify))) return wrong('the ledger’s keys don’t vouch for each other');
  const areSigned = (await isHeadSigned(log, head, verify)) && (await isHeadSigned(log, newest.head, verify));
  if (!areSigned) return wrong('the ledger’s key didn’t sign it');
  const hashes = await site.proveInclusion(leaf.index, head.size);
  if (!hashes || !(await isIncluded({ ...leaf, hashes: [...hashes] }, head)))
    return wrong('the ledger doesn’t have this entry');
  const fault = await checkContinued(toSeen(log, head), newest, site.proveConsistency);
  if (fault === 'unknown-key') return { kind: 'unchecked', why: 'its operator lost a key since' };
  if (fault === 'older') return { kind: 'unchecked', why: 'its newest head is older than this entry' };
  if (fault) return wrong('the ledger was rewritten since');
  const hash = await sha256Hex('', copy);
  const named = hashInDescription.exec(description)?.[1];
  // Only now, so that a made-up entry without a hash is no excuse.
  if (!named) return { kind: 'unsealed' };
  if (named !== hash) return wrong(`the ledger has another copy, with the SHA-256 ${named}`);
  if (Date.parse(head.sealedAt) > before.getTime()) return wrong(`it was sealed only at ${head.sealedAt}`);
  return { kind: 'sealed', hash, entry: leaf.index + 1, sealedAt: head.sealedAt };
}
