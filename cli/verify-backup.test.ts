// SPDX-License-Identifier: Apache-2.0
// @module-tag long

import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { archiveLog } from '../server/platform/backup/archive-log.ts';
import { openKeys } from '../server/platform/backup/keys.ts';
import { readLogState } from '../server/platform/backup/log-state.ts';
import { takeBackup } from '../server/platform/backup/take-backup.ts';
import { openDatabase } from '../server/platform/db/database.ts';
import { migrate, oldestVersion } from '../server/platform/db/migrate.ts';
import { builtInVersion } from '../server/platform/embedded-postgres/binaries.ts';
import { tryExclusiveLock } from '../server/platform/embedded-postgres/file-lock.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../server/platform/embedded-postgres/start.ts';
import { createLogger } from '../server/platform/log.ts';
import { folderObjects } from '../server/platform/objects/folder-objects.ts';
import { startInstalledPostgres } from '../tests/support/installed-postgres.ts';
import { makeScratchFolder } from '../tests/support/scratch.ts';
import { verifyBackup } from './verify-backup.ts';
import { withStopSignal } from './with-stop-signal.ts';

const folder = makeScratchFolder('verify-backup');
const dataDir = join(folder, 'data');
const places = { objects: folderObjects(join(folder, 'backups')), keys: openKeys(join(folder, 'keys')) };
const silent = { info: () => {}, error: console.error };
let server: EmbeddedPostgres;
beforeAll(async () => {
  server = await startEmbeddedPostgres({ dataDir: join(folder, 'postgres'), log: silent });
  await takeBackup(server.url, places);
});
afterAll(async () => {
  await server?.stop();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

const copies = () =>
  existsSync(dataDir) ? readdirSync(dataDir).filter((name) => /^verify-/.test(name)) : [];
const inCopies = (file: string) => copies().some((name) => existsSync(join(dataDir, name, 'cluster', file)));

describe('verifying a backup', () => {
  it.each(['PG_VERSION', 'postmaster.pid'])(
    'leaves no copy when stopped as soon as %s exists',
    async (file) => {
      const verifying = withStopSignal((stop) => verifyBackup(places, { dataDir, stop }));
      const failed = expect(verifying).rejects.toThrow('nothing is left behind');
      await vi.waitFor(() => expect(inCopies(file)).toBe(true), { interval: 20 });
      process.emit('SIGTERM');
      await failed;
      expect(copies()).toEqual([]);
    },
  );

  it('removes the copy of a killed run', async () => {
    mkdirSync(join(dataDir, 'verify-killed/cluster'), { recursive: true });
    writeFileSync(join(dataDir, 'verify-killed/in-use'), '');
    writeFileSync(join(dataDir, 'verify-killed/cluster/PG_VERSION'), '18');
    // This database has no books.
    await expect(verifyBackup(places, { dataDir })).rejects.toThrow();
    expect(copies()).toEqual([]);
  });

  it('keeps the copy of another running verification', async () => {
    const other = join(dataDir, 'verify-other');
    mkdirSync(other, { recursive: true });
    const lock = tryExclusiveLock(join(other, 'in-use'));
    await expect(verifyBackup(places, { dataDir })).rejects.toThrow();
    expect(copies()).toEqual(['verify-other']);
    lock?.release();
  });
});

it.for([builtInVersion, String(oldestVersion)])(
  'verifies a backup of PostgreSQL %s if its log was archived only afterwards',
  { tags: ['long'] },
  async (version, { skip }) => {
    const own = join(folder, version);
    const server =
      version === builtInVersion
        ? await startEmbeddedPostgres({ dataDir: join(own, 'postgres'), log: silent })
        : await startInstalledPostgres(version, { wal_level: 'replica', max_wal_senders: '4' });
    if (!server) return skip(`SKIPPED: PostgreSQL ${version} is not installed`);
    const places = { objects: folderObjects(join(own, 'backups')), keys: openKeys(join(own, 'keys')) };
    const db = openDatabase(server.url, { poolSize: 1 });
    try {
      await migrate(server.url);
      await takeBackup(server.url, places);
      const archive = await archiveLog(server.url, places, createLogger('silent'));
      const isSent = sql`select from pg_stat_replication where sent_lsn >= pg_current_wal_flush_lsn()`;
      await vi.waitFor(async () => expect(await db.rows(isSent)).toHaveLength(1));
      await archive.stop();
      // The server notices the closed connection a moment later.
      await vi.waitFor(async () => expect((await readLogState(db)).isTaken).toBe(false));
      const { restored, audit } = await verifyBackup(places, { dataDir });
      expect(restored.pieces).toBeGreaterThan(0);
      expect(audit.proofs.flatMap(({ breaches }) => breaches)).toEqual([]);
    } finally {
      await db.close();
      await server.stop();
    }
  },
);
