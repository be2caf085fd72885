// SPDX-License-Identifier: Apache-2.0

/**
 * Updates documents from the modules' declarations: the features' names in the drawing of docs/architecture.md, and in
 * docs/retention.md the tables whose rows are deleted with an account. With `--check` (part of `npm run check`) it only
 * reports whether both are up to date.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { modules } from '../server/modules.ts';
import { playerTables } from '../server/player-tables.ts';

const innerWidth = 83;

/** The lines between two other lines of the drawing. */
function drawFeatures(): string {
  const lines = [''];
  for (const name of Object.keys(modules)) {
    const line = `${lines.at(-1)} ${name}`;
    if (line.length > innerWidth - 16) lines.push(` ${name}`);
    else lines.splice(-1, 1, line);
  }
  return lines
    .map(
      (line, place) => `  |${`   ${place === 0 ? 'features/' : '         '} ${line}`.padEnd(innerWidth)}|\n`,
    )
    .join('');
}

/** Tables that the document doesn't mention elsewhere, in rows of limited length. */
function listPlayerTables(document: string): string {
  const others = document.replace(playerRows, '');
  const rows: string[] = [];
  for (const name of Object.keys(playerTables).map((table) => `\`${table}\``)) {
    if (others.includes(name)) continue;
    const row = rows.length > 0 ? `${rows.at(-1)}, ${name}` : name;
    if (row.length > 110) rows.push(name);
    else rows.splice(-1, 1, row);
  }
  return rows.map((row) => `| ${row} | rows of a player, as modules declare them |\n`).join('');
}

const playerRows = /(^\|.*\| rows of a player, as modules declare them \|\n)+/m;
const documents = [
  {
    path: 'docs/architecture.md',
    place: / {2}\| {3}features\/.*?(?= {2}\| {7}\| {2}routes)/s,
    write: drawFeatures,
  },
  { path: 'docs/retention.md', place: playerRows, write: listPlayerTables },
];

for (const { path, place, write } of documents) {
  const file = new URL(`../${path}`, import.meta.url);
  const document = readFileSync(file, 'utf8');
  const written = document.replace(place, () => write(document));
  if (!process.argv.includes('--check')) writeFileSync(file, written);
  else if (written !== document || !place.test(document)) {
    console.error(`${path} is out of date. Run: node scripts/write-modules.ts`);
    process.exitCode = 1;
  }
}
