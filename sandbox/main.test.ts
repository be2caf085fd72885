// SPDX-License-Identifier: Apache-2.0

import { createHash } from 'node:crypto';
import { request } from 'node:http';
import { expect, test } from 'vitest';
import { openForTests } from '../tests/support/open-for-tests.ts';
import { sendJson, startTestSandbox } from './testing/start.ts';

const sandbox = openForTests(startTestSandbox);

function statusFor(host: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const sent = request(`${sandbox.url}/arena`, { headers: { host } }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    sent.on('error', reject).end();
  });
}

test('answers only at its own host names', async () => {
  const { port } = new URL(sandbox.url);
  expect(await statusFor(`localhost:${port}`)).toBe(200);
  expect(await statusFor(`127.0.0.1:${port}`)).toBe(200);
  expect(await statusFor(`evil.test:${port}`)).toBe(421);
});

test('refuses to listen beyond loopback', async () => {
  await expect(startTestSandbox({ host: '0.0.0.0' })).rejects.toThrow('loopback');
});

test('runs two copies at once, each with its own key', async () => {
  const other = await startTestSandbox();
  expect(other.url).not.toBe(sandbox.url);
  expect(other.discordPublicKeyHex).toMatch(/^[0-9a-f]{64}$/);
  expect(other.discordPublicKeyHex).not.toBe(sandbox.discordPublicKeyHex);
  await other.close();
  await expect(fetch(other.url)).rejects.toThrow();
});

test.each([
  '/',
  '/arena?epicId=%22%3E%3Cscript%3Ealert(1)%3C/script%3E',
  '/discord/chat?email=%22%3E%3Cscript%3E',
  '/stripe',
  '/inbox?to=%22%3E%3Cscript%3E',
])('serves page %s with a policy that allows only its own style and script', async (path) => {
  const response = await fetch(sandbox.url + path);
  const html = await response.text();
  const policy = response.headers.get('content-security-policy') ?? '';
  const inline = [...html.matchAll(/<(style|script)[^>]*>(.*?)<\/\1>/gs)];
  expect(inline.length).toBeGreaterThan(0);
  for (const [, element = '', text = ''] of inline) {
    const hash = createHash('sha256').update(text).digest('base64');
    expect(policy).toContain(`${element}-src 'sha256-${hash}'`);
  }
  expect(policy).not.toContain('unsafe');
  expect(html).not.toMatch(/<link[^>]+href="(?!data:)|<img|src=/);
  expect(html).not.toContain('"><script>');
  expect(html).toContain('Sandbox only');
});

test('labels exactly the fields of a page', async () => {
  for (const path of ['/arena', '/discord/chat', '/stripe', '/inbox']) {
    const html = await (await fetch(sandbox.url + path)).text();
    const labels = [...html.matchAll(/<label for="([^"]+)"/g)].map(([, id]) => id);
    const fields = [...html.matchAll(/<(?:input|select) id="([^"]+)"/g)].map(([, id]) => id);
    expect(labels.sort()).toEqual(fields.sort());
  }
});

test('refuses bad input with a clear reason', async () => {
  const answer = (path: string, body: unknown) => sendJson(`${sandbox.url}${path}`, 'PUT', body);
  expect(await answer('/arena/faults', { status: 404 })).toEqual({
    status: 400,
    body: { error: 'status: must be one of 0, 403, 429, 500, hang, nonsense' },
  });
  expect(await answer('/nowhere', {})).toEqual({
    status: 404,
    body: { error: 'The sandbox has no PUT /nowhere' },
  });
  expect((await answer('/arena/faults', { status: 0, more: 'x'.repeat(70_000) })).status).toBe(413);
});
