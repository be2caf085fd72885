// SPDX-License-Identifier: Apache-2.0

import { expect, it } from 'vitest';
import { fromAnswer, toAnswer } from './answers.ts';
import { pictureAddress, pictureSet } from './card-pictures.ts';
import { fillHeadPlaces, hasHeadPlaces, headPlace } from './page-head.ts';
import { patternSource } from './path-pattern.ts';

const fits = (pattern: string, path: string) => new RegExp(`^${patternSource(pattern)}$`).test(path);

it.each([
  ['/', '/'],
  ['/shop', '/shop'],
  ['/r/:id', '/r/12'],
  ['/shop/:tab?', '/shop'],
  ['/shop/:tab?', '/shop/cards'],
  ['/admin/*', '/admin/users/1'],
  ['/robots.txt', '/robots.txt'],
])('the pattern %s matches %s', (pattern, path) => {
  expect(fits(pattern, path)).toBe(true);
});

it.each([
  ['/', '/shop'],
  ['/shop', '/shops'],
  ['/r/:id', '/r'],
  ['/r/:id', '/r/1/2'],
  ['/shop/:tab?', '/shop/cards/1'],
  ['/admin/*', '/admin'],
  ['/robots.txt', '/robotsxtxt'],
])('the pattern %s does not match %s', (pattern, path) => {
  expect(fits(pattern, path)).toBe(false);
});

it('sends a page with its total beside the list, and reads it back', () => {
  const page = { list: [1, 2], total: 9 };
  expect(toAnswer({ isList: true }, page)).toEqual({ data: [1, 2], total: 9 });
  expect(toAnswer({ isList: false }, page)).toEqual({ data: page });
  const beside = { message: 'OK', success: true };
  expect(fromAnswer({ isList: true } as never, { ...beside, data: [1, 2], total: 9 })).toEqual(page);
  expect(fromAnswer({ isList: false } as never, { ...beside, data: page, total: 9 })).toEqual(page);
});

it("fills the placeholders in a page's head, or keeps the page's own text", () => {
  const page = `<title>${headPlace('title', 'Result')}</title>${headPlace('image', '/a.png')}{{other|x}}`;
  expect([hasHeadPlaces(page), hasHeadPlaces(headPlace('title', '')), hasHeadPlaces('<title>')]).toEqual([
    true,
    true,
    false,
  ]);
  expect(fillHeadPlaces(page, (part) => (part === 'title' ? 'Ada won' : undefined))).toBe(
    '<title>Ada won</title>/a.png{{other|x}}',
  );
});

it('names pictures by width and format', () => {
  expect(pictureAddress('/media/', 'psn', 320, 'avif')).toBe('/media/psn-320.avif');
  expect(pictureSet('/media', 'psn', 'webp')).toBe('/media/psn-320.webp 320w, /media/psn-640.webp 640w');
});
