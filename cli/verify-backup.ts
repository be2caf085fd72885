// SPDX-License-Identifier: Apache-2.0

import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Audit, auditLedger } from '../server/audit.ts';
import type { BackupPlaces } from '../server/platform/backup/catalog.ts';
import { layRestore, type Restored } from '../server/platform/backup/restore.ts';
import { chooseOwner, startRestored } from '../server/platform/backup/start-restored.ts';
import { openDatabase } from '../server/platform/db/database.ts';
import { withPercent } from './progress.ts';

/** Restores into a folder of its own beside the data, proves the books there, and leaves nothing behind. */
export async function verifyBackup(
  places: BackupPlaces,
  { dataDir, at }: { dataDir: string; at?: Date | undefined },
): Promise<{ restored: Restored; audit: Audit; ms: number }> {
  const began = performance.now();
  mkdirSync(dataDir, { recursive: true });
  const folder = mkdtempSync(join(resolve(dataDir), 'verify-'));
  // As root PostgreSQL runs as another user, who must be able to pass through.
  chmodSync(folder, 0o711);
  try {
    const runAs = chooseOwner(folder);
    const cluster = join(folder, 'cluster');
    const restored = await withPercent('Restoring', (onLaid) =>
      layRestore(places, { target: cluster, at, owner: runAs.owner, onLaid }),
    );
    const server = await startRestored(cluster, restored.backup, runAs);
    try {
      const db = openDatabase(server.url, { poolSize: 1, statementMs: 0 });
      try {
        const audit = await withPercent('Proofs', (onProved) => auditLedger(db, { onProved }));
        return { restored, audit, ms: performance.now() - began };
      } finally {
        await db.close();
      }
    } finally {
      await server.stop();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
