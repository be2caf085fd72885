// SPDX-License-Identifier: Apache-2.0

/**
 * Runs at the end of the web build: makes each import in a page's inline script report its own failure. Otherwise it
 * would be an unhandled rejection, indistinguishable from those of browser extensions.
 */
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const entryImport = /import\("\/assets\/entry\.client-[^"]*"\)/g;

/** @param folder of the built web app; each page imports the script that hydrates it */
export function reportOwnFailures(folder: string): void {
  for (const page of globSync('**/*.html', { cwd: folder })) {
    const file = join(folder, page);
    const html = readFileSync(file, 'utf8');
    const reporting = html.replace(entryImport, '$&.catch(window.failFirstLoad)');
    if (reporting === html) throw new Error(`The page ${page} imports its scripts otherwise`);
    writeFileSync(file, reporting);
  }
}
