// SPDX-License-Identifier: Apache-2.0

import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../', import.meta.url));
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

it.each(Object.entries<string>(scripts))(
  'npm run %s starts with a script that any Node version can run',
  (_name, line) => {
    expect(line).toMatch(/^(exec )?node \S+[.]mjs( |$)/);
  },
);

it('passes on its arguments, and exits with the code of the script', { tags: ['long'] }, () => {
  const run = (...args: string[]) =>
    spawnSync(process.execPath, ['scripts/run.mjs', 'scripts/drill.ts', ...args], {
      cwd: root,
      encoding: 'utf8',
    });
  expect(run('--help')).toMatchObject({ status: 0, stdout: expect.stringContaining('Usage: npm run drill') });
  expect(run('nonsense').status).toBe(2);
});
