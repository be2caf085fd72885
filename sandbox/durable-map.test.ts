// SPDX-License-Identifier: Apache-2.0

import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDurableMap } from './durable-map.ts';

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kept-map-'));
  path = join(folder, 'deep', 'state.jsonl');
});
afterEach(() => rmSync(folder, { recursive: true }));

test('stores the last value of each key, in order of first insertion', async () => {
  const map = await openDurableMap(path);
  map.set('a', { n: 1 });
  map.set('b', 'two');
  map.set('c', 3);
  map.set('a', { n: 4 });
  map.delete('b');
  await map.saved();
  const again = await openDurableMap(path);
  expect(again.entries()).toEqual([
    ['a', { n: 4 }],
    ['c', 3],
  ]);
  expect(readFileSync(path, 'utf8').split('\n')).toHaveLength(3);
});

test('skips a line torn by a kill, and continues after it', async () => {
  const map = await openDurableMap(path);
  map.set('a', 1);
  await map.saved();
  appendFileSync(path, '{"key":"b","val');
  const again = await openDurableMap(path);
  expect(again.entries()).toEqual([['a', 1]]);
  again.set('c', 3);
  await again.saved();
  expect((await openDurableMap(path)).entries()).toEqual([
    ['a', 1],
    ['c', 3],
  ]);
});

test('refuses a file that is not a saved map', async () => {
  const broken = join(folder, 'broken.jsonl');
  writeFileSync(broken, 'not json\n{"key":"a","value":1}\n');
  await expect(openDurableMap(broken)).rejects.toThrow('Delete the file to start over');
});

test('writes nothing without a path', async () => {
  const map = await openDurableMap(undefined);
  map.set('a', 1);
  await map.saved();
  expect(map.get('a')).toBe(1);
});
