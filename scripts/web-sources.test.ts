// SPDX-License-Identifier: Apache-2.0

import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeScratchFolder } from '../tests/support/scratch.ts';
import { fingerprint, isBuiltFrom, noteBuilt } from './web-sources.mjs';

let root: string;
function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}
function lock(versions: Record<string, { version: string; dev?: boolean }>): void {
  write('package-lock.json', JSON.stringify({ packages: { '': { version: '0.2.0' }, ...versions } }));
}
const react = { 'node_modules/react': { version: '19.0.0' } };

beforeEach(() => {
  root = makeScratchFolder('web-sources');
  lock(react);
  write(
    'web/app/root.tsx',
    "import { shop } from '../../contract/shop.ts';\nconst later = import('../lib/b.ts');",
  );
  write('web/lib/b.ts', 'export const b = 1;');
  write('web/public/icon.svg', '<svg/>');
  write('contract/shop.ts', "export * from './words.ts';");
  write('contract/words.ts', "export const words = 'a';");
  write('contract/admin.ts', 'export const admin = 1;');
  write('vite.config.ts', 'export default {};');
});
afterEach(() => rmSync(root, { recursive: true }));

const print = () => fingerprint(root, '');

describe('the web app is built again', () => {
  it.each([
    ['a page changes', () => write('web/app/root.tsx', 'export {};')],
    ['a page is added', () => write('web/app/other.tsx', 'export {};')],
    ['a page is removed', () => rmSync(join(root, 'web/lib/b.ts'))],
    ['a picture changes', () => write('web/public/icon.svg', '<svg></svg>')],
    ['a part of the contract imported by a page changes', () => write('contract/shop.ts', 'export {};')],
    ['an import of that part changes', () => write('contract/words.ts', "export const words = 'b';")],
    ['the build configuration changes', () => write('vite.config.ts', 'export default { base: 1 };')],
    ['one of its packages has another version', () => lock({ 'node_modules/react': { version: '19.0.1' } })],
  ])('when %s', (_what, change) => {
    const before = print();
    change();
    expect(print()).not.toBe(before);
  });

  it('when the brand name changes', () => {
    expect(fingerprint(root, 'Other')).not.toBe(print());
  });
});

describe('the web app is not built again', () => {
  it.each([
    ['a document', () => write('docs/rules/shop.md', 'Rules')],
    ["the build's own document", () => write('web/build/README.md', 'Parts')],
    ['the server', () => write('server/main.ts', 'export {};')],
    ['the command line', () => write('cli/main.ts', 'export {};')],
    ['a migration', () => write('db/migrations/0001_one.sql', 'select 1;')],
    ['a script', () => write('scripts/run.mjs', '')],
    ['a test of the web app', () => write('web/lib/b.test.ts', 'export {};')],
    ['a file that only tests import', () => write('web/lib/testing/fake.ts', 'export {};')],
    [
      'a part of the contract that no page imports',
      () => write('contract/admin.ts', 'export const admin = 2;'),
    ],
    [
      'a development-only package',
      () => lock({ ...react, 'node_modules/vitest': { version: '5.0.0', dev: true } }),
    ],
  ])('for %s', (_what, change) => {
    const before = print();
    change();
    expect(print()).toBe(before);
  });
});

it('counts as built from the recorded sources while its pages exist', () => {
  write('build/client/index.html', '<html>');
  expect(isBuiltFrom(root, print())).toBe(false);
  noteBuilt(root, print());
  expect(isBuiltFrom(root, print())).toBe(true);
  expect(isBuiltFrom(root, fingerprint(root, 'Other'))).toBe(false);
  rmSync(join(root, 'build/client/index.html'));
  expect(isBuiltFrom(root, print())).toBe(false);
});
