// SPDX-License-Identifier: Apache-2.0

import type { Config } from '../server/config.ts';
import type { Objects } from '../server/platform/objects/objects.ts';
import { closeStorage, openStorage } from '../server/platform/storage/open-storage.ts';

/** The object storage of the configuration. */
export async function withObjects<Result>(
  { dataDir, objectsPlace }: Pick<Config, 'dataDir' | 'objectsPlace'>,
  work: (objects: Objects) => Promise<Result>,
): Promise<Result> {
  const opened = await openStorage({ dataDir, objectsPlace });
  try {
    return await work(opened.objects);
  } finally {
    await closeStorage(opened);
  }
}
