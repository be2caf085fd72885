// SPDX-License-Identifier: Apache-2.0

import { resolve } from 'node:path';
import { folderObjects } from './folder-objects.ts';
import type { Objects } from './objects.ts';
import type { Place } from './place.ts';

/** @param idleMs after this long without a byte, a service counts as gone */
export async function openObjects(place: Place, options: { idleMs?: number } = {}): Promise<Objects> {
  if (place.kind === 'folder') return folderObjects(resolve(place.path));
  // Loaded on demand: the client takes time and memory that most installations need not spend.
  const { s3Objects } = await import('./s3-objects.ts');
  return s3Objects(place, options);
}
