// SPDX-License-Identifier: Apache-2.0

import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { generateX25519Identity } from 'age-encryption';
import { makeFolder } from '../make-folder.ts';
import { syncFolder } from '../objects/sync-folder.ts';

/**
 * The keys of backups, one file each, kept apart from the backups. Once a key is destroyed nobody can read its backup or
 * any copy of it: this is how backups forget.
 */
export interface BackupKeys {
  folder: string;
  /** Makes a key for a new backup, which is the newest from then on. */
  make(id: string): Promise<void>;
  /** Ids of the backups whose keys exist, oldest first. */
  list(): Promise<string[]>;
  /** The key of a backup, in age's format. @throws if it was destroyed */
  read(id: string): Promise<string>;
  destroy(id: string): Promise<void>;
  /** Ids of destroyed keys whose backups may still exist. */
  listDestroyed(): Promise<string[]>;
  /** Call it after deleting the backup that the destroyed key sealed. */
  forgetDestroyed(id: string): Promise<void>;
}

const ending = '.age-key';
const destroyedEnding = '.destroyed';

export function openKeys(folder: string): BackupKeys {
  const toFile = (id: string) => join(folder, `${id}${ending}`);
  const toDestroyedFile = (id: string) => join(folder, `${id}${destroyedEnding}`);
  async function listBy(end: string): Promise<string[]> {
    const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return [];
      throw error;
    });
    return names
      .filter((name) => name.endsWith(end))
      .map((name) => name.slice(0, -end.length))
      .sort();
  }
  return {
    folder,
    async make(id) {
      await makeFolder(folder, 0o700);
      const draft = `${toFile(id)}.new`;
      await writeFile(draft, await generateX25519Identity(), { mode: 0o600, flush: true, flag: 'wx' });
      await rename(draft, toFile(id));
      await syncFolder(folder);
    },
    list: () => listBy(ending),
    listDestroyed: () => listBy(destroyedEnding),
    forgetDestroyed: (id) => rm(toDestroyedFile(id), { force: true }),
    async read(id) {
      try {
        return (await readFile(toFile(id), 'utf8')).trim();
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
        throw new Error(`the key of backup ${id} is not in ${folder}: it was destroyed, or lies elsewhere`);
      }
    },
    async destroy(id) {
      await writeFile(toDestroyedFile(id), '', { mode: 0o600, flush: true });
      // A file shorter than a block may be overwritten in place. Then its name is removed.
      await writeFile(toFile(id), '0'.repeat(80), { flag: 'r+', flush: true }).catch(() => {});
      await rm(toFile(id), { force: true });
    },
  };
}
