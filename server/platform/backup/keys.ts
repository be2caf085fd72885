// SPDX-License-Identifier: Apache-2.0

import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { makeFolder } from '../make-folder.ts';
import { syncFolder } from '../objects/sync-folder.ts';

/**
 * The keys of backups, one file each, stored apart from the backups. Once a key is destroyed, nobody can read its
 * backup or any copy of it: this is how backups expire.
 */
export interface BackupKeys {
  folder: string;
  /** Makes a key for a new backup, which is the newest from then on. */
  make(id: string): Promise<void>;
  /** Ids of the backups whose keys are here and intact, oldest first. */
  list(): Promise<string[]>;
  /** Ids of backups whose key is here but unusable, without destroyed ones. */
  listDamaged(): Promise<string[]>;
  /** The key of a backup, in age's format. @throws with the file if it was destroyed, or is damaged */
  read(id: string): Promise<string>;
  /** Safe to repeat after an interruption: as soon as it is marked, the key counts as destroyed. */
  destroy(id: string): Promise<void>;
  /** Ids of destroyed keys whose backups may still exist. */
  listDestroyed(): Promise<string[]>;
  /** Call it after deleting the destroyed key's backup. */
  forgetDestroyed(id: string): Promise<void>;
}

const ending = '.age-key';
const destroyedEnding = '.destroyed';

function unlessMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}

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
  const isWhole = (key: string) =>
    identityToRecipient(key).then(
      () => true,
      () => false,
    );
  /** The results of `isWhole` for keys that are read every few seconds. */
  const known = new Map<string, boolean>();
  async function listAll(): Promise<{ id: string; isWhole: boolean }[]> {
    const destroyed = new Set(await listBy(destroyedEnding));
    const ids = (await listBy(ending)).filter((id) => !destroyed.has(id));
    return Promise.all(
      ids.map(async (id) => {
        const key = (await readFile(toFile(id), 'utf8').catch(() => '')).trim();
        const said = known.get(`${id} ${key}`) ?? (await isWhole(key));
        known.set(`${id} ${key}`, said);
        return { id, isWhole: said };
      }),
    );
  }
  const listThose = async (whole: boolean) =>
    (await listAll()).flatMap(({ id, isWhole: said }) => (said === whole ? id : []));
  return {
    folder,
    async make(id) {
      await makeFolder(folder, 0o700);
      const draft = `${toFile(id)}.new`;
      await writeFile(draft, await generateX25519Identity(), { mode: 0o600, flush: true, flag: 'wx' });
      await rename(draft, toFile(id));
      await syncFolder(folder);
    },
    list: () => listThose(true),
    listDamaged: () => listThose(false),
    listDestroyed: () => listBy(destroyedEnding),
    forgetDestroyed: (id) => rm(toDestroyedFile(id), { force: true }),
    async read(id) {
      const isDestroyed = (await listBy(destroyedEnding)).includes(id);
      const key = isDestroyed ? undefined : await readFile(toFile(id), 'utf8').catch(unlessMissing);
      if (key === undefined) {
        throw new Error(`the key of backup ${id} is not in ${folder}: it was destroyed, or is elsewhere`);
      }
      if (!(await isWhole(key.trim()))) throw new Error(`its key ${toFile(id)} is damaged`);
      return key.trim();
    },
    async destroy(id) {
      await writeFile(toDestroyedFile(id), '', { mode: 0o600, flush: true });
      // A file shorter than a block may be overwritten in place. Then its name is removed.
      await writeFile(toFile(id), '0'.repeat(80), { flag: 'r+', flush: true }).catch(unlessMissing);
      await rm(toFile(id), { force: true });
      await syncFolder(folder);
    },
  };
}
