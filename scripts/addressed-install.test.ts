// SPDX-License-Identifier: Apache-2.0

import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { installAddressed, withAddresses, withoutDevelopment } from './addressed-install.mjs';

const registry = 'https://registry.example.test/npm';

it('gives each package its registry address', () => {
  const { packages } = withAddresses(
    {
      packages: {
        '': { version: '1.0.0' },
        'node_modules/zod': { version: '4.1.0' },
        'node_modules/a/node_modules/@scope/b': { version: '2.0.0-rc.1' },
        'node_modules/short': { name: '@other/long', version: '3.0.0' },
        'node_modules/own': { version: '1.0.0', resolved: 'file:own.tgz' },
        'node_modules/beside': { link: true },
      },
    },
    registry,
  );
  expect(Object.values(packages).map(({ resolved }) => resolved)).toEqual([
    undefined,
    'https://registry.example.test/npm/zod/-/zod-4.1.0.tgz',
    'https://registry.example.test/npm/@scope/b/-/b-2.0.0-rc.1.tgz',
    'https://registry.example.test/npm/@other/long/-/long-3.0.0.tgz',
    'file:own.tgz',
    undefined,
  ]);
});

it('omits development-only packages from the production install, even those that other packages could use', () => {
  const { packages } = withoutDevelopment({
    packages: {
      '': { dependencies: { a: '1.0.0' }, devDependencies: { compiler: '6.0.0', tested: '1.0.0' } },
      'node_modules/a': {
        dependencies: { b: '^2.0.0', missing: '1.0.0' },
        optionalDependencies: { native: '1.0.0' },
        peerDependencies: { compiler: '>=5', peer: '1.0.0' },
        peerDependenciesMeta: { compiler: { optional: true } },
      },
      'node_modules/a/node_modules/b': { version: '2.0.0', dependencies: { c: '1.0.0' } },
      'node_modules/b': { version: '1.0.0' },
      'node_modules/c': { version: '1.0.0', dependencies: { a: '1.0.0' } },
      'node_modules/compiler': { version: '6.0.0', optionalDependencies: { 'compiler-linux': '6.0.0' } },
      'node_modules/compiler-linux': { version: '6.0.0' },
      'node_modules/native': { version: '1.0.0' },
      'node_modules/peer': { version: '1.0.0' },
      'node_modules/tested': { version: '1.0.0' },
    },
  });
  expect(Object.keys(packages).sort()).toEqual([
    '',
    ...['a', 'a/node_modules/b', 'c', 'native', 'peer'].map((name) => `node_modules/${name}`),
  ]);
  expect(packages['']).toEqual({ dependencies: { a: '1.0.0' } });
});

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'finalring-install-'));
  writeFileSync(join(root, 'package.json'), '{}');
  writeFileSync(join(root, '.npmrc'), '');
  writeFileSync(
    join(root, 'package-lock.json'),
    '{ "packages": { "": { "dependencies": { "zod": "4.1.0" } }, "node_modules/zod": { "version": "4.1.0" } } }',
  );
  mkdirSync(join(root, 'node_modules/before'), { recursive: true });
});
afterEach(() => rmSync(root, { recursive: true }));

const npm = [process.execPath, '--eval', `console.log(${JSON.stringify(registry)})`] as const;

it('replaces the installed packages, and leaves nothing else behind', async () => {
  await installAddressed(root, npm, async (folder) => {
    expect(readFileSync(join(folder, 'package-lock.json'), 'utf8')).toContain('/zod/-/zod-4.1.0.tgz');
    mkdirSync(join(folder, 'node_modules/zod'), { recursive: true });
  });
  expect(readdirSync(join(root, 'node_modules'))).toEqual(['zod']);
  expect(readdirSync(root).sort()).toEqual(['.npmrc', 'node_modules', 'package-lock.json', 'package.json']);
});

it('keeps the installed packages when npm fails, and starts clean the next time', async () => {
  const failing = installAddressed(root, npm, async (folder) => {
    mkdirSync(join(folder, 'node_modules/half'), { recursive: true });
    throw new Error('E404');
  });
  await expect(failing).rejects.toThrow('E404');
  expect(readdirSync(join(root, 'node_modules'))).toEqual(['before']);
  await installAddressed(root, npm, async (folder) => {
    expect(readdirSync(folder)).not.toContain('node_modules');
    mkdirSync(join(folder, 'node_modules/zod'), { recursive: true });
  });
  expect(readdirSync(join(root, 'node_modules'))).toEqual(['zod']);
});
