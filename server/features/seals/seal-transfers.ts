import { randomBytes } from 'node:crypto';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Tx } from '../../platform/db/database.ts';
import { leafText } from './leaf.ts';
import { readHashes } from './prove.ts';
import type { SealKeys } from './seal-keys.ts';
import * as store from './seal-store.ts';
import { coverRange, growTree, hashOfLeaf, type TreeNode } from './tree.ts';

export const sealTask = 'seal-transfers';

export interface SealDeps {
  db: Database;
  clock: Clock;
  keys: SealKeys;
  /** Called with each new head, in its transaction. */
  onSealed?: (tx: Tx) => Promise<void>;
  /** Leaves in one transaction: the first time there may be millions. */
  batch?: number;
}

const saltBytes = 16;

/**
 * How far all transfers are settled, and from where to look for more. Ids are no order of commits: one that was drawn early
 * may come late. So an id is marked with all who are writing at that moment, and once they have ended nothing at or below
 * it can come any more. Must be asked before what is unsealed is read.
 */
async function findPassedMark(tx: Tx, state: store.SealState): Promise<number | null> {
  if (state.markedId === null) return null;
  const writers = new Set(await store.listWriters(tx));
  return state.markedWriters?.some((writer) => writers.has(writer)) ? null : state.markedId;
}

async function newMark(tx: Tx): Promise<Pick<store.SealState, 'markedId' | 'markedWriters'>> {
  // In this order: who draws an id afterwards has one above it.
  const markedId = await store.lastDrawnId(tx);
  return { markedId, markedWriters: await store.listWriters(tx) };
}

/**
 * Seals the next transfers: leaves, nodes, signed head and state in one transaction, or nothing of it. Of several that
 * seal at once each waits for the one before.
 * @returns whether there may be more
 */
async function sealNext(tx: Tx, { clock, keys, onSealed, batch = 5_000 }: SealDeps): Promise<boolean> {
  const state = await store.holdLog(tx);
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
  await store.keepState(tx, {
    size,
    settledId: Math.max(settledId, state.settledId),
    markedId: mark.markedId,
    markedWriters: mark.markedWriters,
  });
  if (leaves.length === 0) return false;

  const tree = growTree(state.size, await readHashes(tx, coverRange(0, state.size)));
  const nodes: TreeNode[] = leaves.flatMap(({ hash }) => tree.add(hash));
  await store.insertLeaves(tx, leaves);
  await store.insertNodes(tx, nodes);
  const signHead = await keys.signer(tx, clock.now());
  await store.insertHead(tx, signHead({ size, root: tree.root(), sealedAt: clock.now() }));
  await onSealed?.(tx);
  return isFull;
}

/** Seals all that was committed. */
export async function sealTransfers(deps: SealDeps): Promise<void> {
  while (await deps.db.transaction((tx) => sealNext(tx, deps)));
}
