// SPDX-License-Identifier: Apache-2.0

import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Audit, auditLedger } from '../server/audit.ts';
import type { BackupPlaces } from '../server/platform/backup/catalog.ts';
import { prepareRestore, type Restored } from '../server/platform/backup/restore.ts';
import { chooseOwner, startRestored } from '../server/platform/backup/start-restored.ts';
import { openDatabase } from '../server/platform/db/database.ts';
import { tryExclusiveLock } from '../server/platform/embedded-postgres/file-lock.ts';
import { findLivePostmaster, processExists } from '../server/platform/embedded-postgres/postmaster.ts';
import { makeFolder } from '../server/platform/make-folder.ts';
import { withPercent } from './progress.ts';

const prefix = 'verify-';
const lockName = 'in-use';
/** A newer folder without a lock counts as in use, because its lock may not exist yet. */
const madeWithinMs = 60_000;
const endsWithinMs = 10_000;

function isInUse(folder: string): boolean {
  const path = join(folder, lockName);
  if (!existsSync(path)) return statSync(folder).mtimeMs > Date.now() - madeWithinMs;
  const lock = tryExclusiveLock(path);
  lock?.release();
  return lock === undefined;
}

/** A killed run leaves a readable copy of the whole database, and perhaps a server that runs on it. */
async function removeLeft(dataDir: string): Promise<void> {
  for (const name of readdirSync(dataDir).filter((one) => one.startsWith(prefix))) {
    const left = join(dataDir, name);
    if (isInUse(left)) continue;
    const server = findLivePostmaster(join(left, 'cluster'));
    if (server) {
      process.kill(server.pid, 'SIGQUIT');
      for (const until = Date.now() + endsWithinMs; processExists(server.pid) && Date.now() < until; ) {
        await delay(50);
      }
    }
    rmSync(left, { recursive: true, force: true, maxRetries: 5 });
  }
}

interface VerifyOptions {
  dataDir: string;
  at?: Date | undefined;
  stop?: AbortSignal;
}

async function proveBooks(url: string): Promise<Audit> {
  const db = openDatabase(url, { poolSize: 1, statementMs: 0 });
  try {
    return await withPercent('Proofs', (onProved) => auditLedger(db, { onProved }));
  } finally {
    await db.close();
  }
}

async function verifyIn(
  folder: string,
  places: BackupPlaces,
  { at, stop }: VerifyOptions,
): Promise<{ restored: Restored; audit: Audit }> {
  const runAs = chooseOwner(folder);
  const cluster = join(folder, 'cluster');
  const restored = await withPercent('Restoring', (onLaid) =>
    prepareRestore(places, { target: cluster, at, owner: runAs.owner, onLaid, stop }),
  );
  const server = await startRestored(cluster, restored.backup, runAs, stop);
  // A proof can take minutes. Without its server it fails immediately.
  const end = () => void server.stop();
  stop?.addEventListener('abort', end);
  try {
    stop?.throwIfAborted();
    return { restored, audit: await proveBooks(server.url) };
  } finally {
    stop?.removeEventListener('abort', end);
    await server.stop();
  }
}

/** Restores into a new folder below the data folder, audits the books there, and removes it. */
export async function verifyBackup(
  places: BackupPlaces,
  options: VerifyOptions,
): Promise<{ restored: Restored; audit: Audit; ms: number }> {
  const began = performance.now();
  const dataDir = resolve(options.dataDir);
  await makeFolder(dataDir);
  await removeLeft(dataDir);
  const folder = mkdtempSync(join(dataDir, prefix));
  const lock = tryExclusiveLock(join(folder, lockName));
  // PostgreSQL never runs as root. The user that it runs as must be able to enter the folder.
  chmodSync(folder, 0o711);
  try {
    return { ...(await verifyIn(folder, places, options)), ms: performance.now() - began };
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    lock?.release();
  }
}
