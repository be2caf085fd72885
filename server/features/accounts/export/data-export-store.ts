// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import type { DataExport } from '../../../../contract/data-export.ts';
import type { Database, Queryable, Tx } from '../../../platform/db/database.ts';
import { deleteInBatches } from '../../../platform/db/delete-in-batches.ts';

export interface DataExportRow {
  id: string;
  playerId: string;
  status: DataExport['status'];
  run: number;
  failures: number;
  sectionsDone: number;
  sectionCount: number;
  askedAt: Date;
  endedAt: Date | null;
  bytes: number | null;
  expiresAt: Date | null;
}

const columns = sql`id, player_id, status, run, failures, sections_done, section_count, asked_at, ended_at, bytes, expires_at`;

/** Adds a waiting export. A player can have only one waiting or in progress; undefined if they already have one. */
export function insertExport(
  tx: Tx,
  { playerId, sectionCount, askedAt }: Pick<DataExportRow, 'playerId' | 'sectionCount' | 'askedAt'>,
): Promise<DataExportRow | undefined> {
  return tx.row<DataExportRow>(sql`
    insert into data_exports (player_id, section_count, asked_at, due_at)
    values (${playerId}, ${sectionCount}, ${askedAt}, ${askedAt})
    on conflict (player_id) where status in ('queued', 'working') do nothing
    returning ${columns}`);
}

export function findLatest(db: Queryable, playerId: string): Promise<DataExportRow | undefined> {
  return db.row<DataExportRow>(sql`
    select ${columns} from data_exports where player_id = ${playerId} order by asked_at desc, id desc limit 1`);
}

/** The player's export that is waiting or in progress. */
export function findRunning(db: Queryable, playerId: string): Promise<DataExportRow | undefined> {
  return db.row<DataExportRow>(sql`
    select ${columns} from data_exports where player_id = ${playerId} and status in ('queued', 'working')`);
}

/** An export, if it belongs to the player. */
export function findExport(
  db: Queryable,
  { id, playerId }: { id: string; playerId: string },
): Promise<DataExportRow | undefined> {
  return db.row<DataExportRow>(
    sql`select ${columns} from data_exports where id = ${id} and player_id = ${playerId}`,
  );
}

export function listExports(db: Queryable, playerId: string): Promise<DataExportRow[]> {
  return db.rows<DataExportRow>(
    sql`select ${columns} from data_exports where player_id = ${playerId} order by asked_at, id`,
  );
}

/**
 * When a player requested the export that precedes their latest `count`; undefined without one. Failed ones do not
 * count.
 */
export async function findAskedBefore(
  db: Queryable,
  playerId: string,
  count: number,
): Promise<Date | undefined> {
  const row = await db.row<{ askedAt: Date }>(sql`
    select asked_at from data_exports where player_id = ${playerId} and status <> 'failed'
    order by asked_at desc, id desc offset ${count} limit 1`);
  return row?.askedAt;
}

/** How many exports a player has requested since then. Failed ones do not count. */
export async function countSince(db: Queryable, playerId: string, since: Date): Promise<number> {
  const { count } = await db.one<{ count: number }>(sql`
    select count(*) from data_exports where player_id = ${playerId} and asked_at > ${since} and status <> 'failed'`);
  return count;
}

/**
 * Takes the export that has been due longest, including one whose process has gone silent. Only one process has it at a
 * time.
 */
export function takeDue(
  db: Queryable,
  { now, heldUntil }: { now: Date; heldUntil: Date },
): Promise<DataExportRow | undefined> {
  return db.row<DataExportRow>(sql`
    update data_exports set status = 'working', run = run + 1, due_at = ${heldUntil}
    where id = (
      select id from data_exports where status in ('queued', 'working') and due_at <= ${now}
      order by due_at limit 1 for update skip locked)
    returning ${columns}`);
}

