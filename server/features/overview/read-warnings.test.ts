// SPDX-License-Identifier: Apache-2.0

import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startTestApp } from '../../../tests/support/app.ts';
import { createPlayer } from '../../../tests/support/factories.ts';
import { openForTests } from '../../../tests/support/open-for-tests.ts';
import type { LogState } from '../../platform/backup/log-state.ts';
import { lowDiskBytes, readDisk } from '../../platform/disk.ts';
import { toWarnings } from './read-warnings.ts';

const roomy = { freeBytes: lowDiskBytes, sizeBytes: 20 * lowDiskBytes };
const kept: LogState = { timeline: 1, from: 1n, behindBytes: 0, isTaken: true, untakenSeconds: undefined };

describe('the warnings for operators', () => {
  it('are empty when all is well or nothing is known', () => {
    expect(toWarnings(roomy, kept)).toEqual([]);
    expect(toWarnings(undefined, kept)).toEqual([]);
  });

  it('report a disk with less than 1 GiB free', () => {
    const low = { ...roomy, freeBytes: lowDiskBytes - 1 };
    expect(toWarnings(low, kept)).toEqual([{ kind: 'disk_low', ...low }]);
  });

  it('report a log archive stopped for five minutes, but not an archive that just stopped', () => {
    const left = { ...kept, isTaken: false, behindBytes: 17, untakenSeconds: 301 };
    expect(toWarnings(roomy, left)).toEqual([{ kind: 'backups_behind', behindBytes: 17, isStopped: true }]);
    expect(toWarnings(roomy, { ...left, untakenSeconds: 300 })).toEqual([]);
  });

  it('report a stopped log archive immediately if the database does not say since when', () => {
    const left = { ...kept, isTaken: false, behindBytes: 17 };
    expect(toWarnings(roomy, left)).toEqual([{ kind: 'backups_behind', behindBytes: 17, isStopped: true }]);
  });

  it('report a log archive that falls behind', () => {
    const slow = { ...kept, behindBytes: 256_000_001 };
    expect(toWarnings(roomy, slow)).toEqual([
      { kind: 'backups_behind', behindBytes: 256_000_001, isStopped: false },
    ]);
    expect(toWarnings(roomy, { ...slow, behindBytes: 256_000_000 })).toEqual([]);
  });

  it('ignore backups when the database archives no log for us', () => {
    const none = { ...kept, from: undefined, behindBytes: undefined, isTaken: false, untakenSeconds: 9_999 };
    expect(toWarnings(roomy, none)).toEqual([]);
  });
});

describe('the disk of a folder', () => {
  it('has a size and no more free space than that', async () => {
    const disk = await readDisk(import.meta.dirname);
    expect(disk?.sizeBytes).toBeGreaterThan(0);
    expect(disk?.freeBytes).toBeLessThanOrEqual(disk?.sizeBytes ?? 0);
  });

  it('is unknown when the folder does not exist', async () => {
    expect(await readDisk(join(import.meta.dirname, 'not-here'))).toBeUndefined();
  });
});

describe('GET /overview/warnings', () => {
  const metricsToken = 'a token for metrics';
  const test = openForTests(() => startTestApp({ config: { metricsToken } }));

  it('requires permission to read the overview', async () => {
    const asked = async (role: 'ADMIN' | 'USER') => {
      const token = await test.signIn((await createPlayer(test.db, { role })).id);
      return test.call({ url: '/overview/warnings', token });
    };
    expect((await asked('USER')).statusCode).toBe(403);
    const answer = await asked('ADMIN');
    expect(answer.statusCode).toBe(200);
    const disk = await readDisk(test.dataDir);
    const kinds = answer.json().data.map(({ kind }: { kind: string }) => kind);
    expect(kinds.includes('disk_low')).toBe((disk?.freeBytes ?? 0) < lowDiskBytes);
  });

  it('exports its figures in /metrics', async () => {
    const headers = { authorization: `Bearer ${metricsToken}` };
    const { body } = await test.app.http.inject({ url: '/metrics', headers });
    const size = /^data_disk_size_bytes (\S+)$/m.exec(body)?.[1];
    expect(Number(size)).toBe((await readDisk(test.dataDir))?.sizeBytes);
  });
});
