// SPDX-License-Identifier: Apache-2.0

import { open } from 'node:fs/promises';

/** Makes a folder's entries survive a power failure. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  await handle.sync().finally(() => handle.close());
}
