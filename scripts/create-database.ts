// SPDX-License-Identifier: Apache-2.0

/**
 * Creates the built-in database of a first start, so that the start finds it ready. One that exists is left alone: a start
 * brings it up to date once everything is built and the configuration is right. So is an installation with a database of
 * its own.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readDatabaseConfig } from '../server/database-config.ts';
import { migrate } from '../server/platform/db/migrate.ts';
import { startEmbeddedPostgres } from '../server/platform/embedded-postgres/start.ts';
import { openStorage } from '../server/platform/storage/open-storage.ts';
import { release } from '../server/version.ts';

const config = readDatabaseConfig();
const dataDir = join(config.dataDir, 'postgres');

async function create(): Promise<void> {
  const starting = startEmbeddedPostgres({ dataDir, log: { info: () => {}, error: () => {} } });
  // It is a process of its own, which would outlive this one.
  const stop = async () => (await starting.catch(() => undefined))?.stop();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.once(signal, () => void stop().finally(() => process.exit(1)));
  const server = await starting;
  try {
    await migrate(server.url, { release, openObjects: async () => (await openStorage(config)).objects });
  } finally {
    await server.stop();
  }
}

if (!config.databaseUrl && !existsSync(dataDir)) await create();
