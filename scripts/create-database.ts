// SPDX-License-Identifier: Apache-2.0

/**
 * Creates the built-in database for the first start. An existing database stays unchanged, because the start upgrades
 * it once everything is built and the configuration is valid. Does nothing if the installation uses an external
 * database.
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
  // The database is a separate process, which would outlive this one.
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
