// SPDX-License-Identifier: Apache-2.0

import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const script = fileURLToPath(new URL('./drill.ts', import.meta.url));

function drill(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...args], { encoding: 'utf8' });
  return { status, said: stdout + stderr };
}

it('lists the drills when none is named', () => {
  const { status, said } = drill();
  expect(status).toBe(0);
  expect(said).toMatch(/^ {2}upgrade +upgrades from the previous release under load \(4 min\)$/m);
});

it('refuses an unknown name', () => {
  expect(drill('backups')).toMatchObject({
    status: 2,
    said: expect.stringContaining('Unknown drill: backups'),
  });
});

it('passes a drill its own options', { tags: ['long'] }, () => {
  expect(drill('backup', '--help')).toMatchObject({
    status: 0,
    said: expect.stringContaining('Usage: npm run drill -- backup [options]'),
  });
  expect(drill('backup', '--codes', 'ten')).toMatchObject({ status: 2 });
});
