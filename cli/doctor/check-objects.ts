// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type { Config } from '../../server/config.ts';
import { type Finding, findingsAbout } from '../../server/platform/finding.ts';
import { openObjects } from '../../server/platform/objects/open-objects.ts';
import type { Place } from '../../server/platform/objects/place.ts';

/** Checks that a storage place can store, return and delete an object. */
async function checkPlace(about: string, variable: string, place: Place | undefined): Promise<Finding[]> {
  if (!place) return [];
  const { ok, wrong } = findingsAbout(about);
  const objects = await openObjects(place);
  const name = `doctor/${randomUUID()}`;
  try {
    await objects.put(name, Buffer.from(name));
    const found = await objects.get(name);
    await objects.delete(name);
    if (!found || (await buffer(found)).toString() !== name) {
      return [wrong(`${objects.place} does not return what it stored`, 'ask its operator')];
    }
    return [ok(`${objects.place} stores objects`)];
  } catch (error) {
    const advice = `check ${variable}: address, bucket, region, and a key that may write, list and delete`;
    return [wrong((error as Error).message, advice)];
  } finally {
    objects.close();
  }
}

/** Checks the storage places outside the database, or the data folder if none is configured. */
export async function checkObjects({
  objectsPlace,
  journalPlace,
}: Pick<Config, 'objectsPlace' | 'journalPlace'>): Promise<Finding[]> {
  const found = await Promise.all([
    checkPlace('object storage', 'OBJECTS_URL', objectsPlace),
    checkPlace('journal', 'JOURNAL_URL', journalPlace),
  ]);
  return found.flat();
}
