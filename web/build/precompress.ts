/**
 * Runs at the end of the web build: leaves a .br and a .gz beside each text file (.data is what the router fetches of a
 * prerendered page), so that the server compresses nothing itself. Pages it compresses itself, since it puts its own
 * address in them (server/platform/http/built-pages.ts).
 */
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';

const smallestWorthBytes = 1_024;

export function precompress(folder: string): void {
  for (const file of globSync('**/*.{js,css,svg,data}', { cwd: folder })) {
    const path = join(folder, file);
    const content = readFileSync(path);
    if (content.length < smallestWorthBytes) continue;
    writeFileSync(`${path}.br`, brotliCompressSync(content));
    writeFileSync(`${path}.gz`, gzipSync(content, { level: 9 }));
  }
}
