// SPDX-License-Identifier: Apache-2.0
// @module-tag long

import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startApp } from '../tests/support/e2e/app.ts';
import { makeScratchFolder } from '../tests/support/scratch.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = makeScratchFolder('secrets');
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 }));

it('refuses a database used with another secret, and explains what to do in one line', async () => {
  const first = await startApp({ dataDir });
  await first.stop();
  rmSync(join(dataDir, 'app-secret'));
  const second = startApp({ dataDir });
  const error = await second.then(
    async (app) => {
      await app.stop();
      expect.unreachable('it started');
    },
    (reason: Error) => reason,
  );
  const said = (error as Error).message.split('\n').filter((line) => line.includes('  - '));
  expect(said).toHaveLength(1);
  expect(said[0]).toContain(`the secret in ${join(dataDir, 'app-secret')} differs`);
  expect(said[0]).toContain('restore that file');
});
