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
 * Uploads are files in one folder, each named by its content: a file never changes, may be cached for ever, and can be
 * written twice. Where objects are kept elsewhere, that is where they belong, and the folder has copies of those that were
 * asked for here.
 */
export interface Storage {
  /** The folder that holds everything that was asked for. */
  readonly folder: string;
  /** Whether there may be such a file elsewhere alone: it is not in the folder. */
  mayBeElsewhere(name: string): Promise<boolean>;
  /** Brings a file into the folder; false where there is none. */
  fetch(name: string): Promise<boolean>;
  /**
   * Writes files, all of them whole or none at all, and lets them outlive a loss of power. One that is there already
   * stays. Refuses `storage_full`.
   */
  keep(files: readonly StoredFile[]): Promise<Refusal | undefined>;
}

export interface StoredFile {
  name: string;
  content: Buffer;
}

/** What the system says where no more can be written: of the disk, of a quota, of a limit of the process. */
const noRoom = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

const storedForm = /^[a-z0-9][a-z0-9-]*(\/[a-z0-9][a-z0-9-]*)*\.[a-z0-9]+$/;
const maxNameLength = 200;

/** Whether a file may be called so: folders and a file, without anything that could lead out of the folder. */
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

/** Where uploads are among the objects. */
const prefix = 'media/';

/** @param objects where all uploads are kept; undefined: in the folder */
export function createStorage(folder: string, objects?: Objects): Storage {
  /** Nothing gets its name before everything is written: where room runs out, nothing is left behind. */
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
