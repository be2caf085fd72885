// SPDX-License-Identifier: Apache-2.0

import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { listKeptFiles } from './kept-files.ts';

/** Top-level folders with which a path in a document may begin. */
const named =
  /(?<![\w/.-])(?:contract|server|cli|clients|deploy|web|sandbox|tests|scripts|bench|db|docs|art)\/[\w./-]*[\w/]/g;
/** What is created when the application is built or used. */
const made = /^(docs\/api|clients\/typescript\/(dist|src\/schema\.d\.ts))(\/|$)/;

const files = listKeptFiles();
const known = new Set(files.flatMap((file) => [file, ...getFolders(file)]));

function getFolders(file: string): string[] {
  const folder = dirname(file);
  return folder === '.' ? [] : [folder, ...getFolders(folder)];
}

/** `docs/decisions/0020` stands for the file whose name begins that way; `server/platform/clock` for the module. */
function isThere(path: string): boolean {
  const plain = path.replace(/[/.]+$/, '');
  if (known.has(plain)) return true;
  return files.some((file) => dirname(file) === dirname(plain) && basename(file).startsWith(basename(plain)));
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
  const paths = [...getProse(file, text).matchAll(named)].map(([path]) => path);
  return [...new Set(paths)].filter((path) => !made.test(path));
}

it('finds paths in the comments of each language', () => {
  const told: [file: string, text: string][] = [
    ['a.ts', '/** See web/build/gone.ts. */ const at = "server/not-named.ts"; // and clients/gone/'],
    ['a.sql', "select 'db/not-named'; -- for server/gone.ts"],
    ['a.yml', 'run: deploy/not-named # like deploy/gone.yaml'],
    ['a.css', 'p { color: red; } /* web/gone.css */'],
    ['a.md', 'All of docs/gone.md and `docs/api/made.md`'],
  ];
  expect(told.map(([file, text]) => findNames(file, text))).toEqual([
    ['web/build/gone.ts', 'clients/gone/'],
    ['server/gone.ts'],
    ['deploy/gone.yaml'],
    ['web/gone.css'],
    ['docs/gone.md'],
  ]);
  expect([isThere('scripts/gone.ts'), isThere('scripts/named-paths.test.ts')]).toEqual([false, true]);
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
