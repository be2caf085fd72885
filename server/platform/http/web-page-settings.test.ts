// SPDX-License-Identifier: Apache-2.0

import { copyFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endpoint } from '../../../contract/endpoint.ts';
import { writeBuiltPages } from '../../../tests/support/built-pages.ts';
import { openTestDatabase } from '../../../tests/support/database.ts';
import { makeScratchFolder } from '../../../tests/support/scratch.ts';
import { stubServer } from '../../../tests/support/stub-server.ts';
import { mount } from './route.ts';
import { createHttpServer } from './server.ts';
import { type WebPagesOptions, webPages } from './web-pages.ts';

const db = openTestDatabase();
const folder = makeScratchFolder('pages');
const sources = { images: [], scripts: [], frames: [], connections: [] };
beforeAll(() => writeBuiltPages(folder));
afterAll(() => rmSync(folder, { recursive: true }));

it('lets many clients behind one address load everything, up to a limit', { tags: ['long'] }, async () => {
  const limit = 60;
  const busy = await createHttpServer({ ...stubServer, db, rateLimitPerMinute: limit });
  mount(
    busy,
    endpoint({ method: 'GET', path: '/api/v1/things', access: 'public', summary: 'Things' }),
    () => ({}),
  );
  await webPages(busy, { publicUrl: 'https://play.example.com', sandboxUrl: undefined, sources, folder });
  const ask = async (url: string) => (await busy.inject({ url })).statusCode;
  for (let count = 0; count < 4 * limit; count++) {
    expect(await ask(count % 2 ? '/assets/a.js' : '/')).toBe(200);
  }
  expect(await ask('/api/v1/things')).toBe(200);
  for (let count = 0; count < 16 * limit; count++) await ask('/assets/a.js');
  expect([await ask('/assets/a.js'), await ask('/')]).toEqual([429, 429]);
  for (let count = 1; count < limit; count++) expect(await ask('/%61pi/v1/things')).toBe(200);
  expect(await ask('/%61pi/v1/things')).toBe(429);
  await busy.close();
});

it('allows no frames when none are configured', async () => {
  const plain = await createHttpServer({ ...stubServer, db });
  await webPages(plain, { publicUrl: 'https://play.example.com', sources, folder });
  const page = await plain.inject({ url: '/blog/a', headers: { 'accept-encoding': 'identity' } });
  const directives = String(page.headers['content-security-policy']).split('; ');
  expect(directives.filter((one) => !/^[a-z]+-(src|uri|action|ancestors) '/.test(one))).toEqual([]);
  expect(directives.some((one) => one.startsWith('frame-src'))).toBe(false);
  // Without a sandbox, a page does not contain the ribbon.
  expect(page.body).toBe('<html lang="en"><meta content="https://play.example.com/og.jpg">');
  await plain.close();
});

describe('a page only for sandboxes', () => {
  const addresses = [
    '/first-steps',
    '/first-steps/',
    '/First-Steps',
    '/first-steps/index.html',
    '/first%2Dsteps/index.html',
    '/first-steps/./index.html',
  ];
  async function ask(installation: Pick<WebPagesOptions, 'sandboxUrl' | 'isWholeSandbox'>) {
    const app = await createHttpServer({ ...stubServer, db });
    const sandboxPaths = ['/first-steps'];
    await webPages(app, {
      publicUrl: 'https://play.example.com',
      ...installation,
      sandboxPaths,
      sources,
      folder,
    });
    const headers = { 'accept-encoding': 'identity' };
    const answers = [];
    for (const url of addresses) answers.push(await app.inject({ url, headers }));
    await app.close();
    return answers;
  }

  it('is shown in a full sandbox, and every page is marked', async () => {
    const [first] = await ask({ sandboxUrl: 'http://localhost:3001', isWholeSandbox: true });
    expect([first?.statusCode, first?.body]).toEqual([
      200,
      '<html data-sandbox="http://localhost:3001/" data-whole-sandbox lang="en">first steps',
    ]);
  });

  it.each([
    ['without a sandbox', {}],
    ['when the sandbox replaces only some services', { sandboxUrl: 'http://localhost:3001' }],
  ])('is an unknown address %s, in any spelling', async (_where, installation) => {
    for (const answer of await ask(installation)) {
      expect([answer.statusCode, answer.body.includes('first steps')]).toEqual([404, false]);
    }
  });
});

it.each(['csp.json', 'routes.json', ''])('serves no page of a build that contains only %s', async (name) => {
  const part = makeScratchFolder('part-of-pages');
  if (name) copyFileSync(join(folder, name), join(part, name));
  const unbuilt = await createHttpServer({ ...stubServer, db });
  await webPages(unbuilt, { publicUrl: 'https://play.example.com', sources, folder: part });
  for (const url of ['/', '/home']) {
    const answer = await unbuilt.inject({ url });
    expect([answer.statusCode, answer.json().code]).toEqual([404, 'not_found']);
  }
  await unbuilt.close();
  rmSync(part, { recursive: true });
});
