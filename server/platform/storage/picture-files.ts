// SPDX-License-Identifier: Apache-2.0

import { createHash } from 'node:crypto';
import type { Refusal } from '../refusal.ts';
import type { Storage } from './storage.ts';

/** Widths of a picture's files, in pixels; each picture is twice as wide as it is high. */
export const pictureWidths = [320, 640] as const;

/** The suffixes of a picture's files, which follow its path. */
export const pictureSuffixes = pictureWidths.flatMap((width) => [`-${width}.avif`, `-${width}.webp`]);

/** The file for a picture without a size: the large one, in the format that all browsers show. */
export const pictureSuffixWithoutSize = '-640.webp';

export interface PictureFile {
  suffix: string;
  content: Buffer;
}

/** Stores a picture's files under a path derived from their content. Refuses `storage_full`. */
export async function storeFiles(
  storage: Storage,
  folder: string,
  files: readonly PictureFile[],
): Promise<string | Refusal> {
  const hash = createHash('sha256');
  for (const { content } of files) hash.update(content);
  const path = `${folder}/${hash.digest('hex').slice(0, 32)}`;
  const refusal = await storage.keep(files.map(({ suffix, content }) => ({ name: path + suffix, content })));
  return refusal ?? path;
}
