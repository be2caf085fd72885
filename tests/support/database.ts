import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';

export interface TestDatabase {
  url: string;
  /** Removes the database, ending anything that is still connected to it. */
  drop(): Promise<void>;
}

/** Far behind UTC, so that most moments lie on another day there. */
const serverTimeZone = 'Etc/GMT+12';

async function onMaintenanceDatabase(url: URL, statement: string): Promise<void> {
  const maintenance = new URL(url);
  maintenance.pathname = '/postgres';
  const client = new pg.Client({ connectionString: maintenance.href });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/**
 * A database of one's own with all migrations applied and nothing in it, cloned from the run's template.
 * Make one per test file in `beforeAll` and drop it in `afterAll`.
 */
export async function createTestDatabase(
  templateUrl: string = inject('templateDatabaseUrl'),
): Promise<TestDatabase> {
  const url = new URL(templateUrl);
  const template = url.pathname.slice(1);
  const name = `${template}_${randomBytes(6).toString('hex')}`;
  // Copied as files: what goes through the log instead takes twice the work.
  await onMaintenanceDatabase(url, `create database ${name} template ${template} strategy file_copy`);
  // Days are days of UTC wherever the server stands: a statement that leaves that out is to be seen.
  await onMaintenanceDatabase(url, `alter database ${name} set timezone to '${serverTimeZone}'`);
  url.pathname = `/${name}`;
  return {
    url: url.href,
    drop: () => onMaintenanceDatabase(url, `drop database if exists ${name} with (force)`),
  };
}
