// SPDX-License-Identifier: Apache-2.0

import { resolve } from 'node:path';
import type { Logger } from '../log.ts';
import { openObjects } from '../objects/open-objects.ts';
import type { Place } from '../objects/place.ts';
import type { BackupPlaces } from './catalog.ts';
import { openKeys } from './keys.ts';
import { type BackupPlan, runBackups } from './run-backups.ts';

export async function openBackupPlaces({
  place,
  keysDir,
}: {
  place: Place;
  keysDir: string;
}): Promise<BackupPlaces> {
  return { objects: await openObjects(place), keys: openKeys(resolve(keysDir)) };
}

/** Backs up as long as the process runs. @returns a function that stops it */
export async function startBackups(
  url: string,
  config: BackupPlan & { place: Place; keysDir: string },
  log: Logger,
): Promise<() => Promise<void>> {
  const places = await openBackupPlaces(config);
  const running = runBackups(url, places, { plan: config, log });
  return async () => {
    await running.stop();
    places.objects.close();
  };
}
