// SPDX-License-Identifier: Apache-2.0

import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { Objects } from '../../../platform/objects/objects.ts';

/** Names the archive of one run of an export. */
export interface ArchiveName {
  id: string;
  run: number;
}

/** The storage of archives, and of their drafts until they are complete. */
export interface Archives {
  /**
   * The folder where a process writes drafts before an archive is complete. The next run on this machine finds them
   * again.
   */
  draftsOf(id: string): string;
  removeDrafts(id: string): Promise<void>;
  /** Stores an archive; returns its size in bytes. */
  keep(name: ArchiveName, content: Readable): Promise<number>;
  /** Undefined if the archive does not exist. */
  read(name: ArchiveName): Promise<Readable | undefined>;
  /** Does nothing if the archive does not exist. */
  remove(name: ArchiveName): Promise<void>;
  /** Ids of all exports that have drafts or archives. */
  list(): Promise<string[]>;
  /** Removes an export's drafts, sections and archives. */
  removeAllOf(id: string): Promise<void>;
}

const prefix = 'exports/';
const idIn = (name: string) => /^(?:exports\/)?([0-9a-f-]{36})/.exec(name)?.[1];

/** @param drafts a folder on this machine */
export function openArchives(objects: Objects, drafts: string): Archives {
  const toObjectName = ({ id, run }: ArchiveName) => `${prefix}${id}-${run}.zip`;
  const removeDrafts = (id: string) => rm(join(drafts, id), { recursive: true, force: true });
  return {
    draftsOf: (id) => join(drafts, id),
    removeDrafts,
    async keep(name, content) {
      await objects.put(toObjectName(name), content);
      const kept = await objects.head(toObjectName(name));
      if (!kept) throw new Error(`${toObjectName(name)} was kept and is not there`);
      return kept.bytes;
    },
    read: (name) => objects.get(toObjectName(name)),
    remove: (name) => objects.delete(toObjectName(name)),
    async list() {
      const ids = new Set((await readdir(drafts).catch(() => [])).flatMap((name) => idIn(name) ?? []));
      for await (const { name } of objects.list(prefix)) {
        const id = idIn(name);
        if (id) ids.add(id);
      }
      return [...ids];
    },
    async removeAllOf(id) {
      await removeDrafts(id);
      for await (const { name } of objects.list(`${prefix}${id}`)) await objects.delete(name);
    },
  };
}
