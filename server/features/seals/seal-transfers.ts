// SPDX-License-Identifier: Apache-2.0

import { randomBytes } from 'node:crypto';
import { getLastDrawnId, listWriters } from '../../ledger/drawn-ids.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Tx } from '../../platform/db/database.ts';
import { leafText } from './leaf.ts';
import { readHashes } from './prove.ts';
import type { SealKeys } from './seal-keys.ts';
import * as store from './seal-store.ts';
import { coverRange, growTree, hashOfLeaf, type TreeNode } from './tree.ts';

export const sealTask = 'seal-transfers';

export interface SealMemory {
  head?: store.HeadRow;
}

export interface SealDeps {
  db: Database;
  clock: Clock;
  keys: SealKeys;
  /** Called with each new head, in its transaction. */
  onSealed?: (tx: Tx) => Promise<void>;
  /** The last head that this process signed. */
  memory?: SealMemory;
  /** Leaves per transaction: the first run may find millions. */
  batch?: number;
}

const saltBytes = 16;

/**
 * The id up to which all transfers are settled, if the mark has been passed. Ids do not follow the order of commits: a
 * low id may be committed late. So we mark an id together with all transactions that are writing at that moment. Once
 * those have ended, no transfer at or below it can appear any more. Must be called before reading unsealed transfers.
 */
async function findPassedMark(tx: Tx, state: store.SealState): Promise<number | null> {
  if (state.markedId === null) return null;
  const writers = new Set(await listWriters(tx));
  return state.markedWriters?.some((writer) => writers.has(writer)) ? null : state.markedId;
}

async function newMark(tx: Tx): Promise<Pick<store.SealState, 'markedId' | 'markedWriters'>> {
  // Reads the id first, then the writers, since every id drawn afterwards is higher.
  const markedId = await getLastDrawnId(tx);
  return { markedId, markedWriters: await listWriters(tx) };
}

/**
 * Database administrators could rebuild the log with the right key. So this process signs nothing for a log that lacks
 * its own earlier head.
 * @throws in that case, so that the job fails visibly
 */
async function assertNotRewritten(tx: Tx, { head }: SealMemory): Promise<void> {
  if (!head) return;
  const [own] = await store.listHeads(tx, head.size - 1, 1);
  if (own?.size === head.size && own.root.equals(head.root)) return;
  throw new Error(`the sealed ledger was rewritten: its head of ${head.size} leaves is gone, or another`);
}

/**
 * Seals the next transfers: leaves, nodes, signed head and state in one transaction, or nothing. Concurrent calls wait
 * for each other.
 * @returns the new head, and whether there may be more
 */
async function sealNext(
  tx: Tx,
  { clock, keys, onSealed, memory = {}, batch = 5_000 }: SealDeps,
): Promise<{ head?: store.HeadRow; isFull: boolean }> {
  const state = await store.holdLog(tx);
  await assertNotRewritten(tx, memory);
  const passed = await findPassedMark(tx, state);
  const rows = await store.listUnsealed(tx, state.settledId, batch);

  const leaves = rows.map((row, place): store.Leaf => {
    const salt = randomBytes(saltBytes);
    const hash = hashOfLeaf(salt, leafText(row, salt));
    return { index: state.size + place, transferId: row.id, salt, hash };
  });
  const isFull = rows.length === batch;
  const lastId = rows.at(-1)?.id ?? 0;
  const settledId = passed === null ? state.settledId : isFull ? Math.min(passed, lastId) : passed;
  const mark = settledId === state.markedId || state.markedId === null ? await newMark(tx) : state;
  const size = state.size + leaves.length;
  await store.storeState(tx, {
    size,
    settledId: Math.max(settledId, state.settledId),
    markedId: mark.markedId,
    markedWriters: mark.markedWriters,
  });
  if (leaves.length === 0) return { isFull };

  const tree = growTree(state.size, await readHashes(tx, coverRange(0, state.size)));
  const nodes: TreeNode[] = leaves.flatMap(({ hash }) => tree.add(hash));
  await store.insertLeaves(tx, leaves);
  await store.insertNodes(tx, nodes);
  const signHead = await keys.signer(tx, clock.now());
  const head = signHead({ size, root: tree.root(), sealedAt: clock.now() });
  await store.insertHead(tx, head);
  await onSealed?.(tx);
  return { head, isFull };
}

/** Seals all committed transfers. */
export async function sealTransfers(deps: SealDeps): Promise<void> {
  for (;;) {
    const { head, isFull } = await deps.db.transaction((tx) => sealNext(tx, deps));
    if (head && deps.memory) deps.memory.head = head;
    if (!isFull) return;
  }
}
