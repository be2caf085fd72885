// SPDX-License-Identifier: Apache-2.0

/**
 * Runs at the end of the web build: an import that fails in a page's inline script is an unhandled rejection, which cannot
 * be told apart from those of browser extensions in the same page. So each such import reports its own failure.
 */
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const entryImport = /import\("\/assets\/entry\.client-[^"]*"\)/g;

/** @param folder of the built web app; each of its pages imports the script that hydrates it */
export function reportOwnFailures(folder: string): void {
  for (const page of globSync('**/*.html', { cwd: folder })) {
    const file = join(folder, page);
    const html = readFileSync(file, 'utf8');
    const reporting = html.replace(entryImport, '$&.catch(window.failFirstLoad)');
    if (reporting === html) throw new Error(`The page ${page} imports its scripts otherwise`);
    writeFileSync(file, reporting);
  }
}
