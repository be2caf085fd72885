// SPDX-License-Identifier: Apache-2.0

import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, inject } from 'vitest';
import { type Database, openDatabase } from '../../server/platform/db/database.ts';
import type { DatabaseOptions } from '../../server/platform/db/database-options.ts';

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
 * For tests that connect in a way of their own; others have `openTestDatabase`.
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

/**
 * A database of the test file's or the describe block's own, open from its first test on and gone after its last. What is
 * prepared in a `beforeAll` of the caller finds it open, and an `afterAll` of the caller's finds it open still. Take nothing
 * out of it before: it is filled as the tests begin.
 */
export function openTestDatabase(options?: DatabaseOptions): Database & { url: string } {
  const db = {} as Database & { url: string };
  let drop: TestDatabase['drop'] | undefined;
  beforeAll(async () => {
    const test = await createTestDatabase();
    drop = test.drop;
    Object.assign(db, openDatabase(test.url, options), { url: test.url });
  });
  afterAll(async () => {
    await db.close?.();
    await drop?.();
  });
  return db;
}
