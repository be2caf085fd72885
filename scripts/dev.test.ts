// SPDX-License-Identifier: Apache-2.0
// @module-tag long

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, it, vi } from 'vitest';
import { makeScratchFolder } from '../tests/support/scratch.ts';
import { freePort } from './release/try-out.ts';

const root = fileURLToPath(new URL('../', import.meta.url));
const folder = makeScratchFolder('dev');
let dev: ChildProcess | undefined;
afterEach(async () => {
  if (dev?.exitCode === null && dev.signalCode === null) {
    dev.kill('SIGTERM');
    await once(dev, 'exit');
  }
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

it('serves pages and calls, and leaves no process behind, even when it is killed', async () => {
  const [port, sandboxPort] = [await freePort(), await freePort()];
  const { PATH, HOME } = process.env;
  dev = spawn(process.execPath, ['scripts/run.mjs', 'scripts/dev.ts'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { PATH, HOME, DATA_DIR: folder, PORT: String(port), SANDBOX_PORT: String(sandboxPort) },
  });
  let said = '';
  dev.stdout?.on('data', (chunk) => {
    said += chunk;
  });
  await vi.waitFor(() => expect(said).toContain('Ready after'), { interval: 100 });
  const url = `http://localhost:${port}`;
  expect(await (await fetch(`${url}/terms`)).text()).toContain('/web/app/root.tsx');
  expect((await fetch(`${url}/api/v1/config`)).status).toBe(200);
  dev.kill('SIGKILL');
  // The sandbox runs in the server's process. The pages' port closes last, after the database has stopped.
  for (const asked of [`http://localhost:${sandboxPort}`, url]) {
    const answer = () =>
      fetch(asked).then(
        () => 'answered',
        () => 'gone',
      );
    await vi.waitFor(async () => expect(await answer()).toBe('gone'), { interval: 100 });
  }
});
