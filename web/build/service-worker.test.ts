// SPDX-License-Identifier: Apache-2.0

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { findPage } from '../service-worker/offline-parts.ts';
import { collectOfflineParts } from './service-worker.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'finalring-offline-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function write(files: Record<string, string>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
}
const routes = JSON.stringify([
  { pattern: '/', page: '/index.html' },
  { pattern: '/dashboard', page: '/dashboard/index.html' },
  { pattern: '/products/:id', page: '/products/-/index.html' },
  { pattern: '/*', page: '/-/index.html', isNothing: true },
]);

it('keeps the players’ pages and everything they load, and nothing else', () => {
  write({
    'routes.json': routes,
    'index.html': 'import("/assets/app-AAAAAAAA.js")',
    '__spa-fallback.html': '',
    'products/-/index.html': '<link href="/assets/app-BBBBBBBB.css">',
    'dashboard/index.html': '"/assets/dashboard-CCCCCCCC.js"',
    'assets/app-AAAAAAAA.js':
      'import"./base-DDDDDDDD.js";x(()=>import(`./dialog-EEEEEEEE.js`),"/assets/film-FFFFFFFF.webm")',
    'assets/base-DDDDDDDD.js': '"/assets/drawing-GGGGGGGG.svg"',
    'assets/app-BBBBBBBB.css': 'src:url(/assets/font-HHHHHHHH.woff2)',
    'assets/dialog-EEEEEEEE.js': '"/assets/gone-IIIIIIII.js"',
    'assets/drawing-GGGGGGGG.svg': '',
    'assets/font-HHHHHHHH.woff2': '',
    'assets/film-FFFFFFFF.webm': '',
    'assets/dashboard-CCCCCCCC.js': '',
  });
  const { files, pages } = collectOfflineParts(folder);
  expect(files.map(({ url }) => url)).toEqual([
    '/index.html',
    '/products/-/index.html',
    '/__spa-fallback.html',
    '/assets/app-AAAAAAAA.js',
    '/assets/app-BBBBBBBB.css',
    '/assets/base-DDDDDDDD.js',
    '/assets/dialog-EEEEEEEE.js',
    '/assets/drawing-GGGGGGGG.svg',
    '/assets/font-HHHHHHHH.woff2',
  ]);
  expect(findPage('/products/7/', pages)).toBe('/products/-/index.html');
  expect(findPage('/dashboard/users', pages)).toBe('/__spa-fallback.html');
  for (const ofServer of ['/api/v1/auth/google', '/api/docs', '/terms.pdf'])
    expect(findPage(ofServer, pages)).toBeUndefined();
});

it('treats a page with changed text as a new page', () => {
  const getRevision = (text: string) => {
    write({
      'routes.json': routes,
      'index.html': text,
      'products/-/index.html': '',
      '__spa-fallback.html': '',
      'assets/a-AAAAAAAA.js': '',
    });
    return collectOfflineParts(folder).files[0]?.revision;
  };
  expect(getRevision('"/assets/a-AAAAAAAA.js" 1')).not.toBe(getRevision('"/assets/a-AAAAAAAA.js" 2'));
});

it('refuses HTML pages that reference no scripts of the app', () => {
  write({ 'routes.json': routes, 'index.html': '', 'products/-/index.html': '', '__spa-fallback.html': '' });
  expect(() => collectOfflineParts(folder)).toThrow('no parts');
});
