import { join, resolve } from 'node:path';
import type { Objects } from '../objects/objects.ts';
import { openObjects } from '../objects/open-objects.ts';
import type { Place } from '../objects/place.ts';
import { createStorage, type Storage } from './storage.ts';

/** What is kept outside the database: in the data folder, or where the configuration says. */
export async function openStorage({
  dataDir,
  objectsPlace,
}: {
  dataDir: string;
  objectsPlace: Place | undefined;
}): Promise<{ storage: Storage; objects: Objects }> {
  const objects = await openObjects(objectsPlace ?? { kind: 'folder', path: join(dataDir, 'objects') });
  return { storage: createStorage(resolve(dataDir, 'media'), objectsPlace && objects), objects };
}
