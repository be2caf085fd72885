// SPDX-License-Identifier: Apache-2.0

import { mkdtempSync, rmSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { openJournal } from '../journal/journal.ts';
import { folderObjects } from './folder-objects.ts';
import { ObjectsUnavailable } from './objects.ts';

let folder: string;
/** The prototype of every open file. */
let file: FileHandle;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'finalring-failing-'));
  const handle = await open(folder, 'r');
  await handle.close();
  file = Object.getPrototypeOf(handle);
});
afterAll(() => rmSync(folder, { recursive: true }));

const fault = () => Promise.reject(new Error('EIO: i/o error'));

it('reports a file that opens and then fails as unavailable, and closes it', async () => {
  const objects = folderObjects(folder);
  await objects.put('kept', Buffer.from('content'));
  let failed: FileHandle | undefined;
  vi.spyOn(file, 'stat').mockImplementationOnce(function (this: FileHandle) {
    failed = this;
    return fault();
  });
  await expect(objects.get('kept')).rejects.toThrow(ObjectsUnavailable);
  // The descriptor of closed files.
  expect(failed?.fd).toBe(-1);
  const found = await objects.get('kept');
  expect(found && (await text(found))).toBe('content');
});

it('confirms no journal line before its file name is safely on disk', async () => {
  const journal = await openJournal({ kind: 'folder', path: join(folder, 'journal') });
  const { sync } = file;
  let syncs = 0;
  // The first call is for the file, the second for its folder.
  vi.spyOn(file, 'sync').mockImplementation(function (this: FileHandle) {
    syncs++;
    return syncs === 2 ? fault() : sync.call(this);
  });
  const line = { kind: 'shown', codeId: 'a', print: '' } as const;
  await expect(journal.write(line)).rejects.toThrow(ObjectsUnavailable);
  await journal.write(line);
  expect(syncs).toBe(4);
  vi.restoreAllMocks();
  await journal.close();
});
