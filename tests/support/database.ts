// SPDX-License-Identifier: Apache-2.0

import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, inject } from 'vitest';
import { type Database, openDatabase } from '../../server/platform/db/database.ts';
import type { DatabaseOptions } from '../../server/platform/db/database-options.ts';

export interface TestDatabase {
  url: string;
  /** Drops the database, ending all remaining connections. */
  drop(): Promise<void>;
}

/** Far behind UTC, so that most times fall on another day there. */
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
 * A separate database with all migrations and no data, cloned from this run's template. For tests that connect in their
 * own way; others use `openTestDatabase`.
 */
export async function createTestDatabase(
  templateUrl: string = inject('templateDatabaseUrl'),
): Promise<TestDatabase> {
  const url = new URL(templateUrl);
  const template = url.pathname.slice(1);
  const name = `${template}_${randomBytes(6).toString('hex')}`;
  // Copies files, because copying through the log would take twice the work.
  await onMaintenanceDatabase(url, `create database ${name} template ${template} strategy file_copy`);
  // Statements must use UTC days wherever the server is. This time zone reveals those that don't.
  await onMaintenanceDatabase(url, `alter database ${name} set timezone to '${serverTimeZone}'`);
  url.pathname = `/${name}`;
  return {
    url: url.href,
    drop: () => onMaintenanceDatabase(url, `drop database if exists ${name} with (force)`),
  };
}

/**
 * A database for a test file or describe block, open from its first test until after its last. It is already open in
 * the caller's `beforeAll`, and still open in the caller's `afterAll`. Don't destructure it earlier: it is filled when
 * the tests begin.
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
