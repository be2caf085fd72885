// SPDX-License-Identifier: Apache-2.0

import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isConsistent, isIncluded, keyIdInput, toHex } from './seal-proof.ts';
import type { LeafProof } from './seals.ts';

/** The tree of RFC 6962, section 2.1, word for word and without any shortcut. */
const sha256 = (...parts: Uint8Array[]) => createHash('sha256').update(Buffer.concat(parts)).digest();
const one = (value: number) => Uint8Array.of(value);
function split(length: number): number {
  let k = 1;
  while (k * 2 < length) k *= 2;
  return k;
}
function mth(leaves: readonly Buffer[]): Buffer {
  if (leaves.length === 1) return sha256(one(0), leaves[0] as Buffer);
  const k = split(leaves.length);
  return sha256(one(1), mth(leaves.slice(0, k)), mth(leaves.slice(k)));
}
function path(m: number, leaves: readonly Buffer[]): Buffer[] {
  if (leaves.length === 1) return [];
  const k = split(leaves.length);
  return m < k
    ? [...path(m, leaves.slice(0, k)), mth(leaves.slice(k))]
    : [...path(m - k, leaves.slice(k)), mth(leaves.slice(0, k))];
}
function subproof(m: number, leaves: readonly Buffer[], isKnown: boolean): Buffer[] {
  if (m === leaves.length) return isKnown ? [] : [mth(leaves)];
  const k = split(leaves.length);
  return m <= k
    ? [...subproof(m, leaves.slice(0, k), isKnown), mth(leaves.slice(k))]
    : [...subproof(m - k, leaves.slice(k), false), mth(leaves.slice(0, k))];
}

const salt = Buffer.alloc(16, 7);
const textOf = (index: number) => `transfer ${index}`;
const leavesOf = (size: number) =>
  Array.from({ length: size }, (_, index) => Buffer.concat([salt, Buffer.from(textOf(index))]));
const headOf = (size: number) => ({ size, root: toHex(mth(leavesOf(size))) });
const proofOf = (index: number, size: number): LeafProof => ({
  index,
  text: textOf(index),
  salt: toHex(salt),
  hashes: path(index, leavesOf(size)).map(toHex),
});
const consistencyOf = (from: number, to: number) => subproof(from, leavesOf(to), true).map(toHex);
const flipped = (hex: string) => (hex[0] === '0' ? `1${hex.slice(1)}` : `0${hex.slice(1)}`);
const sizes = 17;

describe('isIncluded', () => {
  it('accepts the proof of every leaf of every tree, and nothing else', { tags: ['long'] }, async () => {
    for (let size = 1; size <= sizes; size++) {
      const head = headOf(size);
      for (let index = 0; index < size; index++) {
        const proof = proofOf(index, size);
        const wrong = [
          { ...proof, text: 'another' },
          { ...proof, salt: flipped(proof.salt) },
          { ...proof, index: index + 1 },
          { ...proof, index: index - 1 },
          { ...proof, hashes: [...proof.hashes, head.root] },
          ...proof.hashes.map((hash, at) => ({ ...proof, hashes: proof.hashes.with(at, flipped(hash)) })),
          ...(proof.hashes.length > 0 ? [{ ...proof, hashes: proof.hashes.slice(1) }] : []),
        ];
        expect([size, index, await isIncluded(proof, head)]).toEqual([size, index, true]);
        for (const each of wrong) expect(await isIncluded(each, head)).toBe(false);
        expect(await isIncluded(proof, { ...head, root: flipped(head.root) })).toBe(false);
      }
    }
  });

  it('refuses a path longer than the height of the tree', async () => {
    const [left, right] = leavesOf(2).map((leaf) => mth([leaf])) as [Buffer, Buffer];
    const longer = { ...proofOf(0, 1), hashes: [toHex(right)] };
    const root = toHex(sha256(one(1), right, left));
    expect(await isIncluded(longer, { size: 1, root })).toBe(false);
  });

  it('refuses a node in place of a leaf', async () => {
    const [left, right] = leavesOf(2).map((leaf) => mth([leaf])) as [Buffer, Buffer];
    const node = { index: 0, salt: toHex(left.subarray(0, 16)), text: '', hashes: [] };
    const inner = Buffer.concat([left, right]).toString('latin1');
    expect(await isIncluded({ ...node, text: inner.slice(16) }, { ...headOf(2), size: 1 })).toBe(false);
  });
});

describe('isConsistent', () => {
  it('accepts the proof between any two trees, and nothing else', { tags: ['long'] }, async () => {
    for (let to = 1; to <= sizes; to++) {
      for (let from = 1; from <= to; from++) {
        const [older, newer, hashes] = [headOf(from), headOf(to), consistencyOf(from, to)];
        expect([from, to, await isConsistent(older, newer, hashes)]).toEqual([from, to, true]);
        const resigned = { ...older, root: flipped(older.root) };
        expect(await isConsistent(resigned, newer, hashes)).toBe(false);
        expect(await isConsistent(older, { ...newer, root: flipped(newer.root) }, hashes)).toBe(false);
        expect(await isConsistent(older, newer, [...hashes, older.root])).toBe(false);
        if (hashes.length > 0) expect(await isConsistent(older, newer, hashes.slice(1))).toBe(false);
        if (from < to) expect(await isConsistent(newer, older, hashes)).toBe(false);
      }
    }
  });

  it('refuses a proof of the wrong length, even when its hashes match', async () => {
    const [a, b, c, d] = leavesOf(4).map((leaf) => mth([leaf])) as [Buffer, Buffer, Buffer, Buffer];
    const node = (left: Uint8Array, right: Uint8Array) => sha256(one(1), left, right);
    const isTaken = (older: Uint8Array, newer: Uint8Array, hashes: Buffer[]) =>
      isConsistent({ size: 3, root: toHex(older) }, { size: 4, root: toHex(newer) }, hashes.map(toHex));
    const [old, grown] = [node(c, a), node(c, node(a, b))];
    expect(await isTaken(old, grown, [a, b, c])).toBe(true);
    expect(await isTaken(node(d, old), node(d, grown), [a, b, c, d])).toBe(false);
    expect(await isTaken(a, node(a, b), [a, b])).toBe(false);
    expect(await isTaken(old, grown, [])).toBe(false);
  });

  it('refuses an older tree that is larger than the later one or has no leaf', async () => {
    const { root } = headOf(1);
    expect(await isConsistent({ size: 2, root }, { size: 1, root }, [])).toBe(false);
    expect(await isConsistent({ size: 0, root }, { size: 1, root }, [root])).toBe(false);
  });

  it('refuses a tree with one changed leaf', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 2, max: 40 }), fc.nat(), fc.nat(), async (to, some, other) => {
        const from = 1 + (some % (to - 1));
        const changed = leavesOf(to).with(other % from, Buffer.from('changed'));
        const newer = { size: to, root: toHex(mth(changed)) };
        const hashes = subproof(from, changed, true).map(toHex);
        expect(await isConsistent(headOf(from), newer, hashes)).toBe(false);
      }),
      { numRuns: 100 },
    );
  });
});

it('includes the log’s name in the id of a key', () => {
  expect(Buffer.from(keyIdInput('log', Uint8Array.of(7, 8))).toString('latin1')).toBe('log\n\x01\x07\x08');
});
