// SPDX-License-Identifier: Apache-2.0

import { access, constants, mkdir, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

const isThere = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  );

/**
 * Makes a folder, with those that it stands in, unless it is there. One by one: where a file system refuses a folder although
 * its parent is there, as /proc does and a place that is mounted on demand and away, Node's `recursive` tries again for ever, and
 * of a full disk it says that something is missing (nodejs/node issue 42808).
 *
 * @param mode of those that are made, like 0o700
 * @throws what the system says where it cannot be made or is no folder
 */
export async function makeFolder(path: string, mode?: number): Promise<void> {
  const folder = resolve(path);
  const missing: string[] = [];
  for (let at = folder; !(await isThere(at)) && at !== dirname(at); at = dirname(at)) missing.unshift(at);
  for (const at of missing) {
    try {
      await mkdir(at, mode);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
  if (!(await stat(folder)).isDirectory())
    throw Object.assign(new Error(`${folder} is no folder`), { code: 'ENOTDIR' });
}

/** The same, and that it can be written. @throws also where it cannot */
export async function makeWritableFolder(path: string): Promise<void> {
  await makeFolder(path);
  await access(path, constants.W_OK);
}
