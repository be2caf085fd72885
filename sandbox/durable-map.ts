// SPDX-License-Identifier: Apache-2.0

import { appendFile, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { z } from 'zod';

const line = z.object({ key: z.string(), value: z.unknown() });

/** A map of plain data in order of first insertion. Values that were `set` and `saved` survive a kill -9. */
export interface DurableMap {
  get(key: string): unknown;
  /** Call it also after changing a value in place. */
  set(key: string, value: unknown): void;
  delete(key: string): void;
  entries(): [string, unknown][];
  /** Resolves when everything set so far is on disk. */
  saved(): Promise<void>;
}

/**
 * Opens a file with one JSON line per change; the last line of a key wins. Each write costs only the change, not the
 * whole state, so that thousands of payments can be saved one by one. Without a path nothing is stored.
 * @throws if the file contains anything else; an incomplete last line, as a kill leaves it, is ignored
 */
export async function openDurableMap(path: string | undefined): Promise<DurableMap> {
  const values = new Map<string, unknown>(path === undefined ? [] : await load(path));
  let waiting = '';
  let writing: Promise<void> | undefined;

  const write = async (file: string): Promise<void> => {
    try {
      while (waiting !== '') {
        const text = waiting;
        waiting = '';
        await appendFile(file, text);
      }
    } finally {
      writing = undefined;
    }
  };
  const note = (key: string, value: unknown): void => {
    if (path === undefined) return;
    waiting += `${JSON.stringify({ key, value })}\n`;
    writing ??= write(path);
  };
  return {
    get: (key) => values.get(key),
    set: (key, value) => {
      values.set(key, value);
      note(key, value);
    },
    delete: (key) => {
      if (values.delete(key)) note(key, null);
    },
    entries: () => [...values],
    saved: async () => {
      await writing;
    },
  };
}

/** Reads the changes and writes back only the result, so that the file doesn't grow forever. */
async function load(path: string): Promise<Map<string, unknown>> {
  await mkdir(dirname(path), { recursive: true });
  const values = new Map<string, unknown>();
  const lines = (await toText(path)).split('\n');
  const torn = lines.pop();
  for (const text of lines) {
    const { key, value } = parse(text, path);
    if (value === null) values.delete(key);
    else values.set(key, value);
  }
  if (torn !== '' || lines.length > values.size) {
    const rest = [...values].map(([key, value]) => `${JSON.stringify({ key, value })}\n`);
    await writeFile(`${path}.new`, rest.join(''));
    await rename(`${path}.new`, path);
  }
  return values;
}

function parse(text: string, path: string): z.output<typeof line> {
  try {
    return line.parse(JSON.parse(text));
  } catch (error) {
    throw new Error(`The sandbox can’t read its state in ${path}. Delete the file to start over`, {
      cause: error,
    });
  }
}

async function toText(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw error;
  }
}
