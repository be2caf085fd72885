// SPDX-License-Identifier: Apache-2.0

import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import type pg from 'pg';
import { tryForLocks } from './try-for-locks.ts';

/**
 * The functions and views of the database, from `db/functions`: one file per owner, with the current text of each. They
 * are applied after the migrations (docs/decisions/0025).
 */
export interface FunctionSources {
  /** Rises with every change: of two server versions on one database, the one with the lower number changes nothing. */
  revision: number;
  /** In the order in which they are applied. */
  files: readonly FunctionFile[];
}

interface FunctionFile {
  name: string;
  text: string;
  checksum: string;
}

const folder = new URL('../../../db/functions/', import.meta.url);
/**
 * In the direction of imports: features use platform and ledger but not each other, so their order does not matter. The
 * audit log reads views that others provide for it.
 */
const first = ['platform-live.sql', 'platform.sql', 'ledger.sql'];
const last = ['audit-log.sql'];

const toChecksum = (text: string) => createHash('sha256').update(text).digest('hex');

async function readFiles(): Promise<FunctionFile[]> {
  const found = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  const between = found.filter((name) => !first.includes(name) && !last.includes(name));
  const names = [...first, ...between, ...last];
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(new URL(name, folder), 'utf8');
      return { name, text, checksum: toChecksum(text) };
    }),
  );
}

/** Contains the number of the current texts; written by `scripts/number-functions.ts`. */
export const revisionFile = new URL('revision.json', folder);

export interface Revision {
  revision: number;
  /** Of all files together. */
  checksum: string;
}

export async function readRevision(): Promise<Revision> {
  return JSON.parse(await readFile(revisionFile, 'utf8'));
}

/** The checksum that `revision.json` should have for the files. */
export async function getChecksum(): Promise<string> {
  const files = await readFiles();
  return toChecksum(files.map(({ name, checksum }) => `${name} ${checksum}\n`).join(''));
}

export async function readFunctions(): Promise<FunctionSources> {
  const [{ revision }, files] = await Promise.all([readRevision(), readFiles()]);
  return { revision, files };
}

export async function createFunctionFiles(client: pg.Client): Promise<void> {
  await client.query(
    'create table if not exists function_files (name text primary key, checksum text not null, revision integer not null, applied_at timestamptz not null default now())',
  );
}

/**
 * Marks every file to be applied again: a migration may drop or replace a file's objects. Part of the migration's
 * transaction, so that it takes effect even if the process ends before the files are applied.
 */
export async function forgetApplied(client: pg.Client): Promise<void> {
  await client.query("update function_files set checksum = ''");
}

/**
 * Replacing a view needs a moment without readers, and while we wait for it, new readers queue behind us: one long
 * report would stop purchases and entries. So the wait is shorter than the second after which PostgreSQL looks for
 * deadlocks, and the whole step is retried.
 */
const lockWithinMs = 400;
const maxTries = 120;

/**
 * Applies the files whose text differs from the database's, all in one transaction. A process of an older version that
 * restarts beside newer ones changes nothing. The caller holds the migration lock and has called `createFunctionFiles`.
 * @throws if a file is faulty, or its objects stayed locked for a minute
 */
export async function applyFunctions(client: pg.Client, sources: FunctionSources): Promise<void> {
  await tryForLocks(() => applyChanged(client, sources), maxTries);
}

async function applyChanged(client: pg.Client, { revision, files }: FunctionSources): Promise<void> {
  const { rows: applied } = await client.query<{ name: string; checksum: string; revision: number }>(
    'select name, checksum, revision from function_files',
  );
  if (applied.some((file) => file.revision > revision)) return;
  const checksums = new Map(applied.map(({ name, checksum }) => [name, checksum]));
  const changed = files.filter(({ name, checksum }) => checksums.get(name) !== checksum);
  if (changed.length === 0 && applied.every((file) => file.revision === revision)) return;
  await client.query('begin');
  try {
    await client.query(`set local lock_timeout = ${lockWithinMs}`);
    await lockViews(client, changed);
    for (const file of changed) await applyFile(client, file);
    await client.query('delete from function_files where name <> all ($1)', [files.map(({ name }) => name)]);
    await client.query('update function_files set revision = $1', [revision]);
    for (const { name, checksum } of changed) {
      await client.query(
        `insert into function_files (name, checksum, revision) values ($1, $2, $3)
         on conflict (name) do update set checksum = excluded.checksum, applied_at = now()`,
        [name, checksum, revision],
      );
    }
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}

/**
 * Locks the views to be replaced in the order in which their readers lock them: composed views first. Otherwise we
 * would hold an inner view and wait for an outer one, whose readers wait for the inner one: forever, if there always is
 * a reader. `lock table` would lock the underlying tables too; resetting an option that a view does not have locks only
 * the view.
 */
async function lockViews(client: pg.Client, files: readonly FunctionFile[]): Promise<void> {
  const replaced = files.flatMap(({ text }) =>
    [...text.matchAll(/^create or replace view (\w+)/gm)].map(([, name]) => name),
  );
  const { rows } = await client.query<{ view: string }>(
    `with recursive uses as (
      select distinct r.ev_class as view, d.refobjid as used
      from pg_depend d join pg_rewrite r on r.oid = d.objid join pg_class c on c.oid = d.refobjid and c.relkind = 'v'
      where d.classid = 'pg_rewrite'::regclass and d.refclassid = 'pg_class'::regclass and d.refobjid <> r.ev_class
    ), depth as (
      select oid as view, 0 as depth from pg_class where relkind = 'v' and relnamespace = 'public'::regnamespace
      union all select u.used, depth + 1 from depth d join uses u on u.view = d.view
    )
    select c.relname as view from depth join pg_class c on c.oid = depth.view
    where c.relname = any ($1) group by 1 order by max(depth), 1`,
    [replaced],
  );
  for (const { view } of rows) await client.query(`alter view ${view} reset (security_barrier)`);
}

async function applyFile(client: pg.Client, { name, text }: FunctionFile): Promise<void> {
  try {
    await client.query(text);
  } catch (error) {
    throw new Error(`db/functions/${name} failed: ${(error as Error).message}`, { cause: error });
  }
}
