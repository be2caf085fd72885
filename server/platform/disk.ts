// SPDX-License-Identifier: Apache-2.0

import { statfs } from 'node:fs/promises';

const gibibyte = 1024 ** 3;

/** Below this much free space, `finalring doctor` and the dashboard advise to free some. */
export const lowDiskBytes = gibibyte;
/** Below this much free space, a disk counts as full. */
export const fullDiskBytes = gibibyte / 10;

export interface Disk {
  /** How much this process can still write. */
  freeBytes: number;
  sizeBytes: number;
}

/** The disk of a folder; undefined if the folder does not exist, or its disk cannot be read. */
export async function readDisk(folder: string): Promise<Disk | undefined> {
  try {
    const { bavail, blocks, bsize } = await statfs(folder);
    return { freeBytes: bavail * bsize, sizeBytes: blocks * bsize };
  } catch {
    return undefined;
  }
}
