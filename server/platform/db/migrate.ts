// SPDX-License-Identifier: Apache-2.0

import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import type { Logger } from '../log.ts';
import type { Objects } from '../objects/objects.ts';
import { connectAtStart, connectsWithinMs } from '../postgres/connect-at-start.ts';
import { withoutTransactionTimeout } from '../postgres/limits.ts';
import { getPrimary } from '../postgres/primary.ts';
import { toUnavailable } from '../postgres/unavailable.ts';
import { createTables, readBaseline } from './baseline.ts';
import {
  applyFunctions,
  createFunctionFiles,
  type FunctionSources,
  forgetApplied,
  readFunctions,
} from './functions.ts';
import { loadArchives, loadsArchives } from './load-archives.ts';
import { logMigrations } from './log-migrations.ts';
import { tryForLocks } from './try-for-locks.ts';

const folder = new URL('../../../db/migrations/', import.meta.url);
/** An arbitrary number that no other lock uses: one process migrates at a time. */
const migrationLock = 7_414_001;
const askAgainMs = 200;
/** The last migration of graphile-worker's own tables in the installed version. */
export const newestOfJobs = 20;
/** A migration may run as long as necessary, but must not wait long for locks: everything behind it would wait too. */
const maxTries = 120;

/**
 * The first line of a migration that PostgreSQL refuses in a transaction, or that commits itself. It must be
 * repeatable.
 */
const outside = /^-- Outside a transaction: /;
const madeConcurrently = /^create (?:unique )?index concurrently (\w+)\s+on (\w+[.])?/m;
const endOfStatement = /;\s*$/m;

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

async function note(client: pg.Client, { name, checksum }: Migration): Promise<void> {
  await forgetApplied(client);
  await client.query('insert into migrations (name, checksum) values ($1, $2)', [name, checksum]);
}

/** Outside its transaction: the duration is known only after the commit. */
async function noteDuration(
  client: pg.Client,
  { name }: Migration,
  run: { ms: number; release: string },
): Promise<void> {
  await client.query('update migrations set took_ms = $2, release = $3 where name = $1', [
    name,
    Math.round(run.ms),
    run.release,
  ]);
}

/** Applies all of it or nothing, and records its name in the same transaction. */
async function applyWhole(
  client: pg.Client,
  migration: Migration,
  { lockMs, openObjects }: { lockMs: number; openObjects: MigrateOptions['openObjects'] },
): Promise<void> {
  await client.query('begin');
  try {
    await client.query(`set local lock_timeout = ${lockMs}`);
    if (openObjects && migration.name === loadsArchives) await loadArchives(client, openObjects);
    await client.query(migration.text);
    await note(client, migration);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}

/** Safe to repeat after an interruption: an unfinished index remains invalid, so it is dropped first. */
export async function applyOutside(client: pg.Client, migration: Migration): Promise<void> {
  // PostgreSQL would run several statements sent together as one transaction. Without an index, the file is a single
  // statement.
  const makesIndexes = madeConcurrently.test(migration.text);
  for (const statement of makesIndexes ? migration.text.split(endOfStatement) : [migration.text]) {
    const [, index, schema = ''] = madeConcurrently.exec(statement) ?? [];
    if (index) await client.query(`drop index concurrently if exists ${schema}${index}`);
    await client.query(statement);
  }
  await note(client, migration);
}

/** Polls for the lock: a waiting session would block an index that is being built concurrently. */
async function takeLock(client: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query('select pg_try_advisory_lock($1) as is_mine', [migrationLock]);
    if (rows[0].is_mine) return;
    await wait(askAgainMs);
  }
}

/** Loads graphile-worker only if there is something to migrate: a serving process would keep it in memory. */
async function migrateJobs(client: pg.Client, connectionString: string): Promise<void> {
  const { rows: tables } = await client.query("select to_regclass('graphile_worker.migrations') as found");
  if (tables[0].found) {
    const { rows } = await client.query('select max(id) as id from graphile_worker.migrations');
    if (rows[0].id === newestOfJobs) return;
  }
  const { runMigrations } = await import('graphile-worker');
  await runMigrations({ connectionString: getPrimary(connectionString).url });
}

/** `took_ms` and `release` came later; checked first, since `add column if not exists` locks the table either way. */
async function createMigrations(client: pg.Client): Promise<void> {
  await client.query(
    'create table if not exists migrations (name text primary key, checksum text not null, applied_at timestamptz not null default now())',
  );
  const { rows } = await client.query(
    "select from pg_attribute where attrelid = 'migrations'::regclass and attname = 'took_ms'",
  );
  if (rows.length > 0) return;
  await tryForLocks(async (lockMs) => {
    await client.query(`set lock_timeout = ${lockMs}`);
    await client
      .query('alter table migrations add column took_ms bigint, add column release text')
      .finally(() => client.query('reset lock_timeout'));
  }, maxTries);
}

