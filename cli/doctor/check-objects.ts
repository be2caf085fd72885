import { randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type { Config } from '../../server/config.ts';
import { type Finding, findingsAbout } from '../../server/platform/finding.ts';
import { openObjects } from '../../server/platform/objects/open-objects.ts';

/** Whether the place of objects takes one, gives it back and forgets it. Without one the data folder is looked at. */
export async function checkObjects({ objectsPlace }: Pick<Config, 'objectsPlace'>): Promise<Finding[]> {
  if (!objectsPlace) return [];
  const { ok, wrong } = findingsAbout('object storage');
  const objects = await openObjects(objectsPlace);
  const name = `doctor/${randomUUID()}`;
  try {
    await objects.put(name, Buffer.from(name));
    const found = await objects.get(name);
    await objects.delete(name);
    if (!found || (await buffer(found)).toString() !== name) {
      return [wrong(`${objects.place} does not give back what it took`, 'ask who runs it')];
    }
    return [ok(`${objects.place} keeps objects`)];
  } catch (error) {
    const advice = 'compare OBJECTS_URL: address, bucket, region, and a key that may write, list and delete';
    return [wrong((error as Error).message, advice)];
  } finally {
    objects.close();
  }
}
