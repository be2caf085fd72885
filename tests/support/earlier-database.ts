// SPDX-License-Identifier: Apache-2.0

import { readFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';
import pg from 'pg';
import { TestRunner } from 'vitest';
import { createTestDatabase, type TestDatabase } from './database.ts';

/** Tables, functions and first rows after migration 0138, where every upgrade begins. */
export const readEarlierSchema = (): string =>
  brotliDecompressSync(readFileSync(new URL('release-0138.sql.br', import.meta.url))).toString();

/** The oldest PostgreSQL that the release of migration 0138 supported. */
const versionThen = 18;

/**
 * A database at migration 0138. Skips the test on a PostgreSQL that is too old for it.
 * @param fill SQL for rows that the upgrade must keep
 */
export async function createEarlierDatabase(fill = ''): Promise<TestDatabase> {
  const test = await createTestDatabase();
  const client = new pg.Client({ connectionString: test.url });
  await client.connect();
  try {
    const { rows } = await client.query(
      "select current_setting('server_version_num')::int / 10000 as version",
    );
    if (rows[0].version < versionThen) {
      await client.end();
      await test.drop();
      TestRunner.getCurrentTest()?.context.skip(
        `SKIPPED: earlier releases ran on PostgreSQL ${versionThen} alone`,
      );
    }
    await client.query(
      'drop schema public cascade; drop schema if exists months cascade; create schema public',
    );
    await client.query(readEarlierSchema());
    await client.query(fill);
  } finally {
    await client.end();
  }
  return test;
}