/** The last migration before the remaining ones: a database must have it, or start from the baseline. */
export const lastBefore = '0138_limits_noted.sql';
const lastReleaseBefore = 'dc915e32';

async function readApplied(client: pg.Client): Promise<Map<string, string>> {
  const { rows } = await client.query('select name, checksum from migrations');
  return new Map(rows.map((row) => [row.name, row.checksum]));
}

/** Creates the tables of a new database, and records the migrations that they contain. @returns their names */
async function beginAnew(client: pg.Client, functions: FunctionSources): Promise<string[]> {
  const baseline = await readBaseline();
  const contained = (await readMigrations()).filter(({ name }) => baseline.contains.has(name));
  await client.query('begin');
  try {
    await createTables(client, baseline, functions);
    for (const migration of contained) await note(client, migration);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw new Error(`db/baseline failed: ${(error as Error).message}`, { cause: error });
  }
  return contained.map(({ name }) => name);
}

/**
 * @throws one line that names the release to upgrade through, if the database is of a release too old to upgrade
 * directly
 */
async function demandUpgradable(client: pg.Client): Promise<void> {
  const applied = await readApplied(client);
  const { contains } = await readBaseline();
  if (applied.has(lastBefore) || [...contains].some((name) => applied.has(name))) return;
  throw new Error(
    `this database is from an earlier release (${[...applied.keys()].sort().at(-1)}): start commit ${lastReleaseBefore} on it first, then this one. Nothing was changed`,
  );
}

async function applyNew(
  client: pg.Client,
  functions: FunctionSources,
  { log, openObjects, release = '' }: MigrateOptions,
): Promise<string[]> {
  await createMigrations(client);
  const isNew = (await readApplied(client)).size === 0;
  const begun = isNew ? await beginAnew(client, functions) : [];
  if (!isNew) await demandUpgradable(client);
  const applied = await readApplied(client);
  const fresh: Migration[] = [];
  for (const migration of await readMigrations()) {
    const known = applied.get(migration.name);
    if (known === migration.checksum) continue;
    if (known) {
      throw new Error(
        `the migration ${migration.name} differs from the one this database has: its file was edited, or is from another release. Nothing was changed. Restore the released file (git checkout db/migrations), and put changes in a new migration`,
      );
    }
    fresh.push(migration);
  }
  const progress = logMigrations(log, fresh.length);
  for (const migration of fresh) {
    try {
      const ms = await progress.of(migration.name, () =>
        tryForLocks(
          (lockMs) =>
            outside.test(migration.text)
              ? applyOutside(client, migration)
              : applyWhole(client, migration, { lockMs, openObjects }),
          maxTries,
        ),
      );
      await noteDuration(client, migration, { ms, release });
    } catch (error) {
      const cause = toUnavailable(error);
      throw new Error(`Migration ${migration.name} failed: ${(error as Error).message}`, { cause });
    }
  }
  progress.end();
  return [...begun, ...fresh.map(({ name }) => name)];
}

export const oldestVersion = 15;

/** @throws one line that names the version found */
export async function demandVersion(client: Pick<pg.Client, 'query'>): Promise<void> {
  const { rows } = await client.query('show server_version');
  const { server_version: version } = rows[0] as { server_version: string };
  if (Number.parseInt(version, 10) >= oldestVersion) return;
  throw new Error(`the database is PostgreSQL ${version}: FinalRing needs ${oldestVersion} or newer`);
}

export interface MigrateOptions {
  /** Replaces the sources of `db/functions`. */
  functions?: FunctionSources;
  /** Logs how many migrations run, each one that takes over a second, and the end. */
  log?: Pick<Logger, 'info'>;
  /** Stored with each migration as the release that ran it. */
  release?: string;
  /** The storage of months that earlier releases archived. */
  openObjects?: () => Promise<Objects>;
  connectsWithinMs?: number;
}

/**
 * Brings the database at `connectionString` up to date, including graphile-worker's own tables and our functions. Many
 * processes may call it at the same time: an advisory lock lets one work while the others wait and then find nothing to
 * do.
 * @returns names of the migrations that this call applied
 */
export async function migrate(connectionString: string, options: MigrateOptions = {}): Promise<string[]> {
  const client = await connectAtStart(connectionString, {
    connectionTimeoutMillis: options.connectsWithinMs ?? connectsWithinMs,
  });
  try {
    await demandVersion(client);
    // Overrides limits set on the role or the database: some migrations read a table of any size.
    await client.query(
      `set statement_timeout = 0; set idle_in_transaction_session_timeout = 0; ${withoutTransactionTimeout}`,
    );
    await takeLock(client);
    await migrateJobs(client, connectionString);
    await createFunctionFiles(client);
    const functions = options.functions ?? (await readFunctions());
    const applied = await applyNew(client, functions, options);
    await applyFunctions(client, functions);
    return applied;
  } catch (error) {
    throw toUnavailable(error);
  } finally {
    // A lost connection cannot be closed properly.
    await client.end().catch(() => {});
  }
}
