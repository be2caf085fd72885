// SPDX-License-Identifier: Apache-2.0

import { chmodSync, existsSync, mkdtempSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const ramDisk = '/dev/shm';
const NEEDED_BYTES = 2 * 1024 ** 3;

function hasRoom(): boolean {
  if (!existsSync(ramDisk)) return false;
  const { bavail, bsize } = statfsSync(ramDisk);
  return bavail * bsize > NEEDED_BYTES;
}

/**
 * A new folder for temporary data, on a RAM disk if there is a large enough one. Several databases that sync at the
 * same moment can keep a disk busy for many seconds.
 * @returns its path; the caller removes it
 */
export function makeScratchFolder(name: string): string {
  const folder = mkdtempSync(join(hasRoom() ? ramDisk : tmpdir(), `finalring-${name}-`));
  // As root, PostgreSQL runs as another user, who must be able to traverse the folder.
  chmodSync(folder, 0o711);
  return folder;
}
