// SPDX-License-Identifier: Apache-2.0

/**
 * Runs at the end of a build: writes a .br and a .gz beside each text file (.data is what the router fetches for a
 * prerendered page), so that the server does not compress them. It does compress pages of the web app, since it puts its own
 * address into them (server/platform/http/built-pages.ts).
 */
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';

const smallestWorthBytes = 1_024;

/** @param withPages if the server does not change them, as with the documentation's */
export function precompress(folder: string, { withPages = false } = {}): void {
  const endings = `js,css,svg,data${withPages ? ',html' : ''}`;
  for (const file of globSync(`**/*.{${endings}}`, { cwd: folder })) {
    const path = join(folder, file);
    const content = readFileSync(path);
    if (content.length < smallestWorthBytes) continue;
    writeFileSync(`${path}.br`, brotliCompressSync(content));
    writeFileSync(`${path}.gz`, gzipSync(content, { level: 9 }));
  }
}
