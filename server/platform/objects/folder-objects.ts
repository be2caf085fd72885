// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import type { Readable } from 'node:stream';
import { makeFolder } from '../make-folder.ts';
import { type ObjectHead, type Objects, ObjectsUnavailable, requireName, requirePrefix } from './objects.ts';
import { syncFolder } from './sync-folder.ts';

const isAbsent = (error: unknown) =>
  ['ENOENT', 'ENOTDIR', 'EISDIR'].includes((error as NodeJS.ErrnoException).code ?? '');

/** Undefined if the file does not exist. @throws ObjectsUnavailable */
async function orAbsent<Result>(what: string, work: Promise<Result>): Promise<Result | undefined> {
  try {
    return await work;
  } catch (error) {
    if (isAbsent(error)) return undefined;
    throw new ObjectsUnavailable(what, error);
  }
}

async function write(draft: string, content: Readable | Buffer): Promise<void> {
  const handle = await open(draft, 'wx', 0o600);
  try {
    await handle.writeFile(content);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Undefined if it is not a file. */
async function openFile(path: string): Promise<FileHandle | undefined> {
  const handle = await open(path, 'r');
  let isFile = false;
  try {
    isFile = (await handle.stat()).isFile();
  } finally {
    if (!isFile) await handle.close();
  }
  return isFile ? handle : undefined;
}

/** How many files are checked together. */
const lookedAtOnce = 64;

/** Objects as files in a folder, which processes on several machines may share. */
export function folderObjects(root: string): Objects {
  const toFile = (name: string) => join(root, requireName(name));

  async function head(name: string): Promise<ObjectHead | undefined> {
    const found = await orAbsent(`cannot look at ${name}`, stat(toFile(name)));
    return found?.isFile() ? { name, bytes: found.size, modifiedAt: found.mtime } : undefined;
  }

  return {
    place: root,
    head,
    async put(name, content) {
      const file = toFile(name);
      const folder = dirname(file);
      // Hidden, so that no list shows an incomplete object.
      const draft = join(folder, `.${randomUUID()}`);
      try {
        await makeFolder(folder);
        await write(draft, content);
        await rename(draft, file);
        await syncFolder(folder);
      } catch (error) {
        await rm(draft, { force: true }).catch(() => {});
        throw new ObjectsUnavailable(`cannot keep ${name}`, error);
      }
    },
    async get(name) {
      const handle = await orAbsent(`cannot read ${name}`, openFile(toFile(name)));
      return handle && createReadStream('', { fd: handle });
    },
    async *list(prefix) {
      const folder = join(root, requirePrefix(prefix).replace(/[^/]*$/, ''));
      const entries = await orAbsent(
        `cannot list ${prefix}`,
        readdir(folder, { recursive: true, withFileTypes: true }),
      );
      const names = (entries ?? [])
        .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
        .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
        .filter((name) => name.startsWith(prefix))
        .sort();
      // One after the other, a busy day's journal on a network disk would take minutes.
      for (let place = 0; place < names.length; place += lookedAtOnce) {
        const found = await Promise.all(names.slice(place, place + lookedAtOnce).map(head));
        yield* found.filter((each) => each !== undefined);
      }
    },
    async delete(name) {
      await orAbsent(`cannot delete ${name}`, rm(toFile(name)));
    },
    close() {},
  };
}
