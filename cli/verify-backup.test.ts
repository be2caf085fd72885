// SPDX-License-Identifier: Apache-2.0

import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openKeys } from '../server/platform/backup/keys.ts';
import { takeBackup } from '../server/platform/backup/take-backup.ts';
import { tryExclusiveLock } from '../server/platform/embedded-postgres/file-lock.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../server/platform/embedded-postgres/start.ts';
import { folderObjects } from '../server/platform/objects/folder-objects.ts';
import { makeScratchFolder } from '../tests/support/scratch.ts';
import { verifyBackup } from './verify-backup.ts';
import { withStopSignal } from './with-stop-signal.ts';

const folder = makeScratchFolder('verify-backup');
const dataDir = join(folder, 'data');
const places = { objects: folderObjects(join(folder, 'backups')), keys: openKeys(join(folder, 'keys')) };
let server: EmbeddedPostgres;
beforeAll(async () => {
  const silent = { info: () => {}, error: console.error };
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
    {
      tags: ['long'],
    },
    async (file) => {
      const verifying = withStopSignal((stop) => verifyBackup(places, { dataDir, stop }));
      const failed = expect(verifying).rejects.toThrow('nothing is left of it');
      await vi.waitFor(() => expect(inCopies(file)).toBe(true), { interval: 20 });
      process.emit('SIGTERM');
      await failed;
      expect(copies()).toEqual([]);
    },
  );

  it('removes the copy of a killed run', { tags: ['long'] }, async () => {
    mkdirSync(join(dataDir, 'verify-killed/cluster'), { recursive: true });
    writeFileSync(join(dataDir, 'verify-killed/in-use'), '');
    writeFileSync(join(dataDir, 'verify-killed/cluster/PG_VERSION'), '18');
    // There are no books in this database.
    await expect(verifyBackup(places, { dataDir })).rejects.toThrow();
    expect(copies()).toEqual([]);
  });

  it('leaves the copy of another running verification alone', { tags: ['long'] }, async () => {
    const other = join(dataDir, 'verify-other');
    mkdirSync(other, { recursive: true });
    const lock = tryExclusiveLock(join(other, 'in-use'));
    await expect(verifyBackup(places, { dataDir })).rejects.toThrow();
    expect(copies()).toEqual(['verify-other']);
    lock?.release();
  });
});
