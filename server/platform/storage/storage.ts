// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import { open, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { makeFolder } from '../make-folder.ts';
import type { Objects } from '../objects/objects.ts';
import { syncFolder } from '../objects/sync-folder.ts';
import { type Refusal, refuse } from '../refusal.ts';

/**
 * Uploads are files in one folder, each named by its content: a file never changes, may be cached forever, and can be
 * written twice. If objects are stored elsewhere, uploads go there, and the folder has copies of the files requested
 * here.
 */
export interface Storage {
  /** The folder with all files that were requested here. */
  readonly folder: string;
  /** Whether the file may exist in the object storage only: it is not in the folder. */
  mayBeElsewhere(name: string): Promise<boolean>;
  /** Copies a file into the folder; false if it does not exist. */
  fetch(name: string): Promise<boolean>;
  /**
   * Writes files, all of them completely or none at all, and makes them survive a power failure. Existing ones stay.
   * Refuses `storage_full`.
   */
  keep(files: readonly StoredFile[]): Promise<Refusal | undefined>;
}

export interface StoredFile {
  name: string;
  content: Buffer;
}

/** System errors if no more can be written: disk full, quota, a limit of the process. */
const noRoom = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

const storedForm = /^[a-z0-9][a-z0-9-]*(\/[a-z0-9][a-z0-9-]*)*\.[a-z0-9]+$/;
const maxNameLength = 200;

/** Whether a file may have this name: folders and a file, with nothing that could lead out of the folder. */
export function isStoredName(name: string): boolean {
  return name.length <= maxNameLength && storedForm.test(name);
}

async function exists(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    () => false,
  );
}

async function writeDraft(draft: string, content: Buffer): Promise<void> {
  const handle = await open(draft, 'wx', 0o644);
  try {
    await handle.writeFile(content);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** The prefix of uploads among the objects. */
const prefix = 'media/';

/** @param objects the storage of all uploads; undefined: only the folder */
export function createStorage(folder: string, objects?: Objects): Storage {
  /** No file gets its final name until all are written: if the disk fills up, nothing is left behind. */
  async function writeAll(files: readonly { file: string; content: Buffer }[]): Promise<void> {
    const drafts = files.map(({ file, content }) => ({ file, content, draft: `${file}.${randomUUID()}` }));
    try {
      const written = await Promise.allSettled(
        drafts.map(({ draft, content }) => writeDraft(draft, content)),
      );
      for (const outcome of written) if (outcome.status === 'rejected') throw outcome.reason;
      for (const { draft, file } of drafts) await rename(draft, file);
    } catch (error) {
      await Promise.all(drafts.map(({ draft }) => rm(draft, { force: true })));
      throw error;
    }
  }

  async function keepHere(files: readonly StoredFile[]): Promise<void> {
    const fresh: { file: string; content: Buffer }[] = [];
    for (const { name, content } of files) {
      const file = join(folder, name);
      if (!(await exists(file))) fresh.push({ file, content });
    }
    const folders = [...new Set(fresh.map(({ file }) => dirname(file)))];
    for (const path of folders) await makeFolder(path);
    await writeAll(fresh);
    for (const path of folders) await syncFolder(path);
  }

  const fetching = new Map<string, Promise<boolean>>();

  async function fetchNow(name: string): Promise<boolean> {
    const found = await objects?.get(prefix + name);
    if (found) await keepHere([{ name, content: await buffer(found) }]);
    return found !== undefined;
  }

  return {
    folder,
    async mayBeElsewhere(name) {
      return objects !== undefined && isStoredName(name) && !(await exists(join(folder, name)));
    },
    async fetch(name) {
      const under = fetching.get(name) ?? fetchNow(name).finally(() => fetching.delete(name));
      fetching.set(name, under);
      return under;
    },
    async keep(files) {
      for (const { name } of files) {
        if (!isStoredName(name)) throw new Error(`no file may be called ${name}`);
      }
      try {
        for (const { name, content } of objects ? files : []) await objects?.put(prefix + name, content);
        await keepHere(files);
        return undefined;
      } catch (error) {
        const { code } = ((error as Error).cause ?? error) as NodeJS.ErrnoException;
        if (noRoom.has(code ?? '')) return refuse('storage_full');
        throw error;
      }
    },
  };
}
