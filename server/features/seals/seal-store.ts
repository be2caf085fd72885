// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import type { Queryable, Tx } from '../../platform/db/database.ts';
import type { TransferRow } from './leaf.ts';
import type { NodePlace, TreeNode } from './tree.ts';

export interface SealState {
  size: number;
  settledId: number;
  markedId: number | null;
  markedWriters: string[] | null;
}

/** The state of sealing, locked, so that no other transaction seals until this one ends. */
export function holdLog(tx: Tx): Promise<SealState> {
  return tx.one(sql`select size, settled_id, marked_id, marked_writers from seal_log for update`);
}

export async function getSize(db: Queryable): Promise<number> {
  return (await db.one<{ size: number }>(sql`select size from seal_log`)).size;
}

export async function storeState(tx: Tx, state: SealState): Promise<void> {
  await tx.run(sql`
    update seal_log set size = ${state.size}, settled_id = ${state.settledId}, marked_id = ${state.markedId},
      marked_writers = ${state.markedWriters}`);
}

const utcMicroseconds = sql`to_char(t.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
const transferColumns = sql`
  ${utcMicroseconds} as at, t.currency, t.amount, t.debit_player_id, t.debit_house, t.credit_player_id,
  t.credit_house, t.type, t.description, t.reference, t.idempotency_key`;

/** Transfers above an id that are not leaves yet, ordered by id. */
export function listUnsealed(tx: Tx, above: number, limit: number): Promise<TransferRow[]> {
  return tx.rows(sql`
    select t.id, ${transferColumns} from recorded_transfers t
    where t.id > ${above} and not exists (
      select from seal_leaves l where l.transfer_id = t.id and l.transfer_id > ${above})
    order by t.id limit ${limit}`);
}

export interface Leaf {
  index: number;
  transferId: number;
  salt: Buffer;
  hash: Buffer;
}

export async function insertLeaves(tx: Tx, leaves: readonly Leaf[]): Promise<void> {
  await tx.run(sql`
    insert into seal_leaves (leaf_index, transfer_id, salt, hash)
    select * from unnest(${leaves.map(({ index }) => index)}::bigint[],
      ${leaves.map(({ transferId }) => transferId)}::bigint[], ${leaves.map(({ salt }) => salt)}::bytea[],
      ${leaves.map(({ hash }) => hash)}::bytea[])`);
}

export async function insertNodes(tx: Tx, nodes: readonly TreeNode[]): Promise<void> {
  await tx.run(sql`
    insert into seal_nodes (level, node_index, hash)
    select * from unnest(${nodes.map(({ level }) => level)}::smallint[],
      ${nodes.map(({ index }) => index)}::bigint[], ${nodes.map(({ hash }) => hash)}::bytea[])`);
}

/** Hashes of leaves (level 0) and nodes, as far as they exist. */
export function readNodes(db: Queryable, places: readonly NodePlace[]): Promise<TreeNode[]> {
  return db.rows(sql`
    with wanted as (
      select * from unnest(${places.map(({ level }) => level)}::smallint[],
        ${places.map(({ index }) => index)}::bigint[]) as w (level, index)
    )
    select w.level, w.index, n.hash from wanted w join seal_nodes n on n.level = w.level and n.node_index = w.index
    union all
    select w.level, w.index, l.hash from wanted w join seal_leaves l on w.level = 0 and l.leaf_index = w.index`);
}

export async function readLeafHashes(db: Queryable, from: number, limit: number): Promise<Buffer[]> {
  const rows = await db.rows<{ hash: Buffer }>(sql`
    select hash from seal_leaves where leaf_index >= ${from} order by leaf_index limit ${limit}`);
  return rows.map(({ hash }) => hash);
}

export interface HeadRow {
  size: number;
  root: Buffer;
  sealedAt: Date;
  keyId: string;
  signature: Buffer;
}

/** Also notifies every process, since each caches the published data (`sealsChannel`). */
export async function insertHead(tx: Tx, head: HeadRow): Promise<void> {
  await tx.run(sql`
    insert into seal_heads (size, root, sealed_at, key_id, signature)
    values (${head.size}, ${head.root}, ${head.sealedAt}, ${head.keyId}, ${head.signature})`);
  await tx.run(sql`select pg_notify('seals', '')`);
}

export function findNewestHead(db: Queryable): Promise<HeadRow | undefined> {
  return db.row(sql`
    select size, root, sealed_at, key_id, signature from seal_heads order by size desc limit 1`);
}

export function listHeads(db: Queryable, after: number, limit: number): Promise<HeadRow[]> {
  return db.rows(sql`
    select size, root, sealed_at, key_id, signature from seal_heads where size > ${after} order by size limit ${limit}`);
}

const headsAtOnce = 1_000;

/** All heads, by size, a page at a time. */
export async function* readHeads(db: Queryable): AsyncGenerator<HeadRow> {
  for (let after = 0; ; ) {
    const page = await listHeads(db, after, headsAtOnce);
    yield* page;
    after = page.at(-1)?.size ?? after;
    if (page.length < headsAtOnce) return;
  }
}

export type OwnTransferRow = TransferRow & { leafIndex: number | null; salt: Buffer | null };

/** The player's own transfers among these, with their leaves if they are sealed. */
export function listOwnTransfers(
  db: Queryable,
  playerId: string,
  ids: readonly string[],
): Promise<OwnTransferRow[]> {
  return db.rows(sql`
    select t.id, ${transferColumns}, l.leaf_index, l.salt
    from recorded_transfers t left join seal_leaves l on l.transfer_id = t.id
    where t.id = any (${ids}::bigint[]) and ${playerId}::uuid in (t.debit_player_id, t.credit_player_id)`);
}

/** The transfer with this key, if it is sealed. */
export function findSealed(
  db: Queryable,
  idempotencyKey: string,
): Promise<(TransferRow & { leafIndex: number; salt: Buffer }) | undefined> {
  return db.row(sql`
    select t.id, ${transferColumns}, l.leaf_index, l.salt
    from recorded_transfers t join seal_leaves l on l.transfer_id = t.id where t.idempotency_key = ${idempotencyKey}`);
}

/** A leaf with its transfer, which may be missing. */
export type SealedRow = (TransferRow | { id: null }) & {
  leafIndex: number;
  transferId: number;
  salt: Buffer;
  hash: Buffer;
};

/** Leaves from an index on, with their transfers as far as those still exist; ordered by index. */
export function listSealed(db: Queryable, from: number, limit: number): Promise<SealedRow[]> {
  return db.rows(sql`
    select l.leaf_index, l.transfer_id, l.salt, l.hash, t.id, ${transferColumns}
    from seal_leaves l left join recorded_transfers t on t.id = l.transfer_id
    where l.leaf_index >= ${from} order by l.leaf_index limit ${limit}`);
}

/** The nodes among these that are stored with a different hash or not at all. */
export async function findOtherNodes(
  db: Queryable,
  nodes: readonly TreeNode[],
  limit: number,
): Promise<NodePlace[]> {
  return db.rows(sql`
    select c.level, c.index
    from unnest(${nodes.map(({ level }) => level)}::smallint[], ${nodes.map(({ index }) => index)}::bigint[],
      ${nodes.map(({ hash }) => hash)}::bytea[]) as c (level, index, hash)
    left join seal_nodes n on n.level = c.level and n.node_index = c.index
    where n.hash is distinct from c.hash order by c.level, c.index limit ${limit}`);
}

export interface Counts {
  leaves: number;
  nodes: number;
  size: number;
  settledId: number;
}

export function countSealed(db: Queryable): Promise<Counts> {
  return db.one(sql`
    select (select count(*) from seal_leaves) as leaves, (select count(*) from seal_nodes) as nodes, size, settled_id
    from seal_log`);
}

/** Transfers that should have been sealed but are not. */
export async function listUnsealedTransfers(
  db: Queryable,
  settledId: number,
  limit: number,
): Promise<number[]> {
  const rows = await db.rows<{ id: number }>(sql`
    select t.id from recorded_transfers t left join seal_leaves l on l.transfer_id = t.id
    where t.id <= ${settledId} and l.transfer_id is null order by t.id limit ${limit}`);
  return rows.map(({ id }) => id);
}
