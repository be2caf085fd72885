// SPDX-License-Identifier: Apache-2.0

import type { LeafProof, SealedEntries, SealLog, TreeHead } from '../../../contract/seals.ts';
import type { Queryable } from '../../platform/db/database.ts';
import { type Refusal, refuse } from '../../platform/refusal.ts';
import { leafText } from './leaf.ts';
import { readLog } from './read-log.ts';
import { toHead } from './seal-keys.ts';
import * as store from './seal-store.ts';
import { consistencyPath, coverRange, foldHashes, inclusionPath, type NodePlace } from './tree.ts';

const toKey = ({ level, index }: NodePlace) => `${level}:${index}`;

/** @throws if one of them is missing */
async function readNodeMap(
  db: Queryable,
  places: readonly NodePlace[],
): Promise<(place: NodePlace) => Buffer> {
  const wanted = new Map(places.map((place) => [toKey(place), place]));
  const nodes = new Map(
    (await store.readNodes(db, [...wanted.values()])).map((node) => [toKey(node), node.hash]),
  );
  return (place) => {
    const hash = nodes.get(toKey(place));
    if (!hash) throw new Error(`the tree has no node ${toKey(place)}: see npx finalring audit`);
    return hash;
  };
}

/** The hashes at these places, in their order. */
export async function readHashes(db: Queryable, places: readonly NodePlace[]): Promise<Buffer[]> {
  return places.map(await readNodeMap(db, places));
}

type Path = readonly (readonly [number, number])[];

/** Each path's hashes as hex; all nodes are read in one query. */
async function readPaths(db: Queryable, paths: readonly Path[]): Promise<string[][]> {
  const covers = paths.map((path) => path.map(([start, end]) => coverRange(start, end)));
  const getHash = await readNodeMap(db, covers.flat(2));
  return covers.map((path) => path.map((places) => foldHashes(places.map(getHash)).toString('hex')));
}

/** The keys, and the newest head; null before the first one. */
export async function readNewest(db: Queryable): Promise<{ log: SealLog; head: TreeHead | null }> {
  // The head first, so that the list includes a key created in between.
  const head = await store.findNewestHead(db);
  return { log: await readLog(db), head: head ? toHead(head) : null };
}

async function withinSize(db: Queryable, asked: number | undefined): Promise<number | undefined> {
  const size = await store.getSize(db);
  return asked === undefined ? size || undefined : asked <= size ? asked : undefined;
}

/** Refuses `not_found` if the tree is not that large. */
export async function proveConsistency(
  { from, to }: { from: number; to?: number | undefined },
  db: Queryable,
): Promise<{ hashes: string[] } | Refusal> {
  const size = await withinSize(db, to);
  if (size === undefined || from > size) return refuse('not_found');
  const [hashes = []] = await readPaths(db, [consistencyPath(from, size)]);
  return { hashes };
}

/** Refuses `not_found` if the tree is not that large, or has no such leaf. */
export async function proveInclusion(
  { leaf, size: asked }: { leaf: number; size?: number | undefined },
  db: Queryable,
): Promise<{ hashes: string[] } | Refusal> {
  const size = await withinSize(db, asked);
  if (size === undefined || leaf >= size) return refuse('not_found');
  const [hashes = []] = await readPaths(db, [inclusionPath(leaf, size)]);
  return { hashes };
}

/** For readers of a receipt (`FindLeaf` of ports.ts): the transfer must name nobody. */
export async function findLeaf(
  db: Queryable,
  idempotencyKey: string,
): Promise<{ index: number; text: string; salt: string } | undefined> {
  const row = await store.findSealed(db, idempotencyKey);
  if (!row || row.debitPlayerId !== null || row.creditPlayerId !== null) return undefined;
  return { index: row.leafIndex, text: leafText(row, row.salt), salt: row.salt.toString('hex') };
}

/** The player's own transfers among these, each with its proof in the newest tree if it is sealed. */
export async function proveEntries(
  { playerId, transferIds }: { playerId: string; transferIds: readonly string[] },
  db: Queryable,
): Promise<SealedEntries> {
  const newest = await readNewest(db);
  const size = newest.head?.size ?? 0;
  const rows = await store.listOwnTransfers(db, playerId, transferIds);
  // Transfers sealed after the head was read get their proof next time.
  const sealed = rows.flatMap(({ leafIndex, salt, ...row }) =>
    leafIndex !== null && salt && leafIndex < size ? [{ row, index: leafIndex, salt }] : [],
  );
  const paths = await readPaths(
    db,
    sealed.map(({ index }) => inclusionPath(index, size)),
  );
  const proofs = new Map<number, LeafProof>(
    sealed.map(({ row, index, salt }, place) => [
      row.id,
      { index, text: leafText(row, salt), salt: salt.toString('hex'), hashes: paths[place] ?? [] },
    ]),
  );
  const own = new Set(rows.map(({ id }) => String(id)));
  const entries = [...new Set(transferIds.map((id) => String(BigInt(id))))].filter((id) => own.has(id));
  return {
    ...newest,
    entries: entries.map((transferId) => ({ transferId, proof: proofs.get(Number(transferId)) ?? null })),
  };
}
