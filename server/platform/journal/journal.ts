// SPDX-License-Identifier: Apache-2.0

import { randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { type Objects, ObjectsUnavailable } from '../objects/objects.ts';
import { openObjects } from '../objects/open-objects.ts';
import type { Place } from '../objects/place.ts';
import { type JournalEntry, type JournalLine, parseLines, toText } from './entries.ts';

/**
 * Records that must survive the loss of the database (entries.ts). Stored outside the database, and append-only. A
 * caller gets an answer only after its line is written; otherwise it must retry. So nobody has been promised anything
 * that the journal lacks.
 */
export interface Journal {
  /** False if none is configured: then nothing is written. */
  isKept: boolean;
  /** @throws ObjectsUnavailable if it could not be written in time */
  write(entry: JournalEntry): Promise<void>;
  /**
   * Everything, oldest days first.
   * @param since omits lines written before, except some older ones, since clocks differ
   * @param onRead called with how many of all objects have been read
   */
  read(options?: {
    since?: Date;
    onRead?: ((read: number, of: number) => void) | undefined;
  }): AsyncIterable<JournalLine>;
  /** The id of the journal in this storage; undefined without one. */
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

/** Lines of concurrent callers are written together. */
function inBatches(put: (text: string) => Promise<void>) {
  const waiting: { line: string; resolve(): void; reject(error: unknown): void }[] = [];
  let isWriting = false;
  async function writeAll(): Promise<void> {
    if (isWriting) return;
    isWriting = true;
    while (waiting.length > 0) {
      const batch = waiting.splice(0, linesAtOnce);
      try {
        await put(batch.map(({ line }) => `${line}\n`).join(''));
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

/** The objects written since then, and perhaps some older ones; oldest days first. */
async function listNames(objects: Objects, since: Date | undefined): Promise<string[]> {
  const now = Date.now();
  const from = since ? Math.min(since.getTime(), now) - clocksDifferMs : 0;
  const days = since ? daysBetween(from, now + clocksDifferMs).map((day) => `${folder}${day}/`) : [folder];
  const found = await Promise.all(
    days.map(async (prefix) => {
      const names: string[] = [];
      for await (const { name, modifiedAt } of objects.list(prefix)) {
        if (modifiedAt.getTime() >= from) names.push(name);
      }
      return names;
    }),
  );
  return found.flat();
}

export const noJournal: Journal = {
  isKept: false,
  async write() {},
  async *read() {},
  readId: async () => undefined,
  async begin() {},
  async close() {},
};

export async function openJournal(place: Place | undefined): Promise<Journal> {
  if (!place) return noJournal;
  const objects = await openObjects(place);
  // An object for each batch: existing ones are never overwritten.
  const enqueue = inBatches((text) => {
    const now = new Date();
    const name = `${folder}${toDay(now)}/${now.toISOString()}-${randomUUID()}.jsonl`.replaceAll(':', '');
    return objects.put(name, Buffer.from(text));
  });
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
    async *read({ since, onRead = () => {} } = {}) {
      const names = await listNames(objects, since);
      const ahead: Promise<JournalLine[]>[] = [];
      for (let read = 0; read < names.length; read++) {
        for (const name of names.slice(read + ahead.length, read + readAtOnce)) {
          const reading = readOne(name);
          // It may fail before it is awaited.
          reading.catch(() => {});
          ahead.push(reading);
        }
        yield* (await ahead.shift()) ?? [];
        onRead(read + 1, names.length);
      }
    },
    async readId() {
      const found = await objects.get(idName);
      return found && (await buffer(found)).toString().trim();
    },
    begin: (id) => objects.put(idName, Buffer.from(id)),
    close: async () => objects.close(),
  };
}
