// SPDX-License-Identifier: Apache-2.0

import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { listKeptFiles } from './kept-files.ts';

const roots = 'contract|server|cli|clients|deploy|web|sandbox|tests|scripts|bench|db|docs|art';
/** A letter of a name; `*` and `<name>` stand for any. */
const letter = '(?:[\\w.*@-]|<\\w+>)';
/** A path from a root of the repository. */
const whole = new RegExp(`(?<![\\w/.*>-])(?:${roots})/(?:${letter}|/)*[\\w*>/]`, 'g');
/** The end of a path: a file with its ending, and as many of its folders as a writer found needed. */
const short = new RegExp(
  `(?<![\\w/.:@*>-])(?![.])(?:${letter}+/)*${letter}+[.](?:tsx?|mjs|sql|css|md|ya?ml|(?<=/\\S+)json)(?![\\w/-])`,
  'g',
);

/** What is created when the application is built or used. */
const made =
  /^(docs\/api|reports|clients\/typescript\/dist)(\/|$)|^clients\/[\w.*-]+\.tgz$|^((clients\/typescript\/)?src\/)?(schema\.d|keyed-calls)\.ts$/;
/** What is not ours: a file of graphile-migrate; or gone: what a record of a decision counts as it was before. */
const notHere = ['current.sql', 'deps.ts'];
/** A record of a decision is named by its number. */
const record = /^docs\/decisions\/\d{4}$/;

const files = listKeptFiles();
const folders = files.flatMap(getFolders);
const modules = files.map((file) => file.replace(/(?<=[^/])[.]\w+$/, ''));
/** Each path on a line of its own. */
const known = `\n${[...new Set([...files, ...folders, ...modules])].join('\n')}\n`;

function getFolders(file: string): string[] {
  const folder = dirname(file);
  return folder === '.' ? [] : [folder, ...getFolders(folder)];
}

/** A path from a root is a file, a folder, or a file without its ending; any other is the end of one. */
function isThere(path: string): boolean {
  const plain = path.replace(/[/.]+$/, '');
  const pattern = plain
    .split(/([*]|<\w+>)/)
    .map((part, index) => (index % 2 ? '[^/\n]+' : part.replaceAll('.', '[.]')));
  const start = new RegExp(`^(${roots})/`).test(plain) ? '\n' : '[\n/]';
  return new RegExp(`${start}${pattern.join('')}${record.test(plain) ? '-' : '\n'}`).test(known);
}

const slashComments = /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*/gm;
const comments: Record<string, RegExp> = {
  ts: slashComments,
  tsx: slashComments,
  mjs: slashComments,
  css: slashComments,
  sql: /--.*/g,
  yml: /#.*/g,
  yaml: /#.*/g,
};

/** The whole text of a document, the comments of code; nothing for other files. */
function getProse(file: string, text: string): string {
  const ending = file.split('.').at(-1) ?? '';
  if (ending === 'md') return text;
  return (comments[ending] ? text.match(comments[ending]) : null)?.join('\n') ?? '';
}

function findNames(file: string, text: string): string[] {
  const prose = getProse(file, text);
  const paths = [...prose.matchAll(whole), ...prose.matchAll(short)].map(([path]) => path);
  return [...new Set(paths)].filter((path) => !made.test(path) && !notHere.includes(path));
}

it('finds paths in the comments of each language', () => {
  const told: [file: string, text: string][] = [
    ['a.ts', '/** See web/build/gone.ts. */ const at = "server/not-named.ts"; // and clients/gone/'],
    ['a.sql', "select 'db/not-named'; -- for server/gone.ts"],
    ['a.yml', 'run: deploy/not-named # like deploy/gone.yaml'],
    ['a.css', 'p { color: red; } /* web/gone.css */'],
    ['a.md', 'All of docs/gone.md and `docs/api/made.md`'],
    ['b.md', 'As in shop/gone.ts, server/<name>/fill-*.ts, https://a.example/b.json and and/or'],
    ['c.md', '`gone.ts`, [rules](../rules.md), `answer.json`, `shop/answer.json`'],
  ];
  expect(told.map(([file, text]) => findNames(file, text))).toEqual([
    ['web/build/gone.ts', 'clients/gone/'],
    ['server/gone.ts'],
    ['deploy/gone.yaml'],
    ['web/gone.css'],
    ['docs/gone.md'],
    ['server/<name>/fill-*.ts', 'shop/gone.ts'],
    ['gone.ts', 'shop/answer.json'],
  ]);
});

it('knows a file, a folder, a file without its ending and the end of a path, and no beginning of one', () => {
  const there = [
    'scripts/named-paths.test.ts',
    'scripts/named-paths.test',
    'scripts/',
    'scripts/named-*.test.ts',
    'server/features/<name>/feature.ts',
    'shop/feature.ts',
    'docs/decisions/0026',
  ];
  const gone = [
    'scripts/gone.ts',
    'scripts/named',
    'scripts/named-paths',
    'scripts/gone-*.ts',
    'server/features/<name>/gone.ts',
    'hop/feature.ts',
    'features/shop/store.ts',
    'docs/decisions/002',
  ];
  expect([there.filter((path) => !isThere(path)), gone.filter(isThere)]).toEqual([[], []]);
});

it('names only files and folders that exist, in documents and comments', () => {
  // A released migration is never edited: it names what existed at its time.
  const isExempt = (file: string) =>
    file.includes('fixtures/') || file.startsWith('db/migrations/') || file === 'scripts/named-paths.test.ts';
  const missing = files
    .filter((file) => !isExempt(file) && (file.endsWith('.md') || comments[file.split('.').at(-1) ?? '']))
    .flatMap((file) =>
      findNames(file, readFileSync(join(process.cwd(), file), 'utf8'))
        .filter((path) => !isThere(path))
        .map((path) => `${file}: ${path}`),
    );
  expect(missing).toEqual([]);
});
