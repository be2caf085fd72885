// SPDX-License-Identifier: Apache-2.0

import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { makeScratchFolder } from '../tests/support/scratch.ts';

const root = fileURLToPath(new URL('../', import.meta.url));
const run = (env: NodeJS.ProcessEnv, ...args: string[]) =>
  execFileSync(process.execPath, args, { cwd: root, env: { ...process.env, ...env }, encoding: 'utf8' });

it('creates a database that startup finds up to date', { tags: ['long'] }, () => {
  const env = { DATABASE_URL: '', DATA_DIR: makeScratchFolder('created') };
  run(env, 'scripts/create-database.ts');
  expect(run(env, 'cli/main.ts', 'migrate', '--check')).toContain('Nothing to do');
});

it('leaves an existing database to startup', { tags: ['long'] }, () => {
  const folder = makeScratchFolder('existing');
  mkdirSync(join(folder, 'postgres'));
  run({ DATABASE_URL: '', DATA_DIR: folder }, 'scripts/create-database.ts');
  expect(readdirSync(join(folder, 'postgres'))).toEqual([]);
});

it('creates no database when another one is configured', () => {
  const folder = makeScratchFolder('configured');
  run(
    { DATABASE_URL: 'postgresql://user:password@127.0.0.1:1/name', DATA_DIR: folder },
    'scripts/create-database.ts',
  );
  expect(readdirSync(folder)).toEqual([]);
});
