// SPDX-License-Identifier: Apache-2.0

import type { LeafProof, RestoreNote, SealKey, SealLog, TreeHead } from './seals.ts';

/**
 * The checks of the sealed ledger, which anyone can run: in the browser, in the server and on the command line.
 * Transfers are the leaves of a Merkle tree (RFC 6962, section 2.1; the checks follow RFC 9162, 2.1.3.2 and 2.1.4.2).
 * Every published tree head is signed. docs/rules/sealed-ledger.md explains it in words.
 *
 * Sizes and positions are integers below 2^53, so they are halved by division: shifts would truncate them to 32 bits.
 */

export type Bytes = Uint8Array<ArrayBuffer>;

type Tree = Pick<TreeHead, 'size' | 'root'>;

const encoder = new TextEncoder();

export function fromHex(text: string): Bytes {
  if (!/^(?:[0-9a-f]{2})*$/.test(text)) throw new Error('not hexadecimal');
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

export function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

export function fromBase64(text: string): Bytes {
  return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
}

export function toBase64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes));
}

function concat(...parts: readonly Uint8Array[]): Bytes {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** The input whose SHA-256 is a leaf's hash; its first byte distinguishes leaves from nodes. */
export function leafInput(salt: Uint8Array, text: string): Bytes {
  return concat(Uint8Array.of(0), salt, encoder.encode(text));
}

/** The input whose SHA-256 is a node's hash. */
export function nodeInput(left: Uint8Array, right: Uint8Array): Bytes {
  return concat(Uint8Array.of(1), left, right);
}

async function sha256(bytes: Bytes): Promise<Bytes> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
}

/** SHA-256 in hex of bytes in hex, followed by text. */
export async function sha256Hex(bytes: string, text: string): Promise<string> {
  return toHex(await sha256(concat(fromHex(bytes), encoder.encode(text))));
}

const half = (number: number) => Math.floor(number / 2);
const isOdd = (number: number) => number % 2 === 1;
const isEqual = (one: Uint8Array, other: string) => toHex(one) === other;
const nodeHash = (left: Uint8Array, right: Uint8Array) => sha256(nodeInput(left, right));

/**
 * Walks from a node up to the root. @param join gets the sibling's hash at each step
 * @returns whether the path is as long as the tree is high
 */
async function climb(
  [place, last]: [number, number],
  hashes: readonly string[],
  join: (other: Bytes, isLeft: boolean) => Promise<void>,
): Promise<boolean> {
  for (const text of hashes) {
    if (last === 0) return false;
    const isLeft = isOdd(place) || place === last;
    await join(fromHex(text), isLeft);
    while (isLeft && !isOdd(place) && place !== 0) [place, last] = [half(place), half(last)];
    [place, last] = [half(place), half(last)];
  }
  return last === 0;
}

/** Whether the tree with this root contains the leaf. */
export async function isIncluded(proof: LeafProof, { size, root }: Tree): Promise<boolean> {
  if (!Number.isSafeInteger(proof.index) || proof.index < 0 || proof.index >= size) return false;
  let hash = await sha256(leafInput(fromHex(proof.salt), proof.text));
  const isWhole = await climb([proof.index, size - 1], proof.hashes, async (other, isLeft) => {
    hash = isLeft ? await nodeHash(other, hash) : await nodeHash(hash, other);
  });
  return isWhole && isEqual(hash, root);
}

/** Whether the tree of `to` begins with all leaves of the tree of `from`, unchanged and in the same order. */
export async function isConsistent(from: Tree, to: Tree, hashes: readonly string[]): Promise<boolean> {
  if (from.size > to.size || from.size < 1) return false;
  if (from.size === to.size) return hashes.length === 0 && from.root === to.root;
  let [place, last] = [from.size - 1, to.size - 1];
  while (isOdd(place)) [place, last] = [half(place), half(last)];
  // If the old tree is complete, it is a node of the new one, and the proof omits it.
  const [first, ...others] = place === 0 ? [from.root, ...hashes] : hashes;
  if (first === undefined) return false;
  let [oldHash, newHash] = [fromHex(first), fromHex(first)];
  const isWhole = await climb([place, last], others, async (other, isLeft) => {
    if (isLeft) oldHash = await nodeHash(other, oldHash);
    newHash = isLeft ? await nodeHash(other, newHash) : await nodeHash(newHash, other);
  });
  return isWhole && isEqual(oldHash, from.root) && isEqual(newHash, to.root);
}

