// SPDX-License-Identifier: Apache-2.0

import { backupFaults, toBackup } from './backup-config.ts';
import { type Config, ConfigError } from './config.ts';
import { variables } from './variables.ts';

/**
 * The database's address, and the secrets if they are set, for commands that need nothing else and no configured
 * service.
 * @throws ConfigError as `readConfig` does
 */
export function readDatabaseConfig(
  environment: Record<string, string | undefined> = process.env,
): Pick<Config, 'databaseUrl' | 'dataDir' | 'objectsPlace' | 'appSecret' | 'codes' | 'backup'> {
  const parts = variables.pick({
    DATABASE_URL: true,
    DATA_DIR: true,
    APP_SECRET: true,
    CODE_KEYS: true,
    CODE_FINGERPRINT_SECRET: true,
    OBJECTS_URL: true,
    BACKUP_URL: true,
    BACKUP_KEYS_DIR: true,
    BACKUP_RETENTION_DAYS: true,
  });
  const given = Object.entries(environment).filter(([name, value]) => name in parts.shape && value);
  const parsed = parts.safeParse(Object.fromEntries(given));
  if (!parsed.success) {
    throw new ConfigError(parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`));
  }
  const faults = backupFaults(parsed.data);
  if (faults.length > 0) throw new ConfigError(faults);
  const { DATABASE_URL, DATA_DIR, OBJECTS_URL, APP_SECRET, CODE_KEYS, CODE_FINGERPRINT_SECRET } = parsed.data;
  return {
    databaseUrl: DATABASE_URL,
    dataDir: DATA_DIR,
    objectsPlace: OBJECTS_URL,
    appSecret: APP_SECRET,
    codes: { keys: CODE_KEYS, fingerprintSecret: CODE_FINGERPRINT_SECRET },
    backup: toBackup(parsed.data),
  };
}
