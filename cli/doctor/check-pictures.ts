// SPDX-License-Identifier: Apache-2.0

import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { plural } from '../../contract/amounts.ts';
import type { Config } from '../../server/config.ts';
import { listOnSale } from '../../server/features/shop/feature.ts';
import type { Queryable } from '../../server/platform/db/database.ts';
import { type Finding, findingsAbout } from '../../server/platform/finding.ts';
import { pictureSuffixWithoutSize } from '../../server/platform/storage/picture-files.ts';

/**
 * Checks that the pictures of the cards on sale are in this machine's folder. They are missing if the machines of an
 * installation don't share one. A bucket is the same for all.
 */
export async function checkPictures(
  db: Queryable,
  { dataDir, objectsPlace }: Pick<Config, 'dataDir' | 'objectsPlace'>,
): Promise<Finding[]> {
  if (objectsPlace?.kind === 's3') return [];
  const { wrong } = findingsAbout('pictures');
  const folder = join(objectsPlace?.path ?? dataDir, 'media');
  const cards = await listOnSale(db);
  const found = await Promise.all(
    cards.map(({ image }) =>
      access(join(folder, image + pictureSuffixWithoutSize)).then(
        () => true,
        () => false,
      ),
    ),
  );
  const missing = found.filter((isFound) => !isFound).length;
  if (missing === 0) return [];
  const says = `${plural(missing, 'gift card')} on sale without a picture in ${folder}`;
  return [wrong(says, 'let all machines share that folder, or set OBJECTS_URL to a bucket')];
}