/** The text covered by a head's signature: a checkpoint (c2sp.org/tlog-checkpoint) with the time as its extension. */
export function headText(
  origin: string,
  { size, root, sealedAt }: Omit<TreeHead, 'keyId' | 'signature'>,
): string {
  return `${origin}\n${size}\n${toBase64(fromHex(root))}\ntime ${sealedAt}\n`;
}

/** The text that the previous key signs for the key that replaces it. */
export function keyText(
  origin: string,
  { publicKey, fromSize }: Pick<SealKey, 'publicKey' | 'fromSize'>,
): string {
  return `${origin}\nnext key ${publicKey}\nfrom size ${fromSize}\n`;
}

/** The text covered by the signature of a restore note. Its second line appears in no other text that a key signs. */
export function restoreText(
  origin: string,
  { size, notedAt, reason }: Omit<RestoreNote, 'keyId' | 'signature'>,
): string {
  return `${origin}\nrestored to size ${size}\ntime ${notedAt}\n${reason}\n`;
}

/** The input whose SHA-256 begins with the four bytes of a key's id (c2sp.org/signed-note). */
export function keyIdInput(origin: string, publicKey: Uint8Array): Bytes {
  return concat(encoder.encode(`${origin}\n`), Uint8Array.of(1), publicKey);
}

/** Whether Ed25519 signed these bytes. */
export type VerifySignature = (publicKey: Bytes, signature: Bytes, message: Bytes) => Promise<boolean>;

/**
 * Verifies with the Web Crypto API of browsers and Node. Browsers from before 2025 lack Ed25519.
 * @throws if it is missing
 */
export const verifyByWebCrypto: VerifySignature = async (publicKey, signature, message) => {
  const key = await crypto.subtle.importKey('raw', publicKey, 'Ed25519', false, ['verify']);
  return crypto.subtle.verify('Ed25519', key, signature, message);
};

function isSigned(key: SealKey, signature: string, text: string, verify: VerifySignature): Promise<boolean> {
  const [publicKey, signed] = [fromBase64(key.publicKey), fromBase64(signature)];
  if (publicKey.length !== 32 || signed.length !== 64) return Promise.resolve(false);
  return verify(publicKey, signed, encoder.encode(text));
}

/** Whether each id belongs to its key, and the key before it vouched for it. */
export async function areKeysSound({ origin, keys }: SealLog, verify: VerifySignature): Promise<boolean> {
  for (const [place, key] of keys.entries()) {
    const id = await sha256(keyIdInput(origin, fromBase64(key.publicKey)));
    if (toHex(id.subarray(0, 4)) !== key.keyId) return false;
    const before = keys[place - 1];
    if (!before) continue;
    if (key.fromSize < before.fromSize) return false;
    if (key.vouch !== null && !(await isSigned(before, key.vouch, keyText(origin, key), verify)))
      return false;
  }
  return keys.length > 0;
}

/** The key that signs trees of this size. */
export function findSigner({ keys }: SealLog, size: number): SealKey | undefined {
  return keys.findLast(({ fromSize }) => fromSize < size);
}

/** Whether a head is signed by the key that signs trees of its size. */
export async function isHeadSigned(log: SealLog, head: TreeHead, verify: VerifySignature): Promise<boolean> {
  const key = findSigner(log, head.size);
  return key?.keyId === head.keyId && isSigned(key, head.signature, headText(log.origin, head), verify);
}

/** Whether a restore note is signed by a key that the log had at that size. */
export async function isRestoreSigned(
  log: SealLog,
  note: RestoreNote,
  verify: VerifySignature,
): Promise<boolean> {
  const key = log.keys.find(({ keyId, fromSize }) => keyId === note.keyId && fromSize <= note.size);
  return key !== undefined && isSigned(key, note.signature, restoreText(log.origin, note), verify);
}
