// SPDX-License-Identifier: Apache-2.0

import { rmSync } from 'node:fs';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { endpoint } from '../../../contract/endpoint.ts';
import { writeBuiltPages } from '../../../tests/support/built-pages.ts';
import { openTestDatabase } from '../../../tests/support/database.ts';
import { makeScratchFolder } from '../../../tests/support/scratch.ts';
import { stubServer } from '../../../tests/support/stub-server.ts';
import { mount } from './route.ts';
import { createHttpServer } from './server.ts';
import { webPages } from './web-pages.ts';

describe('the page server', () => {
  const db = openTestDatabase();
  let app: FastifyInstance;
  const folder = makeScratchFolder('pages');
  const sources = {
    images: ['https://pictures.example'],
    scripts: ['https://scripts.example'],
    frames: ['https://frames.example', 'https://more-frames.example'],
    connections: ['https://calls.example'],
  };

  const draw = async () => Buffer.from('');

  beforeAll(async () => {
    writeBuiltPages(folder);
    app = await createHttpServer({ ...stubServer, db, rateLimitPerMinute: 10_000 });
    for (const method of ['GET', 'PUT'] as const) {
      const path = '/api/v1/things/:id';
      mount(
        app,
        endpoint({ method, path, access: 'public', summary: 'Thing', data: z.object({}) }),
        () => ({}),
      );
    }
    await webPages(app, {
      publicUrl: 'https://play.example.com',
      sandboxUrl: 'http://localhost:3001',
      sources,
      heads: {
        '/r/:id': async (name) =>
          name === 'known'
            ? { title: 'A & B', description: '', picture: { facts: {}, draw }, reads: '/api/v1/a/known' }
            : undefined,
      },
      secretPaths: ['/invite'],
      hints: { '/home': () => '</a.avif>; rel=preload', '/': () => '' },
      folder,
    });
  });
  afterAll(async () => {
    await app.close();
    rmSync(folder, { recursive: true });
  });

  it.each(['/home', '/home/', '/HOME?tab=1', '/invite', '/invite/ABC', '/a.b/1/c', '/__spa-fallback.html'])(
    'shows the page %s',
    async (url) => {
      const page = await app.inject({ url });
      expect([page.statusCode, page.body]).toEqual([200, 'fallback']);
      expect((await app.inject({ url, method: 'HEAD' })).statusCode).toBe(200);
    },
  );

  it('sends no referrer from a page whose address has a secret', async () => {
    const getPolicy = async (url: string) => (await app.inject({ url })).headers['referrer-policy'];
    for (const url of ['/invite?authToken=secret', '/INVITE/?authToken=secret', '/invite']) {
      expect([url, await getPolicy(url)]).toEqual([url, 'no-referrer']);
    }
    expect(await getPolicy('/home?tab=1')).toBe('strict-origin-when-cross-origin');
  });

  it.each([
    ['/nowhere', 'nothing here'],
    ['/invite/a/b', 'nothing here'],
    ['/homes', 'nothing here'],
    ['/aXb/1/c', 'nothing here'],
    ['/api-docs', 'nothing here'],
    ['/x/api/y', 'nothing here'],
    ['/v1.2/c', 'nothing here'],
    ['/assets', 'nothing here'],
    ['/-', 'nothing here'],
    ['/-/', 'nothing here'],
    ['/-/index.html', 'nothing here'],
    ['/blog/b', 'fallback'],
  ])('shows the not-found screen at %s with status 404, always complete', async (url, body) => {
    const known = await app.inject({ url: '/home' });
    const headers = {
      'if-none-match': String(known.headers.etag),
      'if-modified-since': String(known.headers['last-modified']),
    };
    const page = await app.inject({ url, headers });
    expect([page.statusCode, page.body]).toEqual([404, body]);
    expect(page.headers['content-security-policy']).toContain("script-src 'self'");
    expect((await app.inject({ url, method: 'HEAD' })).statusCode).toBe(404);
  });

  it.each([
    ['/r/known', 'A &amp; B'],
    ['/R/known/?from=chat', 'A &amp; B'],
    ['/r/other', 'Receipt'],
    ['/r/-', 'Receipt'],
  ])('shows the known title in the head of %s', async (url, title) => {
    const headers = { 'accept-encoding': 'br' };
    const page = await app.inject({ url, headers });
    const text = brotliDecompressSync(page.rawPayload).toString();
    expect([page.statusCode, text]).toEqual([200, `<title>${title}</title>`]);
    expect(page.headers['content-security-policy']).toContain("script-src 'self'");
    const again = await app.inject({
      url,
      headers: { ...headers, 'if-none-match': String(page.headers.etag) },
    });
    expect(again.statusCode).toBe(304);
  });

  it('sends a content security policy with exactly the configured sources', async () => {
    const policy = String((await app.inject({ url: '/' })).headers['content-security-policy']);
    const sources = new Map(
      policy.split('; ').map((part) => part.split(/ (.*)/).slice(0, 2) as [string, string]),
    );
    expect(Object.fromEntries(sources)).toEqual({
      'default-src': "'none'",
      'script-src': "'self' 'sha256-abc' https://scripts.example",
      'style-src': "'self'",
      'img-src':
        "'self' data: https://cdn.discordapp.com https://*.googleusercontent.com https://pictures.example",
      'font-src': "'self'",
      'media-src': "'self'",
      'connect-src': "'self' https://calls.example",
      'frame-src': 'https://frames.example https://more-frames.example',
      'manifest-src': "'self'",
      'worker-src': "'self'",
      'form-action': "'self'",
      'base-uri': "'none'",
      'frame-ancestors': "'none'",
    });
  });

  it.each([
    ['/home', '</a.avif>; rel=preload'],
    ['/home?q=other', undefined],
    ['/', undefined],
    ['/blog/a', undefined],
    ['/r/known', '</api/v1/a/known>; rel=preload; as=fetch; crossorigin'],
    ['/r/unknown', undefined],
  ])('sends a preload header with %s', async (url, link) => {
    expect((await app.inject({ url })).headers.link).toBe(link);
  });

  it.each(['br', 'gzip', ''])(
    'inserts its address and the sandbox into pages (%s), and answers 304 to a client that has them',
    async (encoding) => {
      const blogPage =
        '<html data-sandbox="http://localhost:3001/" lang="en"><meta content="https://play.example.com/og.jpg">';
      const decode = { br: brotliDecompressSync, gzip: gunzipSync }[encoding] ?? ((body: Buffer) => body);
      for (const [url, text] of [
        ['/blog/a', blogPage],
        ['/blog/a/?from=chat', blogPage],
        ['/sitemap.xml', '<loc>https://play.example.com/blog/a</loc>'],
      ] as const) {
        const page = await app.inject({ url, headers: { 'accept-encoding': encoding } });
        expect([page.statusCode, decode(page.rawPayload).toString()]).toEqual([200, text]);
        expect(page.headers['content-encoding']).toBe(encoding || undefined);
        const headers = { 'accept-encoding': encoding, 'if-none-match': `W/${page.headers.etag}` };
        const again = await app.inject({ url, headers });
        expect([again.statusCode, again.body]).toEqual([304, '']);
      }
    },
  );

  it.each([
    ['bytes=0-5', 206, 'bytes 0-5/15', 'moving'],
    ['bytes=7-', 206, 'bytes 7-14/15', 'pictures'],
  ])('sends part of a film: %s', async (range, status, contentRange, part) => {
    const headers = { range, 'accept-encoding': 'gzip, deflate, br' };
    const answer = await app.inject({ url: '/assets/film.webm', headers });
    expect([answer.statusCode, answer.headers['content-range']]).toEqual([status, contentRange]);
    expect(answer.body).toBe(part);
    expect(answer.headers).toMatchObject({
      'accept-ranges': 'bytes',
      'content-type': 'video/webm',
      'cache-control': 'public, max-age=31536000, immutable',
    });
  });

  it('refuses a range outside the film', async () => {
    const answer = await app.inject({ url: '/assets/film.webm', headers: { range: 'bytes=15-' } });
    expect([answer.statusCode, answer.json().code]).toEqual([416, 'range_not_satisfiable']);
    expect(answer.headers['content-range']).toBe('bytes */15');
  });

  const tooLong = `/api/v1/things/${'1'.repeat(201)}`;
  it.each(['/api', '/api/v1/none', '/assets/none.js', '/csp.json', '/routes.json', '/favicon.ico', tooLong])(
    'answers 404 at %s',
    async (url) => {
      const answer = await app.inject({ url });
      expect([answer.statusCode, answer.json().code]).toEqual([404, 'not_found']);
    },
  );

  it.each([
    ['POST', '/home', 'GET, HEAD'],
    ['DELETE', '/api/v1/things/1', 'GET, HEAD, PUT'],
    ['OPTIONS', '/api/v1/things/1', 'GET, HEAD, PUT'],
  ] as const)('answers %s %s with the allowed methods', async (method, url, allow) => {
    const answer = await app.inject({ method, url });
    expect([answer.statusCode, answer.json().code, answer.headers.allow]).toEqual([
      405,
      'method_not_allowed',
      allow,
    ]);
    expect(answer.headers['access-control-allow-origin']).toBeUndefined();
  });

  it.each([
    ['/', 'no-cache', "default-src 'none'; script-src 'self' 'sha256-abc' https://scripts.example;"],
    ['/home', 'no-cache', "default-src 'none'; script-src 'self' https://scripts.example;"],
    ['/assets/a.js', 'public, max-age=31536000, immutable', "default-src 'none';frame-ancestors 'none'"],
    ['/service-worker.js', 'no-cache', "default-src 'none'; connect-src 'self'"],
    ['/icon.png', 'public, max-age=3600', "default-src 'none';frame-ancestors 'none'"],
    ['/api/v1/things/1', 'no-store', "default-src 'none';frame-ancestors 'none'"],
    ['/api/v1/none', 'no-store', "default-src 'none';frame-ancestors 'none'"],
  ])('sends %s with its cache rule, policy and common headers', async (url, caching, policy) => {
    const { headers } = await app.inject({ url });
    expect(headers['cache-control']).toBe(caching);
    expect(headers['content-security-policy']).toContain(policy);
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'cross-origin-opener-policy': 'same-origin',
      'permissions-policy': expect.stringContaining('camera=()'),
    });
  });

  it.each([
    ['/', 'text/html; charset=utf-8'],
    ['/sitemap.xml', 'application/xml; charset=utf-8'],
    ['/robots.txt', 'text/plain; charset=utf-8'],
    ['/icon.png', 'image/png'],
  ])('sends %s with the content type %s', async (url, type) => {
    expect((await app.inject({ url })).headers['content-type']).toBe(type);
  });

  it.each([
    ['/assets/a.js', 'short code', 'public, max-age=31536000, immutable'],
    ['/service-worker.js', 'short worker', 'no-cache'],
  ])('sends the precompressed file for %s, under the same rules', async (url, body, caching) => {
    const answer = await app.inject({ url, headers: { 'accept-encoding': 'br' } });
    expect([answer.body, answer.headers['content-encoding'], answer.headers['cache-control']]).toEqual([
      body,
      'br',
      caching,
    ]);
  });

  it.each([
    ['br;q=1, gzip', 'br'],
    ['gzip, br', 'br'],
    ['gzip;q=0.5, br;q=0', 'gzip'],
    ['br;q=0.0, gzip; q=0.00', undefined],
    ['deflate', undefined],
    [undefined, undefined],
  ])('sends a page to clients that accept %s as %s', async (accepted, encoding) => {
    const { headers } = await app.inject({
      url: '/blog/a',
      headers: accepted === undefined ? {} : { 'accept-encoding': accepted },
    });
    expect(headers['content-encoding']).toBe(encoding);
    expect(headers).toMatchObject({
      vary: 'accept-encoding',
      etag: expect.stringMatching(new RegExp(`^"[\\w-]{22}-${encoding ?? 'identity'}"$`)),
    });
  });
});
