// SPDX-License-Identifier: Apache-2.0

/** Creates the built-in database and brings it up to date, so that a first start finds it ready. */
import { join } from 'node:path';
import { readDatabaseConfig } from '../server/database-config.ts';
import { migrate } from '../server/platform/db/migrate.ts';
import { startEmbeddedPostgres } from '../server/platform/embedded-postgres/start.ts';
import { openStorage } from '../server/platform/storage/open-storage.ts';
import { release } from '../server/version.ts';

const config = readDatabaseConfig();
const log = { info: () => {}, error: () => {} };
const server = await startEmbeddedPostgres({ dataDir: join(config.dataDir, 'postgres'), log });
try {
  await migrate(server.url, { release, openObjects: async () => (await openStorage(config)).objects });
} finally {
  await server.stop();
}
