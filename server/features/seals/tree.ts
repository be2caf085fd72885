// SPDX-License-Identifier: Apache-2.0

import { hash } from 'node:crypto';
import { leafInput, nodeInput } from '../../../contract/seal-proof.ts';

/**
 * Builds the tree that contract/seal-proof.ts checks. Leaves are level 0; a node of level n covers 2^n leaves and is
 * stored once all of them exist.
 */

export interface NodePlace {
  level: number;
  index: number;
}

export interface TreeNode extends NodePlace {
  hash: Buffer;
}

const sha256 = (bytes: Uint8Array) => hash('sha256', bytes, 'buffer');
const hashOfNode = (left: Buffer, right: Buffer) => sha256(nodeInput(left, right));

export function hashOfLeaf(salt: Buffer, text: string): Buffer {
  return sha256(leafInput(salt, text));
}

/** The complete subtrees that cover the leaves from `start` up to `end`, from the left. */
export function coverRange(start: number, end: number): NodePlace[] {
  const places: NodePlace[] = [];
  for (let at = start; at < end; ) {
    let [level, width] = [0, 1];
    while (at % (width * 2) === 0 && at + width * 2 <= end) [level, width] = [level + 1, width * 2];
    places.push({ level, index: at / width });
    at += width;
  }
  return places;
}

/** The hash over adjacent subtrees of decreasing size, from the left. */
export function foldHashes(hashes: readonly Buffer[]): Buffer {
  const last = hashes.at(-1);
  if (!last) throw new Error('a tree without leaves has no root here');
  return hashes.slice(0, -1).reduceRight((right, left) => hashOfNode(left, right), last);
}

/** A tree that grows leaf by leaf. It stores only as many hashes as it is high. */
export function growTree(size: number, edge: readonly Buffer[]) {
  const stack = [...edge];
  let leaves = size;
  return {
    /** @returns the subtrees that this leaf completes */
    add(leaf: Buffer): TreeNode[] {
      const completed: TreeNode[] = [];
      let [index, level, top] = [leaves, 0, leaf];
      while (index % 2 === 1) {
        top = hashOfNode(stack.pop() as Buffer, top);
        [index, level] = [(index - 1) / 2, level + 1];
        completed.push({ level, index, hash: top });
      }
      stack.push(top);
      leaves++;
      return completed;
    },
    root: () => foldHashes(stack),
    get size() {
      return leaves;
    },
  };
}

/** Leaves from the first index up to, but not including, the second. */
type Range = readonly [number, number];

/** The largest power of two below `width`, which is two or more. */
function findSplit(width: number): number {
  let split = 1;
  while (split * 2 < width) split *= 2;
  return split;
}

/** The subtrees whose hashes prove that a leaf is in a tree, from the leaf upwards (RFC 6962, 2.1.1). */
export function inclusionPath(leaf: number, size: number): Range[] {
  let [start, end] = [0, size];
  const path: Range[] = [];
  while (end - start > 1) {
    const middle = start + findSplit(end - start);
    if (leaf < middle) {
      path.push([middle, end]);
      end = middle;
    } else {
      path.push([start, middle]);
      start = middle;
    }
  }
  return path.reverse();
}

/** The subtrees whose hashes prove that a tree begins with an older one (RFC 6962, 2.1.2). */
export function consistencyPath(from: number, to: number): Range[] {
  let [start, end] = [0, to];
  const path: Range[] = [];
  while (from < end) {
    const middle = start + findSplit(end - start);
    if (from <= middle) {
      path.push([middle, end]);
      end = middle;
    } else {
      path.push([start, middle]);
      start = middle;
    }
  }
  // The caller already knows the old tree's own root.
  if (start > 0) path.push([start, end]);
  return path.reverse();
}
