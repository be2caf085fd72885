// SPDX-License-Identifier: Apache-2.0

import sql, { join, raw, type Sql } from 'sql-template-tag';
import type { Queryable, Tx } from '../db/database.ts';
import { type MonthPart, toTableName } from './month-part-store.ts';
import type { PartedTable } from './parted-table.ts';

export type ArchiveState = 'writing' | 'written' | 'dropped';

export interface ArchiveRow {
  part: string;
  tableName: string;
  untilKey: string;
  state: ArchiveState;
  rowCount: number | null;
  manifestHash: Buffer | null;
  begunAt: Date;
  droppedAt: Date | null;
}

export interface ChunkRow {
  number: number;
  firstKey: string;
  lastKey: string;
  rowCount: number;
  byteCount: number;
  hash: Buffer;
}

const archiveColumns = sql`part, table_name, until_key, state, row_count, manifest_hash, begun_at, dropped_at`;
const chunkColumns = sql`number, first_key, last_key, row_count, byte_count, hash`;
const inMonths = (part: string) => sql`months.${toTableName(part)}`;
/** A table for the rows that stay in the database; it will replace the part. */
const getStayingTable = (part: string) => inMonths(`${part}_staying`);

export function listArchives(db: Queryable): Promise<ArchiveRow[]> {
  return db.rows(sql`select ${archiveColumns} from archives order by table_name, part`);
}

/** The moment from which a table's rows are in the database; null if all of them are. */
export async function findArchivedBefore(db: Queryable, table: string): Promise<Date | null> {
  const { before } = await db.one<{ before: Date | null }>(sql`
    select max(to_date(substring(part from '\\d{4}_\\d{2}$'), 'YYYY_MM') + interval '1 month') at time zone 'UTC' as before
    from archives where table_name = ${table} and state = 'dropped'`);
  return before;
}

export function findArchive(db: Queryable, part: string): Promise<ArchiveRow | undefined> {
  return db.row(sql`select ${archiveColumns} from archives where part = ${part}`);
}

export function holdArchive(tx: Tx, part: string): Promise<ArchiveRow | undefined> {
  return tx.row(sql`select ${archiveColumns} from archives where part = ${part} for update`);
}

/** Undefined if another process holds it. */
export function tryToHoldArchive(tx: Tx, part: string): Promise<ArchiveRow | undefined> {
  return tx.row(sql`select ${archiveColumns} from archives where part = ${part} for update skip locked`);
}

export function listChunks(db: Queryable, part: string): Promise<ChunkRow[]> {
  return db.rows(sql`select ${chunkColumns} from archive_chunks where part = ${part} order by number`);
}

export function findLastChunk(db: Queryable, part: string): Promise<ChunkRow | undefined> {
  return db.row(sql`
    select ${chunkColumns} from archive_chunks where part = ${part} order by number desc limit 1`);
}

/**
 * The chunks that may hold an archived key, newest first; one of them has all its rows. Several if keys do not ascend
 * with time.
 */
export function findChunks(
  db: Queryable,
  table: string,
  key: string,
): Promise<(ChunkRow & { part: string })[]> {
  return db.rows(sql`
    select c.part, c.number, c.first_key, c.last_key, c.row_count, c.byte_count, c.hash
    from archives a join archive_chunks c using (part)
    where a.table_name = ${table} and a.state = 'dropped' and c.first_key <= ${key} and c.last_key >= ${key}
    order by c.part desc, c.number`);
}

export async function isUnderWay(tx: Tx, question: Sql): Promise<boolean> {
  return (await tx.one<{ is: boolean }>(sql`select (${question}) as is`)).is;
}

/** Records that a part is being archived. @returns false if that was recorded before */
export async function insertArchive(tx: Tx, table: string, { part, until }: MonthPart): Promise<boolean> {
  const added = await tx.run(sql`
    insert into archives (part, table_name, until_key) values (${part}, ${table}, ${until})
    on conflict do nothing`);
  return added === 1;
}

