import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { writeRoutePatterns } from './web-routes.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'finalring-routes-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const route = (id: string, parentId?: string, path?: string) => ({ id, parentId, path, file: `${id}.tsx` });

it('names every address of the router but the catch-all and families of prerendered pages', () => {
  const routes = [
    route('root', undefined, ''),
    { ...route('landing', 'root'), index: true },
    route('invite', 'root', 'invite/:code?'),
    route('shell', 'root'),
    route('home', 'shell', 'home'),
    route('admin', 'root', 'admin'),
    route('users', 'admin', 'users'),
    route('nothing', 'root', '*'),
    route('article', 'root', 'blog/:slug'),
    route('receipt', 'root', 'receipts/:id'),
  ];
  const byId = Object.fromEntries(routes.map((entry) => [entry.id, entry]));
  writeRoutePatterns(folder, byId, ['/', '/invite', '/blog/first']);
  const written = JSON.parse(readFileSync(join(folder, 'routes.json'), 'utf8'));
  expect(written).toEqual(['/', '/admin/users', '/home', '/invite/:code?', '/receipts/:id']);
});

it('refuses a web app without routes', () => {
  expect(() => writeRoutePatterns(folder, {}, [])).toThrow('no routes');
});
