// SPDX-License-Identifier: Apache-2.0

import { readFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';
import pg from 'pg';
import { createTestDatabase, type TestDatabase } from './database.ts';

/** Tables, functions and first rows as migration 0138 left them, which every upgrade begins from. */
export const readEarlierSchema = (): string =>
  brotliDecompressSync(readFileSync(new URL('release-0138.sql.br', import.meta.url))).toString();

/** A database at migration 0138. `fill` is SQL for rows that the upgrade has to bring along. */
export async function createEarlierDatabase(fill = ''): Promise<TestDatabase> {
  const test = await createTestDatabase();
  const client = new pg.Client({ connectionString: test.url });
  await client.connect();
  try {
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
