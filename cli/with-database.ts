// SPDX-License-Identifier: Apache-2.0

import { checkSecrets } from '../server/check-secrets.ts';
import { type Config, readConfig } from '../server/config.ts';
import { type Database, openDatabase } from '../server/platform/db/database.ts';
import { whileDatabaseLives } from '../server/platform/db/while-database-lives.ts';
import { withDatabaseUrl } from '../server/platform/embedded-postgres/with-database.ts';
import { loadSandboxSecret } from '../server/platform/secrets.ts';

/** Opens the configured database, which may be in use, and closes it afterwards. */
export function withDatabase<Result>(
  config: Pick<Config, 'databaseUrl' | 'dataDir'>,
  work: (db: Database, url: string) => Promise<Result>,
  options: { poolSize?: number; statementMs?: number } = {},
): Promise<Result> {
  return withDatabaseUrl(config, (url) =>
    whileDatabaseLives(url, async () => {
      const db = openDatabase(url, { poolSize: 1, ...options });
      try {
        return await work(db, url);
      } finally {
        await db.close();
      }
    }),
  );
}

export interface Installation {
  config: Config;
  appSecret: string;
}

/**
 * Reads the whole configuration, with the sandbox's secret if none is configured.
 * @throws ConfigError
 */
export async function readInstallation(): Promise<Installation> {
  const config = readConfig();
  return { config, appSecret: config.appSecret ?? (await loadSandboxSecret(config.dataDir)) };
}

/** Opens the database of an installation after checking that its secrets match. */
export async function withInstallation<Result>(
  work: (given: Installation & { db: Database; url: string }) => Promise<Result>,
  options?: { poolSize?: number },
): Promise<Result> {
  const installation = await readInstallation();
  const { config, appSecret } = installation;
  return withDatabase(
    config,
    async (db, url) => {
      await checkSecrets(db, { ...config, configured: config.appSecret, appSecret });
      return work({ ...installation, db, url });
    },
    options,
  );
}
