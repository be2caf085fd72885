// SPDX-License-Identifier: Apache-2.0

/**
 * Runs at the end of the web build: fails it if a page loads more scripts than its limit, or if the same styles ship
 * under two names. Parts that load later (a dialog, a toast, in an idle moment) don't count.
 */
import { globSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Kilobytes, compressed with brotli. */
const pageLimitsKb: Readonly<Record<string, number>> = { '/': 132, '/home': 150, '/products': 150 };

/** Kilobytes of the scripts that a page's loader lists (late-scripts.ts). */
export function weighPage(folder: string, path: string): number {
  const html = readFileSync(join(folder, path, 'index.html'), 'utf8');
  const [, parts] = /for\(const href of (\[[^\]]*\])\)/.exec(html) ?? [];
  if (!parts) throw new Error(`The page ${path} has its scripts elsewhere`);
  const bytes = (JSON.parse(parts) as string[]).map((part) => {
    const file = join(folder, part);
    return (statSync(`${file}.br`, { throwIfNoEntry: false }) ?? statSync(file)).size;
  });
  return bytes.reduce((sum, size) => sum + size, 0) / 1000;
}

/**
 * @param folder of the built web app, compressed
 * @param limits for the pages at these paths
 */
export function limitPageWeights(folder: string, limits = pageLimitsKb): void {
  for (const [path, limit] of Object.entries(limits)) {
    const weight = weighPage(folder, path);
    if (weight > limit)
      throw new Error(`${path} loads ${weight.toFixed(1)} KB of scripts, promised ${limit}`);
  }
}

/** Fails if the builds of pages and scripts name the same style sheet differently. */
export function demandDistinctStyles(folder: string): void {
  const names = new Map<string, string>();
  for (const name of globSync('assets/*.css', { cwd: folder })) {
    const styles = readFileSync(join(folder, name), 'utf8');
    if (names.has(styles)) throw new Error(`${names.get(styles)} and ${name} are the same styles`);
    names.set(styles, name);
  }
}