type Held = Pick<DataExportRow, 'id' | 'run'>;
const isHeld = ({ id, run }: Held) => sql`id = ${id} and run = ${run} and status = 'working'`;

/** Stores the progress and extends the lease; undefined if another process has taken over the export, or it is gone. */
export function noteProgress(
  tx: Tx,
  held: Held,
  { sectionsDone, heldUntil }: { sectionsDone: number; heldUntil: Date },
): Promise<DataExportRow | undefined> {
  return tx.row<DataExportRow>(sql`
    update data_exports set sections_done = ${sectionsDone}, due_at = ${heldUntil} where ${isHeld(held)}
    returning ${columns}`);
}

export function markReady(
  tx: Tx,
  held: Held,
  { bytes, endedAt, expiresAt }: { bytes: number; endedAt: Date; expiresAt: Date },
): Promise<DataExportRow | undefined> {
  return tx.row<DataExportRow>(sql`
    update data_exports set status = 'ready', sections_done = section_count, bytes = ${bytes}, ended_at = ${endedAt},
      expires_at = ${expiresAt}
    where ${isHeld(held)} returning ${columns}`);
}

/** Releases the export; the next run takes it at `dueAt`. */
export async function putBack(
  tx: Tx,
  held: Held,
  { failures, dueAt }: { failures: number; dueAt: Date },
): Promise<void> {
  await tx.run(sql`
    update data_exports set failures = ${failures}, due_at = ${dueAt} where ${isHeld(held)}`);
}

export function giveUp(tx: Tx, held: Held, endedAt: Date): Promise<DataExportRow | undefined> {
  return tx.row<DataExportRow>(sql`
    update data_exports set status = 'failed', failures = failures + 1, ended_at = ${endedAt}
    where ${isHeld(held)} returning ${columns}`);
}

/** Ready exports that have expired, at most `limit` of them. */
export function listExpired(db: Queryable, now: Date, limit: number): Promise<Held[]> {
  return db.rows<Held>(sql`
    select id, run from data_exports where status = 'ready' and expires_at <= ${now} order by expires_at limit ${limit}`);
}

export async function markExpired(db: Queryable, { id }: Held): Promise<void> {
  await db.run(sql`update data_exports set status = 'expired' where id = ${id} and status = 'ready'`);
}

/** Which of these exports are ready for download, waiting or in progress. */
export async function listKept(db: Queryable, ids: readonly string[]): Promise<Set<string>> {
  const rows = await db.rows<{ id: string }>(sql`
    select id from data_exports where id = any (${[...ids]}::uuid[]) and status in ('ready', 'queued', 'working')`);
  return new Set(rows.map(({ id }) => id));
}

/** Deletes failed and expired exports requested before `before`, long after their archives are gone. */
export async function forgetOld(db: Database, before: Date): Promise<void> {
  await deleteInBatches(
    db.reports,
    sql`data_exports`,
    sql`asked_at < ${before} and status in ('failed', 'expired')`,
  );
}

/**
 * Ends all of a player's exports but keeps counting them, so that deleting and restoring the account does not raise the
 * daily limit. Returns those with an archive.
 */
export function endExports(tx: Tx, playerId: string, now: Date): Promise<Held[]> {
  return tx.rows<Held>(sql`
    with open as (
      select id, status from data_exports
      where player_id = ${playerId} and status in ('queued', 'working', 'ready') for update
    ), ended as (
      update data_exports e set status = 'expired', ended_at = coalesce(ended_at, ${now}), bytes = coalesce(bytes, 0),
        expires_at = ${now}
      from open where e.id = open.id
      returning e.id, e.run, open.status as was)
    select id, run from ended where was = 'ready'`);
}

/** Deletes all of a player's exports; returns those with an archive. */
export function forgetExports(tx: Tx, playerId: string): Promise<Held[]> {
  return tx.rows<Held>(sql`
    with gone as (delete from data_exports where player_id = ${playerId} returning id, run, status)
    select id, run from gone where status = 'ready'`);
}
