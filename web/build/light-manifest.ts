// SPDX-License-Identifier: Apache-2.0

/**
 * Runs at the end of the web build: removes the imports of each route from the router's manifest, which every page
 * loads. The router uses them only for `prefetch` links, which we don't have, and for a page's own modules, which have
 * loaded by then.
 */
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const imports = /"imports":\[[^\]]*\]/g;

/** @param folder of the built web app */
export function lightenManifest(folder: string): void {
  const files = globSync('assets/manifest-*.js', { cwd: folder });
  if (files.length === 0) throw new Error('The router has its manifest elsewhere');
  for (const file of files) {
    const manifest = readFileSync(join(folder, file), 'utf8');
    writeFileSync(join(folder, file), manifest.replace(imports, '"imports":[]'));
  }
}
