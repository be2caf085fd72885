// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { makeFolder } from '../make-folder.ts';
import { type Objects, ObjectsUnavailable } from '../objects/objects.ts';
import { openObjects } from '../objects/open-objects.ts';
import type { Place } from '../objects/place.ts';
import { syncFolder } from '../objects/sync-folder.ts';
import { type JournalEntry, type JournalLine, parseLines, toText } from './entries.ts';

/**
 * What must survive the loss of the database (entries.ts). Kept outside the database, and append-only. A caller gets an
 * answer only after its line is written, or is told to try again: so nobody has been told of anything that the journal
 * lacks.
 */
export interface Journal {
  /** False if none is configured: then nothing is written. */
  isKept: boolean;
  /** @throws ObjectsUnavailable if it could not be written in time */
  write(entry: JournalEntry): Promise<void>;
  /** Everything, oldest days first. @param onRead called with how many of all files have been read */
  read(onRead?: (read: number, of: number) => void): AsyncIterable<JournalLine>;
  /** Reads all lines written since then, in any order, and some older ones, since clocks differ. */
  readSince(at: Date, onLine: (line: JournalLine) => void): Promise<void>;
  /** The id of the journal in this place; undefined if there is none. */
  readId(): Promise<string | undefined>;
  begin(id: string): Promise<void>;
  close(): Promise<void>;
}

const folder = 'journal/';
const idName = 'journal-id';
const writtenWithinMs = 5_000;
const linesAtOnce = 1_000;
/** How far the clocks of writers and of their storage may be apart. */
const clocksDifferMs = 3_600_000;
const readAtOnce = 16;
const dayMs = 86_400_000;
const toDay = (at: Date) => at.toISOString().slice(0, 10);

type Append = (day: string, text: string) => Promise<void>;

/** One file for each process and day, to which lines are appended. */
function appendToFile(root: string): { append: Append; close(): Promise<void> } {
  const name = `${randomUUID()}.jsonl`;
  let current: { day: string; handle: FileHandle } | undefined;
  async function getHandle(day: string): Promise<FileHandle> {
    if (current?.day === day) return current.handle;
    await current?.handle.close();
    const path = join(root, folder, day, name);
    await makeFolder(dirname(path));
    const handle = await open(path, 'a', 0o600);
    // Only once its name is sure to survive a power failure: that is not checked again.
    await syncFolder(dirname(path)).catch(async (error) => {
      await handle.close();
      throw error;
    });
    current = { day, handle };
    return handle;
  }
  return {
    async append(day, text) {
      const handle = await getHandle(day);
      try {
        // The newline ends what an earlier try may have written in part.
        await handle.write(`\n${text}`);
        await handle.datasync();
      } catch (error) {
        // The next try opens the file again: the disk may have gone away and come back.
        current = undefined;
        await handle.close().catch(() => {});
        throw error;
      }
    },
    close: async () => void (await current?.handle.close()),
  };
}

/** One object for each batch: existing ones are never written again. */
function appendAsObjects(objects: Objects): { append: Append; close(): Promise<void> } {
  return {
    append: (day, text) =>
      objects.put(
        `${folder}${day}/${new Date().toISOString()}-${randomUUID()}.jsonl`.replaceAll(':', ''),
        Buffer.from(text),
      ),
    async close() {},
  };
}

/** Lines of concurrent callers are written together. */
function inBatches(append: Append) {
  const waiting: { line: string; resolve(): void; reject(error: unknown): void }[] = [];
  let isWriting = false;
  async function writeAll(): Promise<void> {
    if (isWriting) return;
    isWriting = true;
    while (waiting.length > 0) {
      const batch = waiting.splice(0, linesAtOnce);
      try {
        await append(toDay(new Date()), batch.map(({ line }) => `${line}\n`).join(''));
        for (const { resolve: done } of batch) done();
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    isWriting = false;
  }
  return (line: string) =>
    new Promise<void>((done, reject) => {
      waiting.push({ line, resolve: done, reject });
      void writeAll();
    });
}

function daysBetween(fromMs: number, toMs: number): string[] {
  const days = Math.floor(toMs / dayMs) - Math.floor(fromMs / dayMs) + 1;
  return Array.from({ length: days }, (_, n) => toDay(new Date(fromMs + n * dayMs)));
}

async function someAtOnce(names: readonly string[], work: (name: string) => Promise<void>): Promise<void> {
  const waiting = names.values();
  const takeEach = async () => {
    for (const name of waiting) await work(name);
  };
  await Promise.all(Array.from({ length: readAtOnce }, takeEach));
}

export const noJournal: Journal = {
  isKept: false,
  async write() {},
  async *read() {},
  async readSince() {},
  readId: async () => undefined,
  async begin() {},
  async close() {},
};

export async function openJournal(place: Place | undefined): Promise<Journal> {
  if (!place) return noJournal;
  const objects = await openObjects(place);
  const { append, close } =
    place.kind === 'folder' ? appendToFile(resolve(place.path)) : appendAsObjects(objects);
  const enqueue = inBatches(append);
  async function readOne(name: string): Promise<JournalLine[]> {
    const found = await objects.get(name);
    return found ? [...parseLines((await buffer(found)).toString())] : [];
  }
  return {
    isKept: true,
    async write(entry) {
      const waiting = new AbortController();
      const late = delay(writtenWithinMs, undefined, { signal: waiting.signal }).then(() => {
        throw new Error('no answer in time');
      });
      late.catch(() => {});
      try {
        await Promise.race([enqueue(toText(entry)), late]);
      } catch (error) {
        throw new ObjectsUnavailable('cannot write the journal', error);
      } finally {
        waiting.abort();
      }
    },
    async *read(onRead = () => {}) {
      const names: string[] = [];
      for await (const { name } of objects.list(folder)) names.push(name);
      const ahead: Promise<JournalLine[]>[] = [];
      for (let read = 0; read < names.length; read++) {
        for (const name of names.slice(read + ahead.length, read + readAtOnce)) {
          const reading = readOne(name);
          // It may fail before its turn to be awaited.
          reading.catch(() => {});
          ahead.push(reading);
        }
        yield* (await ahead.shift()) ?? [];
        onRead(read + 1, names.length);
      }
    },
    async readSince(at, onLine) {
      const now = Date.now();
      const from = Math.min(at.getTime(), now) - clocksDifferMs;
      const names: string[] = [];
      await someAtOnce(daysBetween(from, now + clocksDifferMs), async (day) => {
        for await (const { name, modifiedAt } of objects.list(`${folder}${day}/`)) {
          if (modifiedAt.getTime() >= from) names.push(name);
        }
      });
      await someAtOnce(names, async (name) => {
        for (const line of await readOne(name)) onLine(line);
      });
    },
    async readId() {
      const found = await objects.get(idName);
      return found && (await buffer(found)).toString().trim();
    },
    begin: (id) => objects.put(idName, Buffer.from(id)),
    async close() {
      await close();
      objects.close();
    },
  };
}
