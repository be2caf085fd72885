// SPDX-License-Identifier: Apache-2.0

import { readdirSync, readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { expect } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { takeExport } from '../support/data-export.ts';
import { createPlayer } from '../support/factories.ts';
import { attack } from './attack.ts';

attack('1.2.10', 'inject a spreadsheet formula through a CSV export', async () => {
  const formulas = ['=A1\n2', '=HYPERLINK("http://evil.test")', '+1+1', '-2+3', '@SUM(A1)', '\t=1'];
  // By its address: its types are the browser's.
  const writer = new URL('../../web/lib/csv.ts', import.meta.url).href;
  const { toCsv } = await import(/* @vite-ignore */ writer);
  const rows: string[] = (
    await toCsv(
      ['name'],
      formulas.map((formula) => [formula]),
    )
  ).split('\r\n');
  for (const [at, formula] of formulas.entries()) {
    expect(rows[at + 1]?.replace(/^"/, '')).toBe(
      `'${formula.replaceAll('"', '""')}${rows[at + 1]?.startsWith('"') ? '"' : ''}`,
    );
  }
  return 'defused by an apostrophe';
});

attack('1.2.10', "inject a spreadsheet formula through one's data export", async () => {
  const test = await startTestApp();
  try {
    const { id } = await createPlayer(test.db, { name: '=HYPERLINK("http://evil.test")' });
    const files = await takeExport(test, await test.signIn(id));
    const [, values] = parse(files.get('csv/profile.csv') ?? '', { bom: true }) as string[][];
    expect(values).toContain(`'=HYPERLINK("http://evil.test")`);
    const cells = [...files]
      .filter(([name]) => name.startsWith('csv/'))
      .flatMap(([, text]) => (parse(text, { bom: true }) as string[][]).flat());
    expect(cells.filter((cell) => /^[=+@\t\r]|^-\D/.test(cell))).toEqual([]);
  } finally {
    await test.close();
  }
  return 'defused by an apostrophe';
});

attack('1.2.10', 'find a CSV export without formula protection', () => {
  const sources = ['web', 'server'].flatMap((root) =>
    readdirSync(root, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name) && !name.includes('.test.'))
      .map((name) => `${root}/${name}`),
  );
  const writers = sources.filter((path) => /unparse\(|csv-stringify/.test(readFileSync(path, 'utf8')));
  expect(writers.sort()).toEqual(['server/features/accounts/export/write-section.ts', 'web/lib/csv.ts']);
  for (const path of writers) expect(readFileSync(path, 'utf8')).toContain('escapeFormulae: formulaStart');
  return Promise.resolve('one place of the browser and one of the server write them');
});
