// SPDX-License-Identifier: Apache-2.0

import { statfs } from 'node:fs/promises';

const gibibyte = 1024 ** 3;

/** With less than this free a disk is low: `finalring doctor` and the dashboard advise to make room. */
export const lowDiskBytes = gibibyte;
/** With less than this free a disk is as good as full. */
export const fullDiskBytes = gibibyte / 10;

export interface Disk {
  /** What this process can still write. */
  freeBytes: number;
  sizeBytes: number;
}

/** The disk of a folder; undefined if there is no such folder, or its disk cannot be read. */
export async function readDisk(folder: string): Promise<Disk | undefined> {
  try {
    const { bavail, blocks, bsize } = await statfs(folder);
    return { freeBytes: bavail * bsize, sizeBytes: blocks * bsize };
  } catch {
    return undefined;
  }
}
