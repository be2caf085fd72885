// SPDX-License-Identifier: Apache-2.0

import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { makeScratchFolder } from '../../../tests/support/scratch.ts';
import { folderObjects } from '../objects/folder-objects.ts';
import { writeInfo } from './catalog.ts';
import { openKeys } from './keys.ts';
import { prepareRestore } from './restore.ts';

const folder = makeScratchFolder('restore');
afterAll(() => rmSync(folder, { recursive: true }));

const places = { objects: folderObjects(join(folder, 'kept')), keys: openKeys(join(folder, 'keys')) };
const target = join(folder, 'target');
const endedAt = new Date();
const settings = {};
const backup = { startedAt: endedAt, endedAt, startLsn: '0/1', endLsn: '0/2', timeline: 1, segmentBytes: 1 };

it('distinguishes a place without backups from a folder without their keys', async () => {
  await expect(prepareRestore(places, { target })).rejects.toThrow(
    `no backup found at ${join(folder, 'kept')} (BACKUP_URL)`,
  );
  await places.keys.make('first');
  await writeInfo(places, { ...backup, id: 'first', database: 'd', user: 'u', settings });
  const keys = openKeys(join(folder, 'elsewhere'));
  await expect(prepareRestore({ ...places, keys }, { target })).rejects.toThrow(
    `none of the 1 at ${join(folder, 'kept')} (BACKUP_URL) is complete with its key in ${join(folder, 'elsewhere')} (BACKUP_KEYS_DIR)`,
  );
});