/** Closes the part to writers. When this returns, earlier writes have ended. */
export async function closePart(tx: Tx, part: string): Promise<void> {
  await tx.run(sql`
    create trigger closed_month before insert on ${inMonths(part)}
    for each row execute function refuse_closed_month()`);
}

/** A bound comes from the catalogue, as an id or a timestamp. */
function toBound(text: string) {
  if (!/^[\w :.+-]+$/.test(text)) throw new Error(`${text} is no bound`);
  return raw(`'${text}'`);
}

/**
 * Whether a release has changed the table since the copy was made. The copy is no partition, so it did not change along,
 * and could not replace the part without the table's current columns and constraints.
 */
export async function isOutdated(db: Queryable, table: string, part: string): Promise<boolean> {
  const copy = sql`${`months.${part}_staying`}::regclass`;
  const { is } = await db.one<{ is: boolean }>(sql`
    select array_agg(attname || ' ' || format_type(atttypid, atttypmod) || ' ' || attnotnull order by attnum)
        filter (where attrelid = ${`months.${part}`}::regclass) is distinct from
      array_agg(attname || ' ' || format_type(atttypid, atttypmod) || ' ' || attnotnull order by attnum)
        filter (where attrelid = ${copy})
      or exists (
        select conname, pg_get_expr(conbin, conrelid) from pg_constraint where conrelid = ${table}::regclass and contype = 'c'
        except select conname, pg_get_expr(conbin, conrelid) from pg_constraint where conrelid = ${copy}) as is
    from pg_attribute where attnum > 0 and not attisdropped and attrelid in (${`months.${part}`}::regclass, ${copy})`);
  return is;
}

/** A table with the same keys, references and bounds as the part, so that it can replace it without a scan. */
export async function makeBeside(
  tx: Tx,
  table: PartedTable,
  { part, bounds, until }: MonthPart,
): Promise<void> {
  await tx.run(sql`drop table if exists ${getStayingTable(part)}`);
  await tx.run(sql`
    create table ${getStayingTable(part)} (like ${toTableName(table.name)} including defaults including constraints including indexes)`);
  const references = await tx.rows<{ name: string; definition: string }>(sql`
    select conname as name, pg_get_constraintdef(oid) as definition from pg_constraint
    where conrelid = to_regclass(${table.name}) and contype = 'f'`);
  for (const { name, definition } of references) {
    await tx.run(
      sql`alter table ${getStayingTable(part)} add constraint ${toTableName(name)} ${raw(definition)}`,
    );
  }
  // With both bounds PostgreSQL knows that the rows fit; otherwise it would scan them all while nobody can read the
  // table.
  const key = toTableName(table.key);
  const from = /FROM \('([^']+)'\)/.exec(bounds)?.[1];
  const isWithin = join(
    [sql`${key} < ${toBound(until)}`, ...(from ? [sql`${key} >= ${toBound(from)}`] : [])],
    ' and ',
  );
  await tx.run(sql`alter table ${getStayingTable(part)} add constraint lies_within check (${isWithin})`);
}

export interface ArchivedLine {
  key: string;
  line: string;
}

const getSortKey = ({ key, sortedBy }: Pick<PartedTable, 'key' | 'sortedBy'>) =>
  sortedBy ? sql`(${sortedBy}) collate "C"` : sql`r.${toTableName(key)}`;

/** The rows of a part between two keys, in the order of the archive. */
export function findChunksBetween(
  db: Queryable,
  part: string,
  from: string,
  to: string,
): Promise<ChunkRow[]> {
  return db.rows(sql`
    select ${chunkColumns} from archive_chunks
    where part = ${part} and first_key collate "C" <= ${to} and last_key collate "C" >= ${from} order by number`);
}

/** A closed part gets no more writes, so this makes nothing wait. */
export async function sortPart(tx: Tx, { sortedBy }: PartedTable, part: string): Promise<void> {
  if (!sortedBy) return;
  const found = await tx.row(sql`select from pg_class where oid = to_regclass(${`months.${part}_sorted`})`);
  if (!found)
    await tx.run(
      sql`create index ${toTableName(`${part}_sorted`)} on ${inMonths(part)} ((${sortedBy}) collate "C")`,
    );
}

