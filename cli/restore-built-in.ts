// SPDX-License-Identifier: Apache-2.0

import { chmodSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { endEveryAccess } from '../server/features/accounts/feature.ts';
import type { BackupPlaces } from '../server/platform/backup/catalog.ts';
import { prepareRestore, type Restored, renameAside } from '../server/platform/backup/restore.ts';
import { chooseOwner, readVersion, startRestored } from '../server/platform/backup/start-restored.ts';
import { openDatabase } from '../server/platform/db/database.ts';
import { builtInVersion } from '../server/platform/embedded-postgres/binaries.ts';
import { findLivePostmaster } from '../server/platform/embedded-postgres/postmaster.ts';
import { loadPassword } from '../server/platform/embedded-postgres/start.ts';
import { makeFolder } from '../server/platform/make-folder.ts';
import { withPercent } from './progress.ts';

/** Sessions that were ended after the restored moment must not come back, even if nobody reconciles. */
async function endSessions(url: string): Promise<void> {
  const db = openDatabase(url, { poolSize: 1 });
  try {
    await endEveryAccess(db);
  } finally {
    await db.close();
  }
}

/** @throws while the built-in database runs, or if the backup was made by a different version of PostgreSQL */
export async function restoreBuiltIn(
  places: BackupPlaces,
  { dataDir, at, id }: { dataDir: string; at?: Date | undefined; id?: string | undefined },
): Promise<{ restored: Restored; away: string | undefined }> {
  const cluster = join(dataDir, 'cluster');
  if (findLivePostmaster(cluster))
    throw new Error('the built-in database is running: stop everything that uses it');
  await makeFolder(dataDir);
  chmodSync(dataDir, 0o711);
  const runAs = chooseOwner(dataDir);
  // Restores beside the existing cluster, which is moved aside only once the restored one works.
  const target = `${cluster}.restoring`;
  for (const left of [target, `${target}-log`]) rmSync(left, { recursive: true, force: true });
  const restored = await withPercent('Restoring', (onLaid) =>
    prepareRestore(places, { target, at, id, owner: runAs.owner, onLaid }),
  );
  const version = readVersion(target);
  if (version !== builtInVersion) {
    throw new Error(
      `this backup is from PostgreSQL ${version}, and the built-in one is ${builtInVersion}: restore it to a folder (finalring restore FOLDER) and start PostgreSQL ${version} there`,
    );
  }
  const server = await startRestored(target, restored.backup, runAs);
  await server.takePassword(loadPassword(join(dataDir, 'password')));
  await endSessions(server.url);
  await server.stop();
  // A supervisor may have started the database since.
  if (findLivePostmaster(cluster)) {
    throw new Error(`the built-in database was started meanwhile: the restored one is in ${target}`);
  }
  const away = await renameAside(cluster, new Date());
  renameSync(target, cluster);
  rmSync(`${target}-log`, { recursive: true, force: true });
  return { restored, away };
}
