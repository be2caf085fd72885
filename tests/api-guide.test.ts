// SPDX-License-Identifier: Apache-2.0

import { execFile } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from './support/app.ts';
import { endpointsOfContract } from './support/contract.ts';
import { createPlayer } from './support/factories.ts';
import { makeScratchFolder } from './support/scratch.ts';

const guide = fileURLToPath(new URL('../docs/api-guide.md', import.meta.url));
const folder = makeScratchFolder('api-guide');
let test: TestApp;
let token: string;
beforeAll(async () => {
  test = await startTestApp();
  token = await test.signIn((await createPlayer(test.db, { role: 'SUPER_ADMIN' })).id);
});
afterAll(async () => {
  await test.close();
  rmSync(folder, { recursive: true });
});

it('gets the documented answer from each command of the guide', async () => {
  const url = await test.app.http.listen({ port: 0, host: '127.0.0.1' });
  const text = readFileSync(guide, 'utf8');
  const commands = [...text.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, command = '']) => command);
  expect(commands.length).toBeGreaterThan(4);
  const once = (await endpointsOfContract()).filter(({ idempotent }) => idempotent).map(({ path }) => path);
  for (const command of commands) {
    if (command.includes('idempotency-key')) {
      expect(once).toContain(/\$URL\/api\/v1([^"]*)"/.exec(command)?.[1]);
    }
    const env = { PATH: process.env.PATH, URL: url, TOKEN: token };
    const { stdout } = await promisify(execFile)('bash', ['-c', `set -e\n${command}`], { cwd: folder, env });
    if (!stdout) continue;
    expect([command, JSON.parse(stdout)]).toEqual([
      command,
      expect.objectContaining({ data: expect.anything() }),
    ]);
  }
  expect(readFileSync(join(folder, 'refusal.json'), 'utf8')).toContain('message');
});