/** The next rows after a key, as lines of JSON, including all rows of the last key. */
export async function readLines(
  tx: Tx,
  { thenBy, row, ...table }: PartedTable,
  part: string,
  after: string | undefined,
  limit: number,
): Promise<ArchivedLine[]> {
  await tx.run(sql`set local timezone = 'UTC'`);
  const key = getSortKey(table);
  const further = after === undefined ? sql`true` : sql`${key} > ${after}`;
  const order = join([key, ...(thenBy ? [toTableName(thenBy)] : [])]);
  return tx.rows(sql`
    select (${key})::text as key, (${row})::text as line from ${inMonths(part)} r
    where ${further} and ${key} <= (
      select last from (select ${key} as last from ${inMonths(part)} r where ${further} order by ${key} limit ${limit}) next
      order by last desc limit 1)
    order by ${order}`);
}

/** Records a stored object, and copies those of its rows that stay. */
export async function insertChunk(tx: Tx, table: PartedTable, part: string, chunk: ChunkRow): Promise<void> {
  const { number, firstKey, lastKey, rowCount, byteCount, hash } = chunk;
  await tx.run(sql`
    insert into archive_chunks (part, number, first_key, last_key, row_count, byte_count, hash)
    values (${part}, ${number}, ${firstKey}, ${lastKey}, ${rowCount}, ${byteCount}, ${hash})`);
  if (table.staying) {
    const key = toTableName(table.key);
    await tx.run(sql`
      insert into ${getStayingTable(part)} select r.* from ${inMonths(part)} r
      where r.${key} >= ${firstKey} and r.${key} <= ${lastKey} and (${table.staying})`);
  }
}

export async function countRows(db: Queryable, part: string): Promise<number> {
  return (await db.one<{ count: number }>(sql`select count(*) as count from ${inMonths(part)}`)).count;
}

export async function setWritten(
  tx: Tx,
  part: string,
  { rowCount, manifestHash }: { rowCount: number; manifestHash: Buffer },
): Promise<void> {
  await tx.run(sql`
    update archives set state = 'written', row_count = ${rowCount}, manifest_hash = ${manifestHash}
    where part = ${part} and state = 'writing'`);
}

/** Starts the copy over; the rows are all still there. */
export async function forgetCopy(tx: Tx, table: PartedTable, month: MonthPart): Promise<void> {
  const { part } = month;
  await tx.run(sql`delete from archive_chunks where part = ${part}`);
  await tx.run(sql`
    update archives set state = 'writing', row_count = null, manifest_hash = null where part = ${part}`);
  if (table.staying) await makeBeside(tx, table, month);
}

/** Tries for the lock repeatedly, briefly each time; the transaction's work so far is kept. */
async function lockInSteps(tx: Tx, table: string): Promise<void> {
  await tx.run(sql`select lock_in_steps(${table}::text)`);
}

/** Drops the part from the database; the table with the rows that stay replaces it. */
export async function dropPart(tx: Tx, table: PartedTable, { part, bounds }: MonthPart): Promise<void> {
  if (table.beforeDrop) await lockInSteps(tx, table.name);
  await tx.run(sql`alter table ${toTableName(table.name)} detach partition ${inMonths(part)}`);
  await tx.run(sql`drop table ${inMonths(part)}`);
  if (table.staying) {
    await tx.run(sql`alter table ${getStayingTable(part)} rename to ${toTableName(part)}`);
    await tx.run(sql`
      alter table ${toTableName(table.name)} attach partition ${inMonths(part)} ${raw(bounds)}`);
    await tx.run(sql`select guard_month_part(${table.name}::text, ${part}::text)`);
  }
  await tx.run(sql`update archives set state = 'dropped', dropped_at = now() where part = ${part}`);
}
