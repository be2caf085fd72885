// SPDX-License-Identifier: Apache-2.0

import type { Place } from './platform/objects/place.ts';
import type { Variables } from './variables.ts';

export interface BackupConfig {
  place: Place;
  /** The folder of their keys. */
  keysDir: string;
  everyMs: number;
  retentionMs: number;
}

export function toBackup(
  env: Pick<Variables, 'BACKUP_URL' | 'BACKUP_KEYS_DIR' | 'BACKUP_EVERY_HOURS' | 'BACKUP_RETENTION_DAYS'>,
): BackupConfig | undefined {
  if (!env.BACKUP_URL || !env.BACKUP_KEYS_DIR) return undefined;
  return {
    place: env.BACKUP_URL,
    keysDir: env.BACKUP_KEYS_DIR,
    everyMs: env.BACKUP_EVERY_HOURS * 3_600_000,
    retentionMs: env.BACKUP_RETENTION_DAYS * 86_400_000,
  };
}
