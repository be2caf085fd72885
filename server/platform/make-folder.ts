// SPDX-License-Identifier: Apache-2.0

import { access, constants, mkdir, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

const isThere = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  );

/**
 * Creates a folder and its parents, unless it exists. One level at a time: if a file system refuses to create a folder
 * in an existing parent (/proc, or an unavailable automount), Node's `recursive` retries forever, and for a full disk
 * it reports that something is missing (nodejs/node issue 42808).
 *
 * @param mode for created folders, such as 0o700
 * @throws the system's error if it cannot be created or is not a folder
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

/** Also checks that the folder is writable. @throws if it is not */
export async function makeWritableFolder(path: string): Promise<void> {
  await makeFolder(path);
  await access(path, constants.W_OK);
}
