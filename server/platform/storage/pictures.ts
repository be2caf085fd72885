// SPDX-License-Identifier: Apache-2.0

import { type Refusal, refuse } from '../refusal.ts';
import { storeFiles } from './picture-files.ts';
import type { Storage } from './storage.ts';

/**
 * Encodes an uploaded picture again at each width and stores it.
 * @param folder in the storage, such as `gift-cards`
 * @returns its path without size and suffix; the same picture gets the same path. Refuses `no_picture`, `picture_type`,
 * `picture_unreadable` and `storage_full`.
 */
export async function storePicture(
  storage: Storage,
  folder: string,
  content: Buffer,
): Promise<string | Refusal> {
  // Loaded by the first upload: most processes never get one, and it takes time and memory.
  const { encodePicture, refusePicture } = await import('./encode-picture.ts');
  const refusal = await refusePicture(content);
  if (refusal) return refusal;
  const files = await encodePicture(content).catch(() => undefined);
  return files ? storeFiles(storage, folder, files) : refuse('picture_unreadable');
}
