// SPDX-License-Identifier: Apache-2.0

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { startEmbeddedPostgres } from './start.ts';

/**
 * For commands that work on an existing database: that of `databaseUrl`, or the built-in one of `dataDir`, which may be
 * in use.
 * @throws if neither exists
 */
export async function withDatabaseUrl<Result>(
  { databaseUrl, dataDir }: { databaseUrl: string | undefined; dataDir: string },
  work: (url: string) => Promise<Result>,
): Promise<Result> {
  if (databaseUrl) return work(databaseUrl);
  const folder = join(dataDir, 'postgres');
  // Starting PostgreSQL would create one there.
  if (!existsSync(folder)) throw new Error(`No database in ${folder}: set DATA_DIR or DATABASE_URL`);
  const server = await startEmbeddedPostgres({
    dataDir: folder,
    log: { info: () => {}, error: console.error },
  });
  try {
    return await work(server.url);
  } finally {
    await server.stop();
  }
}
