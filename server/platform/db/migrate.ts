import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { runMigrations as migrateJobs } from 'graphile-worker';
import pg from 'pg';

const folder = new URL('../../../db/migrations/', import.meta.url);
/** Any number that nothing else locks: one migrating process at a time. */
const migrationLock = 7_414_001;

interface Migration {
  name: string;
  text: string;
  checksum: string;
}

async function readMigrations(): Promise<Migration[]> {
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
    if (known) throw new Error(`Migration ${migration.name} was changed after it had been applied`);
    await client.query('begin');
    try {
      await client.query(migration.text);
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

/**
 * Brings the database at `connectionString` up to date, graphile-worker's own tables included. Safe to call from
 * many processes at once: an advisory lock lets one work while the others wait and then find nothing to do.
 * @returns names of the migrations that this call applied
 */
export async function migrate(connectionString: string): Promise<string[]> {
  const client = new pg.Client({ connectionString });
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [migrationLock]);
    await migrateJobs({ connectionString });
    return await applyNew(client);
  } finally {
    await client.end();
  }
}
