// SPDX-License-Identifier: Apache-2.0

import { isAbsolute, relative, resolve } from 'node:path';
import type { Place } from './platform/objects/place.ts';
import type { Variables } from './variables.ts';

export interface BackupConfig {
  place: Place;
  /** The folder with the backups' keys. */
  keysDir: string;
  everyMs: number;
  retentionMs: number;
}

export function toBackup(
  env: Pick<Variables, 'BACKUP_URL' | 'BACKUP_KEYS_DIR' | 'BACKUP_RETENTION_DAYS'>,
): BackupConfig | undefined {
  if (!env.BACKUP_URL || !env.BACKUP_KEYS_DIR) return undefined;
  return {
    place: env.BACKUP_URL,
    keysDir: env.BACKUP_KEYS_DIR,
    everyMs: 24 * 3_600_000,
    retentionMs: env.BACKUP_RETENTION_DAYS * 86_400_000,
  };
}

function isWithin(folder: string, inner: string): boolean {
  const way = relative(resolve(folder), resolve(inner));
  return way === '' || !(way.startsWith('..') || isAbsolute(way));
}

/** Finds configurations that keep keys beside the backups that they decrypt. */
export function backupFaults({
  BACKUP_URL: backups,
  BACKUP_KEYS_DIR: keys,
}: Pick<Variables, 'BACKUP_URL' | 'BACKUP_KEYS_DIR'>): string[] {
  return backups?.kind === 'folder' && keys && isWithin(backups.path, keys)
    ? ['BACKUP_KEYS_DIR is inside BACKUP_URL: keep the keys apart from the backups']
    : [];
}
