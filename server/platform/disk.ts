// SPDX-License-Identifier: Apache-2.0

import { statfs } from 'node:fs/promises';

const gibibyte = 1024 ** 3;

/** With less than this free a disk is low: somebody should make room, as `finalring doctor` and the dashboard say. */
export const lowDiskBytes = gibibyte;
/** With less than this free a disk is as good as full. */
export const fullDiskBytes = gibibyte / 10;

export interface Disk {
  /** What this process may still write. */
  freeBytes: number;
  sizeBytes: number;
}

/** The disk that a folder is on; undefined where there is no such folder, or nothing can be said of it. */
export async function readDisk(folder: string): Promise<Disk | undefined> {
  try {
    const { bavail, blocks, bsize } = await statfs(folder);
    return { freeBytes: bavail * bsize, sizeBytes: blocks * bsize };
  } catch {
    return undefined;
  }
}
