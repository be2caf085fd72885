// SPDX-License-Identifier: Apache-2.0

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { addressesOfPages, getPatterns, writeRoutes } from './page-routes.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'finalring-routes-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const file = '';
const patterns = getPatterns([
  { index: true, file },
  { path: 'invite/:code?', file },
  { path: 'files.xml', file },
  {
    file,
    children: [
      { path: 'home', file },
      { path: 'blog/:slug', file },
      { path: '*', file },
      {
        path: 'admin',
        file,
        children: [
          { index: true, file },
          { path: 'users/:id', file },
        ],
      },
    ],
  },
]);
const publicPages = ['/', '/blog/first'];

it('builds a page for every address, and a single page for all parameters of a route', () => {
  expect(addressesOfPages(patterns, publicPages)).toEqual([
    '/',
    '/blog/first',
    '/invite',
    '/files.xml',
    '/home',
    '/-',
    '/admin',
    '/admin/users/-',
  ]);
});

it('records which page answers each address, and which page answers unknown addresses', () => {
  writeRoutes(folder, patterns, publicPages);
  expect(JSON.parse(readFileSync(join(folder, 'routes.json'), 'utf8'))).toEqual([
    { pattern: '/', page: '/index.html' },
    { pattern: '/admin', page: '/admin/index.html' },
    { pattern: '/admin/users/:id', page: '/admin/users/-/index.html' },
    { pattern: '/blog/:slug', page: '/__spa-fallback.html', isNothing: true },
    { pattern: '/home', page: '/home/index.html' },
    { pattern: '/invite/:code?', page: '/invite/index.html' },
    { pattern: '/*', page: '/-/index.html', isNothing: true },
  ]);
});

it('refuses a web app without routes', () => {
  expect(() => writeRoutes(folder, [], [])).toThrow('no routes');
});
