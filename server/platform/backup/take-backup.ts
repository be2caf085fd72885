// SPDX-License-Identifier: Apache-2.0

import { randomBytes } from 'node:crypto';
import { connectAtStart } from '../postgres/connect-at-start.ts';
import {
  type BackupInfo,
  type BackupPlaces,
  baseName,
  deleteBackup,
  listBackups,
  newId,
  writeInfo,
} from './catalog.ts';
import { openReplication, sendBaseBackup } from './replication.ts';
import { seal } from './sealed.ts';

/** The role and database to connect to after the restore. */
export async function readNames(
  url: string,
): Promise<Pick<BackupInfo, 'database' | 'user' | 'segmentBytes' | 'settings'>> {
  const client = await connectAtStart(url);
  try {
    const { rows } = await client.query(`
      select current_database() as database, current_user as user,
        pg_size_bytes(current_setting('wal_segment_size')) as bytes,
        (select jsonb_object_agg(name, setting) from pg_settings where name in ('max_connections',
          'max_worker_processes', 'max_wal_senders', 'max_prepared_transactions', 'max_locks_per_transaction')) as settings`);
    const [{ database, user, bytes, settings }] = rows;
    return { database, user, segmentBytes: Number(bytes), settings };
  } finally {
    await client.end();
  }
}

/**
 * Takes a base backup of a database cluster, with a new key. The key is made first: from then on, pieces of the log
 * belong to this backup, so all its recovery needs is kept as long as the backup.
 * @param signal aborts it; the backup then stays incomplete
 */
export async function takeBackup(
  url: string,
  { objects, keys }: BackupPlaces,
  { signal }: { signal?: AbortSignal } = {},
): Promise<BackupInfo> {
  const startedAt = new Date();
  const id = newId(startedAt, randomBytes(3).toString('hex'));
  const names = await readNames(url);
  await keys.make(id);
  const replication = await openReplication(url);
  const abandon = () => replication.abandon();
  signal?.addEventListener('abort', abandon);
  try {
    signal?.throwIfAborted();
    const { tar, places } = sendBaseBackup(replication, id);
    const sealed = await seal(tar, await keys.read(id));
    const [, found] = await Promise.all([objects.put(baseName(id), sealed), places]);
    const info = { id, startedAt, endedAt: new Date(), ...found, ...names };
    await writeInfo({ objects, keys }, info);
    return info;
  } finally {
    signal?.removeEventListener('abort', abandon);
    await replication.close().catch(abandon);
  }
}

/**
 * Deletes backups that have not been needed for this long: keys first, which makes every copy unreadable, then the
 * encrypted files. Keeps the newest complete backup older than that, and all later ones.
 * @returns ids of the deleted ones
 */
export async function forgetBackups(
  places: BackupPlaces,
  { retentionMs, now = new Date() }: { retentionMs: number; now?: Date },
): Promise<string[]> {
  const { objects, keys } = places;
  const ids = [...(await keys.list()), ...(await keys.listDamaged())].sort();
  const whole = await listBackups(places);
  const oldestNeeded = whole.findLast(({ endedAt }) => now.getTime() - endedAt.getTime() >= retentionMs);
  const forgotten = ids.filter((id) => oldestNeeded && id < oldestNeeded.id);
  for (const id of forgotten) await keys.destroy(id);
  // Includes files that an earlier call could not delete, and keys that it only marked. A backup whose key is merely
  // missing here stays: the key may be elsewhere.
  for (const id of await keys.listDestroyed()) {
    await keys.destroy(id);
    await deleteBackup(objects, id);
    await keys.forgetDestroyed(id);
  }
  return forgotten;
}
