// SPDX-License-Identifier: Apache-2.0

import { expect, it } from 'vitest';
import { isConsistent, isIncluded } from '../../../contract/seal-proof.ts';
import {
  consistencyPath,
  coverRange,
  foldHashes,
  growTree,
  hashOfLeaf,
  inclusionPath,
  type NodePlace,
} from './tree.ts';

const size = 37;
const salt = Buffer.alloc(16, 3);
const textOf = (index: number) => `transfer ${index}`;

/** All nodes and roots of a growing tree. */
function grow() {
  const nodes = new Map<string, Buffer>();
  const tree = growTree(0, []);
  const roots = [''];
  for (let index = 0; index < size; index++) {
    const leaf = hashOfLeaf(salt, textOf(index));
    nodes.set(`0:${index}`, leaf);
    for (const node of tree.add(leaf)) nodes.set(`${node.level}:${node.index}`, node.hash);
    roots.push(tree.root().toString('hex'));
  }
  const read = ({ level, index }: NodePlace) => nodes.get(`${level}:${index}`) as Buffer;
  const toHashes = (path: readonly (readonly [number, number])[]) =>
    path.map(([start, end]) => foldHashes(coverRange(start, end).map(read)).toString('hex'));
  return { roots, read, toHashes };
}

it('proves every leaf in every tree, and every tree as a part of every later one', {
  tags: ['long'],
}, async () => {
  const { roots, toHashes } = grow();
  for (let to = 1; to <= size; to++) {
    const head = { size: to, root: roots[to] as string };
    for (let index = 0; index < to; index++) {
      const hashes = toHashes(inclusionPath(index, to));
      const proof = { index, text: textOf(index), salt: salt.toString('hex'), hashes };
      expect([index, to, await isIncluded(proof, head)]).toEqual([index, to, true]);
    }
    for (let from = 1; from <= to; from++) {
      const hashes = toHashes(consistencyPath(from, to));
      const older = { size: from, root: roots[from] as string };
      expect([from, to, await isConsistent(older, head, hashes)]).toEqual([from, to, true]);
    }
  }
});

it('continues growing from the stored edge', () => {
  const { roots, read } = grow();
  for (let from = 0; from < size; from++) {
    const tree = growTree(from, coverRange(0, from).map(read));
    for (let index = from; index < size; index++) tree.add(hashOfLeaf(salt, textOf(index)));
    expect(tree.root().toString('hex')).toBe(roots[size]);
  }
});

it('a proof needs no more nodes than the height of the tree, even of a very large tree', () => {
  const large = 2 ** 40 + 12_345;
  const places = inclusionPath(2 ** 39 + 1, large).flatMap(([start, end]) => coverRange(start, end));
  expect(places.length).toBeLessThan(60);
  expect(
    coverRange(0, large)
      .map(({ level }) => 2 ** level)
      .reduce((sum, width) => sum + width),
  ).toBe(large);
});
