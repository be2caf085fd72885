// SPDX-License-Identifier: Apache-2.0

import { execFile } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeExample, toCurl } from '../scripts/docs/api-example.ts';
import { makeApiPages } from '../scripts/docs/api-pages.ts';
import { refuse } from '../server/platform/refusal.ts';
import { startTestApp, type TestApp } from './support/app.ts';
import { endpointsOfContract } from './support/contract.ts';
import { createPlayer } from './support/factories.ts';
import { makeOpenApiDocument } from './support/open-api.ts';
import { makeScratchFolder } from './support/scratch.ts';

const guide = fileURLToPath(new URL('../docs/api-guide.md', import.meta.url));
const folder = makeScratchFolder('api-examples');
let test: TestApp;
let token: string;
let valid = 0;
/** While true, valid calls are only counted, not carried out. */
let isCounting = false;
beforeAll(async () => {
  test = await startTestApp({
    onValidated() {
      if (!isCounting) return;
      valid++;
      throw refuse('not_found');
    },
  });
  token = await test.signIn((await createPlayer(test.db, { role: 'SUPER_ADMIN' })).id);
});
afterAll(async () => {
  await test.close();
  rmSync(folder, { recursive: true });
});

it('shows a valid example of every call in the reference', { tags: ['long'] }, async () => {
  const document = await makeOpenApiDocument();
  expect(document).toEqual((await test.call({ url: '/openapi.json' })).json());
  const text = (await makeApiPages(document)).map((page) => page.text).join('\n');
  isCounting = true;
  const invalid: string[] = [];
  for (const endpoint of (await endpointsOfContract()).filter(({ upload }) => !upload)) {
    const example = await makeExample(endpoint);
    expect(text).toContain(toCurl(example));
    const { method, path, body: payload, headers } = example;
    const authorization = headers.authorization?.replace('$TOKEN', token);
    const before = valid;
    const answer = await test.app.http.inject({
      method: method as 'GET',
      url: path,
      payload,
      headers: { ...headers, ...(authorization && { authorization }) },
    });
    if (valid === before) invalid.push(`${method} ${path}: ${answer.body}`);
  }
  isCounting = false;
  expect(invalid).toEqual([]);
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
