// SPDX-License-Identifier: Apache-2.0

import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { headPlace } from '../../../contract/page-head.ts';
import { publicAddressPlaceholder } from '../../../contract/public-address.ts';
import { makeScratchFolder } from '../../../tests/support/scratch.ts';
import { type BuiltPage, readPages } from './built-pages.ts';

const folder = makeScratchFolder('built-pages');
const words = Array.from({ length: 900 }, (_, n) => `word ${(n * 7919) % 613}`).join(' ');
let pages: ReturnType<typeof readPages>;
beforeAll(() => {
  mkdirSync(join(folder, 'a/b'), { recursive: true });
  writeFileSync(join(folder, 'index.html'), `<html lang="en">${words}`);
  writeFileSync(
    join(folder, 'a/b/index.html'),
    `<title>${headPlace('title', 'Any')}</title><html lang="en">`,
  );
  writeFileSync(
    join(folder, 'a/index.htmlx.html'),
    '<html ><head><title>One. One</title></head><h1>One</h1></html>',
  );
  writeFileSync(join(folder, 'all.xml'), `<html ${publicAddressPlaceholder} ${publicAddressPlaceholder}`);
  writeFileSync(join(folder, 'picture.png'), 'no page');
  pages = readPages(folder, {
    publicUrl: 'https://play.example',
    sandboxUrl: 'http://box.example',
    games: ['one', 'two'],
    sentences: [['One', '$& or two']],
  });
});
afterAll(() => rmSync(folder, { recursive: true }));

const get = (address: string) => pages.get(address) as BuiltPage;
const text = (address: string) => get(address).answer('identity').body.toString();

it('finds each page by all its addresses, and no other files', () => {
  expect([...pages.keys()].sort()).toEqual(
    ['/', '/index.html', '/a/b', '/a/b/', '/a/b/index.html', '/a/index.htmlx.html', '/all.xml'].sort(),
  );
  expect(get('/a/b/')).toBe(get('/a/b'));
  expect([get('/').file, get('/a/b').file]).toEqual(['/index.html', '/a/b/index.html']);
});

it("marks pages of a sandbox and of several games, and inserts the site's address everywhere", () => {
  expect(text('/a/index.htmlx.html')).toMatch(
    /^<html data-sandbox="http:\/\/box[.]example\/" data-games="one two" ><head>/,
  );
  expect(text('/all.xml')).toBe('<html https://play.example https://play.example');
});

it('says sentences of this installation in the head, and leaves the body as built', () => {
  expect(text('/a/index.htmlx.html')).toContain(
    '<head><title>$& or two. $& or two</title></head><h1>One</h1></html>',
  );
});

it('makes each compressed form once, with the best compression', () => {
  const plain = get('/').answer('identity').body;
  expect(get('/').answer('br').body).toEqual(
    brotliCompressSync(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
  );
  expect(get('/').answer('gzip').body).toEqual(gzipSync(plain, { level: 9 }));
  for (const encoding of ['br', 'gzip', 'identity'] as const) {
    expect(get('/').answer(encoding)).toBe(get('/').answer(encoding));
  }
  const tags = (['br', 'gzip', 'identity'] as const).map((encoding) => get('/').answer(encoding).etag);
  expect(new Set(tags).size).toBe(3);
  expect(get('/a/b').answer('br').etag).not.toBe(tags[0]);
});

it('reuses the page of a named path while its data is unchanged', () => {
  const picture = { facts: {}, draw: async () => Buffer.from('') };
  const named = (title: string) =>
    get('/a/b').named({ path: '/a/1', head: { title, description: '', picture } });
  expect(named('One')).toBe(named('One'));
  expect(named('Two')).not.toBe(named('One'));
  expect(named('Two').answer('identity').body.toString()).toContain('<title>Two</title>');
  expect(named('Two')).toMatchObject({ file: '/a/b/index.html', contentType: 'text/html; charset=utf-8' });
  expect(text('/a/b')).toContain('<title>Any</title>');
  // A page without a placeholder for a name is the same for all names.
  const head = { path: '/', head: { title: 'One', description: '', picture } };
  expect(get('/').named(head).answer('identity')).toBe(get('/').answer('identity'));
});
