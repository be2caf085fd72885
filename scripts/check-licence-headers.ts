// SPDX-License-Identifier: Apache-2.0

/**
 * Checks that each of our source files names its licence in the first line (SPDX; after a `#!` line, if any). `--write`
 * adds missing headers. Skips migrations and functions, because the database identifies them by their bytes, and icons,
 * which have another licence.
 */
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../', import.meta.url));
const header = '// SPDX-License-Identifier: Apache-2.0\n';
const places = [
  '*.{ts,mjs}',
  '.*.mjs',
  '{art,bench,clients,cli,contract,db,docs,sandbox,scripts,server,tests,web}/**/*.{ts,tsx,mjs}',
  'docs/.vitepress/**/*.{ts,mjs}',
];
const isMade = /(^|\/)(node_modules|dist)\/|(^|\/)schema\.d\.ts$|^web\/ui\/icons\//;

const files = globSync(places, { cwd: root, exclude: (path) => isMade.test(`${path}/`) })
  .filter((path) => !isMade.test(path))
  .toSorted();
const lacking = files.filter((path) => {
  const text = readFileSync(join(root, path), 'utf8');
  return !text.replace(/^#!.*\n/, '').startsWith(header);
});

if (process.argv.includes('--write')) {
  for (const path of lacking) {
    const text = readFileSync(join(root, path), 'utf8');
    const [program = ''] = /^#!.*\n/.exec(text) ?? [];
    writeFileSync(join(root, path), `${program}${header}\n${text.slice(program.length)}`);
  }
} else if (files.length < 1_000 || lacking.length > 0) {
  const told = lacking.slice(0, 10).join('\n');
  console.error(
    `${lacking.length} of ${files.length} files do not name their licence first (node scripts/check-licence-headers.ts --write):\n${told}`,
  );
  process.exitCode = 1;
}
