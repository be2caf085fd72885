// SPDX-License-Identifier: Apache-2.0

import type { Config } from '../server/config.ts';
import type { BackupPlaces } from '../server/platform/backup/catalog.ts';

/**
 * Opens the places of backups and their keys.
 * @throws if none are configured
 */
export async function withBackups<Result>(
  { backup }: Pick<Config, 'backup'>,
  work: (places: BackupPlaces, plan: NonNullable<Config['backup']>) => Promise<Result>,
): Promise<Result> {
  if (!backup) throw new Error('no backups are configured: set BACKUP_URL and BACKUP_KEYS_DIR');
  const { openBackupPlaces } = await import('../server/platform/backup/start-backups.ts');
  const places = await openBackupPlaces(backup);
  try {
    return await work(places, backup);
  } finally {
    places.objects.close();
  }
}
