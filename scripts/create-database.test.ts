// SPDX-License-Identifier: Apache-2.0

import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { makeScratchFolder } from '../tests/support/scratch.ts';

it('creates a database that the start finds up to date', { tags: ['long'] }, () => {
  const env = { ...process.env, DATABASE_URL: '', DATA_DIR: makeScratchFolder('created') };
  const run = (...args: string[]) =>
    execFileSync(process.execPath, args, {
      cwd: fileURLToPath(new URL('../', import.meta.url)),
      env,
      encoding: 'utf8',
    });
  run('scripts/create-database.ts');
  expect(run('cli/main.ts', 'migrate', '--check')).toContain('Nothing to do');
});
