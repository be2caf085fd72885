import { readdirSync, readFileSync } from 'node:fs';
import { expect } from 'vitest';
import { attack } from './attack.ts';

attack('1.2.10', 'have a spreadsheet run what a player wrote', async () => {
  const formulas = ['=HYPERLINK("http://evil.test")', '+1+1', '-2+3', '@SUM(A1)', '\t=1'];
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

attack('1.2.10', 'find a CSV that is written without that', () => {
  const sources = ['web', 'server'].flatMap((root) =>
    readdirSync(root, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name) && !name.includes('.test.'))
      .map((name) => `${root}/${name}`),
  );
  const writers = sources.filter((path) => /unparse\(|csv-stringify/.test(readFileSync(path, 'utf8')));
  expect(writers).toEqual(['web/lib/csv.ts']);
  return Promise.resolve('one place writes them');
});
