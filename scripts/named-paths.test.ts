// SPDX-License-Identifier: Apache-2.0

import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, it } from 'vitest';

/** Roots of the repository that a path in a document may begin with. */
const named =
  /(?<![\w/.-])(?:contract|server|cli|web|sandbox|tests|scripts|bench|db|docs|art)\/[\w./-]*[\w/]/g;
/** What is made when the application is built or used. */
const made = /^(web\/build|docs\/api)/;

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => file && existsSync(file));
const known = new Set(files.flatMap((file) => [file, ...getFolders(file)]));

function getFolders(file: string): string[] {
  const folder = dirname(file);
  return folder === '.' ? [] : [folder, ...getFolders(folder)];
}

/** `docs/decisions/0020` stands for the file whose name begins so; `server/platform/clock` for the module. */
function isThere(path: string): boolean {
  const plain = path.replace(/[/.]+$/, '');
  if (known.has(plain)) return true;
  return files.some((file) => dirname(file) === dirname(plain) && basename(file).startsWith(basename(plain)));
}

function comments(text: string): string {
  return (text.match(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*/gm) ?? []).join('\n');
}

function pathsIn(file: string): string[] {
  const text = readFileSync(join(process.cwd(), file), 'utf8');
  const prose = file.endsWith('.md') ? text : comments(text);
  return [...prose.matchAll(named)].map(([path]) => path).filter((path) => !made.test(path));
}

it('names only files and folders that exist, in documents and comments', () => {
  const readable = files.filter(
    (file) =>
      /\.(md|tsx?|mjs)$/.test(file) && !file.includes('fixtures/') && file !== 'scripts/named-paths.test.ts',
  );
  const missing = readable.flatMap((file) =>
    [...new Set(pathsIn(file))].filter((path) => !isThere(path)).map((path) => `${file}: ${path}`),
  );
  expect(missing).toEqual([]);
});
