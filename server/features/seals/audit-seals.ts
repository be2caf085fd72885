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
  complete: 'Every transfer that is settled is a leaf',
  nodes: 'Each kept node of the tree is the hash of the two below it',
  heads: 'Each tree head is what the leaves before it come to',
  signed: 'Each tree head is signed by the key of its time, which the key before vouches for',
} as const;
type Claim = keyof typeof claims;

/** How a leaf differs from the sealed data; undefined if it does not. */
function findFault(row: store.SealedRow, index: number): string | undefined {
  if (row.leafIndex !== index) return `leaf ${index} is missing`;
  if (row.id === null) return `leaf ${index}: transfer ${row.transferId} is gone`;
  const hash = hashOfLeaf(row.salt, leafText(row, row.salt));
  return hash.equals(row.hash)
    ? undefined
    : `leaf ${index}: transfer ${row.transferId} is not as it was sealed`;
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
    say('signed', 'a key is not what it is said to be, or not vouched for');
  for (const { keyId, vouch } of log.keys.slice(1)) {
    if (vouch === null && !lostKeys.includes(keyId)) say('signed', `nobody vouches for the key ${keyId}`);
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
        say(
          'signed',
          `the head of ${head.size} leaves is not signed by ${head.keyId} as one of the log's keys`,
        );
      }
      next = await heads.next();
    }
    nodes += completed.length;
    for (const { level, index } of await store.findOtherNodes(tx, completed, maxBreaches)) {
      say('nodes', `node ${index} of level ${level} is another`);
    }
  }
  if (!next.done) say('heads', `the head of ${next.value.size} leaves is of a tree that is not there`);
  if (counts.nodes !== nodes)
    say('nodes', `${counts.nodes} nodes are kept, and ${nodes} follow from the leaves`);
  if (counts.size !== counts.leaves) say('leaves', `${counts.leaves} leaves are kept of ${counts.size}`);
  const newest = await store.findNewestHead(tx);
  if ((newest?.size ?? 0) < counts.size) say('heads', `no head of all ${counts.size} leaves is kept`);
  for (const id of await store.listLeftOut(tx, counts.settledId, maxBreaches)) {
    say('complete', `transfer ${id} was not sealed`);
  }
  return Object.entries(claims).map(([claim, text]) => ({ claim: text, breaches: breaches[claim as Claim] }));
}
