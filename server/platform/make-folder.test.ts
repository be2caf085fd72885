// SPDX-License-Identifier: Apache-2.0

import { existsSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { makeScratchFolder } from '../../tests/support/scratch.ts';
import { makeWritableFolder } from './make-folder.ts';

const scratch = makeScratchFolder('folder');

it('makes a folder and its parents, also concurrently and when it exists', async () => {
  const folder = join(scratch, 'a/b/c');
  await Promise.all([1, 2, 3].map(() => makeWritableFolder(folder)));
  await makeWritableFolder(folder);
  expect(statSync(folder).isDirectory()).toBe(true);
});

it('returns the reason why a path cannot be a folder', async () => {
  writeFileSync(join(scratch, 'file'), '');
  symlinkSync(join(scratch, 'nowhere'), join(scratch, 'dangling'));
  const fault = (path: string) => makeWritableFolder(join(scratch, path)).catch(({ code }) => code);
  expect(await fault('file')).toBe('ENOTDIR');
  expect(await fault('file/below')).toBe('ENOTDIR');
  expect(await fault('dangling')).toBe('ENOENT');
  expect(await fault('dangling/below')).toBe('ENOENT');
});

it.runIf(existsSync('/proc/self'))('gives up when the system wrongly reports a missing parent', async () => {
  await expect(makeWritableFolder('/proc/finalring/data')).rejects.toMatchObject({ code: 'ENOENT' });
});
