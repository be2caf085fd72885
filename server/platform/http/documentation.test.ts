// SPDX-License-Identifier: Apache-2.0

import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import fastify, { type FastifyBaseLogger, LogController } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeScratchFolder } from '../../../tests/support/scratch.ts';
import { createLogger } from '../log.ts';
import { documentation, documentationFolder, isDocumentationBuilt } from './documentation.ts';
import { rememberRoutes } from './unknown-address.ts';

const folder = makeScratchFolder('documentation');
/** The page loads nothing from elsewhere, and has nothing inline. */
const policy = [
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'",
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
].join('; ');
const lines: { msg: string; level: number }[] = [];
async function serve(of: string) {
  const loggerInstance = createLogger('info', { write: (line) => void lines.push(JSON.parse(line)) });
  const logController = new LogController({ disableRequestLogging: true });
  const app = fastify({ loggerInstance: loggerInstance as FastifyBaseLogger, logController });
  app.decorateReply('refusalCode', '');
  rememberRoutes(app);
  await documentation(app, of);
  return app;
}
let app: Awaited<ReturnType<typeof serve>>;
beforeAll(async () => {
  for (const name of ['assets', 'api', 'assets-of-others']) mkdirSync(join(folder, name));
  const pages = [
    'index.html',
    'rules.html',
    'api/calls.html',
    '404.html',
    'assets/app.js',
    'assets-of-others/a.js',
  ];
  for (const page of pages) writeFileSync(join(folder, page), `this is ${page}`);
  writeFileSync(join(folder, 'rules.html.br'), 'this is shorter');
  app = await serve(folder);
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true });
});

it('the documentation counts as built when its first page exists', () => {
  expect([isDocumentationBuilt(folder), isDocumentationBuilt(join(folder, 'assets'))]).toEqual([true, false]);
});

it.each([
  ['/docs/', 'index.html', 'no-cache'],
  ['/docs/rules', 'rules.html', 'no-cache'],
  ['/docs/rules.html', 'rules.html', 'no-cache'],
  ['/docs/api/calls', 'api/calls.html', 'no-cache'],
  ['/docs/assets/app.js', 'assets/app.js', 'public, max-age=31536000, immutable'],
  ['/docs/assets-of-others/a.js', 'assets-of-others/a.js', 'no-cache'],
])('serves %s with its cache rule and content security policy', async (url, page, caching) => {
  const { statusCode, body, headers } = await app.inject(url);
  expect([statusCode, body]).toEqual([200, `this is ${page}`]);
  expect(headers).toMatchObject({ 'cache-control': caching, 'content-security-policy': policy });
});

it('sends the precompressed file to clients that accept it', async () => {
  const { body, headers } = await app.inject({
    url: '/docs/rules.html',
    headers: { 'accept-encoding': 'br' },
  });
  expect([body, headers['content-encoding']]).toEqual(['this is shorter', 'br']);
});

it('sends the precompressed file for addresses without an extension too', async () => {
  for (const method of ['GET', 'HEAD'] as const) {
    const answer = await app.inject({
      method,
      url: '/docs/rules?from=home',
      headers: { 'accept-encoding': 'br' },
    });
    const { 'content-encoding': encoding, 'content-type': type, vary } = answer.headers;
    expect([answer.statusCode, answer.body]).toEqual([200, method === 'GET' ? 'this is shorter' : '']);
    expect([encoding, type, vary]).toEqual(['br', 'text/html; charset=utf-8', 'accept-encoding']);
    expect(answer.headers).toMatchObject({ 'cache-control': 'no-cache', 'content-security-policy': policy });
  }
  const post = await app.inject({ method: 'POST', url: '/docs/rules' });
  expect([post.statusCode, post.json().code]).toEqual([404, 'not_found']);
});

it('the documentation redirects to its home page, and has a not-found page', async () => {
  const home = await app.inject('/docs');
  expect([home.statusCode, home.headers.location]).toEqual([301, '/docs/']);
  for (const method of ['GET', 'HEAD'] as const) {
    const { statusCode, body, headers } = await app.inject({ method, url: '/docs/none' });
    expect([statusCode, body]).toEqual([404, method === 'GET' ? 'this is 404.html' : '']);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
  }
  const folderOfPages = await app.inject('/docs/api');
  expect([folderOfPages.statusCode, folderOfPages.headers.location]).toEqual([404, undefined]);
  const post = await app.inject({ method: 'POST', url: '/docs/none' });
  expect([post.statusCode, post.json().code]).toEqual([404, 'not_found']);
  const toHome = await app.inject({ method: 'POST', url: '/docs' });
  expect([toHome.statusCode, toHome.headers.allow]).toEqual([405, 'GET, HEAD']);
});

it('the documentation is rate limited as files, and absent from the API document', async () => {
  const seen: unknown[] = [];
  const watched = fastify();
  watched.decorateReply('refusalCode', '');
  watched.addHook('onRequest', async ({ routeOptions: { url, config, schema } }) => {
    seen.push([url, config.isFile, (schema as { hide?: boolean } | undefined)?.hide]);
  });
  await documentation(watched, folder);
  await watched.inject('/docs');
  await watched.inject('/docs/rules');
  await watched.close();
  expect(seen).toEqual([
    ['/docs', undefined, true],
    ['/docs/*', true, true],
  ]);
});

it('the documentation is served from its build folder', () => {
  const root = join(import.meta.dirname, '../../..');
  const config = readFileSync(join(root, 'docs/.vitepress/config.ts'), 'utf8');
  const folder = /outDir: '(.+)'/.exec(config)?.[1] ?? 'none';
  expect(resolve(documentationFolder)).toBe(resolve(root, 'docs', folder));
});

it('logs a warning and serves nothing when it was not built', async () => {
  lines.length = 0;
  expect([isDocumentationBuilt(folder), isDocumentationBuilt(join(folder, 'none'))]).toEqual([true, false]);
  const none = await serve(join(folder, 'none'));
  expect(lines).toMatchObject([
    { level: 40, msg: 'DOCS=on, but the documentation is not built: run npm run docs' },
  ]);
  expect((await none.inject('/docs/')).statusCode).toBe(404);
  await none.close();
});
