// SPDX-License-Identifier: Apache-2.0

import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { precompress } from './precompress.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'finalring-compressed-'));
  mkdirSync(join(folder, 'assets'));
});
afterEach(() => rmSync(folder, { recursive: true }));

it.each(['app.js', 'app.css', 'ring.svg', 'home.data'])('compresses %s in both forms', async (name) => {
  const file = join(folder, 'assets', name);
  writeFileSync(file, 'ring '.repeat(1_000));
  await precompress(folder);
  expect(brotliDecompressSync(readFileSync(`${file}.br`)).toString()).toBe('ring '.repeat(1_000));
  expect(gunzipSync(readFileSync(`${file}.gz`)).toString()).toBe('ring '.repeat(1_000));
});

it.each([
  ['pages, which get the address of the installation', 'index.html', 5_000],
  ['files that would hardly get smaller', 'small.js', 1_000],
])('does not compress %s', async (_, name, bytes) => {
  writeFileSync(join(folder, name), 'x'.repeat(bytes));
  await precompress(folder);
  expect(existsSync(join(folder, `${name}.br`))).toBe(false);
});

it('compresses pages too when they are served as built', async () => {
  const file = join(folder, 'rules.html');
  writeFileSync(file, 'ring '.repeat(1_000));
  await precompress(folder, { withPages: true });
  expect(brotliDecompressSync(readFileSync(`${file}.br`)).toString()).toBe('ring '.repeat(1_000));
  expect(gunzipSync(readFileSync(`${file}.gz`)).toString()).toBe('ring '.repeat(1_000));
});
