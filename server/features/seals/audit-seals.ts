// SPDX-License-Identifier: Apache-2.0

import { areKeysSound, isHeadSigned, verifyByWebCrypto } from '../../../contract/seal-proof.ts';
import type { Queryable } from '../../platform/db/database.ts';
import { leafText } from './leaf.ts';
import { readLog } from './read-log.ts';
import { toHead } from './seal-keys.ts';
import * as store from './seal-store.ts';
import { growTree, hashOfLeaf } from './tree.ts';

const maxBreaches = 20;
const leavesAtOnce = 10_000;

interface Found {
  claim: string;
  breaches: string[];
}

/** The invariants of the sealed ledger (docs/rules/sealed-ledger.md). */
const claims = {
  leaves: 'Each leaf is the transfer that was sealed, unchanged and in its place',
  complete: 'Every settled transfer is a leaf',
  nodes: 'Each stored node of the tree is the hash of the two below it',
  heads: 'Each tree head matches the leaves before it',
  signed: 'Each tree head has the signature of the key of its time, and the key before vouches for that key',
} as const;
type Claim = keyof typeof claims;

/** How a leaf differs from the sealed data; undefined if it does not. */
function findFault(row: store.SealedRow, index: number): string | undefined {
  if (row.leafIndex !== index) return `leaf ${index} is missing`;
  if (row.id === null) return `leaf ${index}: transfer ${row.transferId} is gone`;
  const hash = hashOfLeaf(row.salt, leafText(row, row.salt));
  return hash.equals(row.hash)
    ? undefined
    : `leaf ${index}: transfer ${row.transferId} differs from what was sealed`;
}

/**
 * Recomputes the whole tree from the transfers and compares leaves, nodes, and every published head with its signature.
 * Heads over one list of leaves are consistent with each other. Requires no secret.
 * @param lostKeys ids of keys that replaced a lost one, so have no predecessor's signature
 */
export async function auditSeals(tx: Queryable, lostKeys: readonly string[] = []): Promise<Found[]> {
  const breaches: Record<Claim, string[]> = { leaves: [], complete: [], nodes: [], heads: [], signed: [] };
  const say = (claim: Claim, breach: string) => {
    if (breaches[claim].length < maxBreaches) breaches[claim].push(breach);
  };
  const counts = await store.countSealed(tx);
  const log = await readLog(tx);
  if (counts.leaves > 0 && !(await areKeysSound(log, verifyByWebCrypto)))
    say('signed', 'a key is not valid, or no key vouches for it');
  for (const { keyId, vouch } of log.keys.slice(1)) {
    if (vouch === null && !lostKeys.includes(keyId)) say('signed', `no key vouches for the key ${keyId}`);
  }

  const tree = growTree(0, []);
  let nodes = 0;
  const heads = store.readHeads(tx);
  let next = await heads.next();
  for (let from = 0; from < counts.leaves; from += leavesAtOnce) {
    const rows = await store.listSealed(tx, from, leavesAtOnce);
    const completed = [];
    for (const [place, row] of rows.entries()) {
      const fault = findFault(row, from + place);
      if (fault) say('leaves', fault);
      // Uses the stored hash, so that a changed transfer is reported once instead of with every later head.
      completed.push(...tree.add(row.hash));
      if (next.done || next.value.size !== tree.size) continue;
      const head = next.value;
      if (!head.root.equals(tree.root())) say('heads', `the head of ${head.size} leaves has another root`);
      if (!(await isHeadSigned(log, toHead(head), verifyByWebCrypto))) {
        say('signed', `the head of ${head.size} leaves has no valid signature by ${head.keyId}`);
      }
      next = await heads.next();
    }
    nodes += completed.length;
    for (const { level, index } of await store.findOtherNodes(tx, completed, maxBreaches)) {
      say('nodes', `node ${index} of level ${level} is wrong`);
    }
  }
  if (!next.done) say('heads', `the head of ${next.value.size} leaves belongs to a missing tree`);
  if (counts.nodes !== nodes) say('nodes', `${counts.nodes} nodes are stored, and the leaves give ${nodes}`);
  if (counts.size !== counts.leaves) say('leaves', `${counts.leaves} of ${counts.size} leaves are stored`);
  const newest = await store.findNewestHead(tx);
  if ((newest?.size ?? 0) < counts.size) say('heads', `no head covers all ${counts.size} leaves`);
  for (const id of await store.listUnsealedTransfers(tx, counts.settledId, maxBreaches)) {
    say('complete', `transfer ${id} was not sealed`);
  }
  return Object.entries(claims).map(([claim, text]) => ({ claim: text, breaches: breaches[claim as Claim] }));
}
