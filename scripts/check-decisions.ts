// SPDX-License-Identifier: Apache-2.0

/**
 * Checks that each decision record has its own number, also in its title, that numbers of deleted records aren't
 * reused, and that every mentioned record exists. Part of `npm run check`.
 */
import { globSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../', import.meta.url));
const folder = 'docs/decisions/';
const faults: string[] = [];
const read = (path: string) => readFileSync(`${root}${path}`, 'utf8');

const records = readdirSync(`${root}${folder}`).sort();
for (const [index, record] of records.entries()) {
  if (records[index - 1]?.slice(0, 4) === record.slice(0, 4))
    faults.push(`${folder}${record} has the number of another record`);
  if (!read(folder + record).startsWith(`# ${record.slice(0, 4)} `)) {
    faults.push(`${folder}${record} has a different number in its title`);
  }
}

const sources = globSync(
  ['*.md', '{bench,cli,contract,db,docs,sandbox,scripts,server,tests,web}/**/*.{css,md,mjs,sql,ts,tsx}'],
  // Migrations never change, so old mentions stay.
  { cwd: root, exclude: ['db/migrations/**'] },
);
for (const path of sources) {
  for (const [, name = ''] of read(path).matchAll(/docs\/decisions\/(\d{4}(?:-[a-z-]+\.md)?)/g)) {
    if (!records.some((record) => record === name || record.startsWith(`${name}-`))) {
      faults.push(`${path} names ${folder}${name}, which does not exist`);
    }
  }
}

for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exitCode = 1;
