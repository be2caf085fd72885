// SPDX-License-Identifier: Apache-2.0

/**
 * Writes a .br and a .gz beside each text file of a build (.data is what the router fetches for a prerendered page), so
 * that the server needn't compress them. The server still compresses the web app's pages, because it fills in its own
 * address (server/platform/http/built-pages.ts).
 */
import { globSync, statSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const smallestWorthBytes = 1_024;

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

function isCompressed(path: string): boolean {
  const compressed = statSync(`${path}.br`, { throwIfNoEntry: false });
  return compressed !== undefined && compressed.mtimeMs >= statSync(path).mtimeMs;
}

async function compressFile(path: string): Promise<void> {
  const content = await readFile(path);
  if (content.length < smallestWorthBytes) return;
  const [asBrotli, asGzip] = await Promise.all([toBrotli(content), toGzip(content, { level: 9 })]);
  await Promise.all([writeFile(`${path}.br`, asBrotli), writeFile(`${path}.gz`, asGzip)]);
}

/** @param withPages if the server doesn't change the pages, as in the documentation */
export async function precompress(folder: string, { withPages = false } = {}): Promise<void> {
  const endings = `js,css,svg,data${withPages ? ',html' : ''}`;
  const paths = globSync(`**/*.{${endings}}`, { cwd: folder }).map((file) => join(folder, file));
  await Promise.all(paths.filter((path) => !isCompressed(path)).map(compressFile));
}

/** Compresses files for browsers on other cores, while the pages are still being rendered. */
export function compressEarly(): Plugin {
  let compressing = Promise.resolve();
  return {
    name: 'compress-early',
    applyToEnvironment: ({ name }) => name === 'client',
    writeBundle({ dir }) {
      if (dir) compressing = precompress(dir);
    },
    buildApp: { order: 'post', handler: () => compressing },
  };
}
