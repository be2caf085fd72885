import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { runMigrations as migrateJobs } from 'graphile-worker';
import type pg from 'pg';
import { connectAtStart } from './connect-at-start.ts';
import {
  applyFunctions,
  createFunctionFiles,
  type FunctionSources,
  forgetApplied,
  readFunctions,
} from './functions.ts';
import { primaryOf } from './primary.ts';

const folder = new URL('../../../db/migrations/', import.meta.url);
/** Any number that nothing else locks: one migrating process at a time. */
const migrationLock = 7_414_001;
/** A migration may run as long as it needs, but must not wait for locks: everybody behind it would wait too. */
const lockWithinMs = 30_000;

export interface Migration {
  name: string;
  text: string;
  checksum: string;
}

export async function readMigrations(): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(new URL(name, folder), 'utf8');
      return { name, text, checksum: createHash('sha256').update(text).digest('hex') };
    }),
  );
}

async function applyNew(client: pg.Client): Promise<string[]> {
  await client.query(
    'create table if not exists migrations (name text primary key, checksum text not null, applied_at timestamptz not null default now())',
  );
  const applied = new Map<string, string>(
    (await client.query('select name, checksum from migrations')).rows.map((row) => [row.name, row.checksum]),
  );
  const fresh: string[] = [];
  for (const migration of await readMigrations()) {
    const known = applied.get(migration.name);
    if (known === migration.checksum) continue;
    if (known) {
      throw new Error(
        `the migration ${migration.name} is another than the one that was applied to this database: its file was changed, or belongs to another release. Nothing was done. Bring the file back as it was released (git checkout db/migrations); what is to change comes in a new migration`,
      );
    }
    await client.query('begin');
    try {
      await client.query(migration.text);
      await forgetApplied(client);
      await client.query('insert into migrations (name, checksum) values ($1, $2)', [
        migration.name,
        migration.checksum,
      ]);
      await client.query('commit');
    } catch (error) {
      await client.query('rollback');
      throw new Error(`Migration ${migration.name} failed: ${(error as Error).message}`, { cause: error });
    }
    fresh.push(migration.name);
  }
  return fresh;
}

const oldestVersion = 18;

/**
 * Ids are made by `uuidv7()`, which came with PostgreSQL 18.
 * @throws one line that names the version found
 */
export async function demandVersion(client: Pick<pg.Client, 'query'>): Promise<void> {
  const { rows } = await client.query('show server_version');
  const { server_version: version } = rows[0] as { server_version: string };
  if (Number.parseInt(version, 10) >= oldestVersion) return;
  throw new Error(`PostgreSQL ${oldestVersion} or newer is needed, the database is PostgreSQL ${version}`);
}

/**
 * Brings the database at `connectionString` up to date, graphile-worker's own tables and our functions included. Safe to
 * call from many processes at once: an advisory lock lets one work while the others wait and then find nothing to do.
 * @returns names of the migrations that this call applied
 */
export async function migrate(connectionString: string, functions?: FunctionSources): Promise<string[]> {
  const client = await connectAtStart(connectionString);
  try {
    await demandVersion(client);
    await client.query('select pg_advisory_lock($1)', [migrationLock]);
    // Anyone who waits for a table stops everybody behind it: better to fail, and to be started again.
    await client.query(`set lock_timeout = ${lockWithinMs}`);
    await migrateJobs({ connectionString: primaryOf(connectionString).url });
    await createFunctionFiles(client);
    const applied = await applyNew(client);
    await applyFunctions(client, functions ?? (await readFunctions()));
    return applied;
  } finally {
    await client.end();
  }
}
