// SPDX-License-Identifier: Apache-2.0

import { join, resolve } from 'node:path';
import { type Journal, openJournal } from '../journal/journal.ts';
import type { Objects } from '../objects/objects.ts';
import { openObjects } from '../objects/open-objects.ts';
import type { Place } from '../objects/place.ts';
import { createStorage, type Storage } from './storage.ts';

/** Opens the storage outside the database: in the data folder, or where the configuration says. */
export async function openStorage({
  dataDir,
  objectsPlace,
  journalPlace,
}: {
  dataDir: string;
  objectsPlace: Place | undefined;
  journalPlace?: Place | undefined;
}): Promise<{ storage: Storage; objects: Objects; journal: Journal }> {
  const objects = await openObjects(objectsPlace ?? { kind: 'folder', path: join(dataDir, 'objects') });
  const storage = createStorage(resolve(dataDir, 'media'), objectsPlace && objects);
  return { storage, objects, journal: await openJournal(journalPlace) };
}

export async function closeStorage({
  objects,
  journal,
}: {
  objects: Objects;
  journal: Journal;
}): Promise<void> {
  objects.close();
  await journal.close();
}
