// SPDX-License-Identifier: Apache-2.0

import { expect, it } from 'vitest';
import { codeDoubt, usualLength } from './code-form.ts';

it.each([
  ['ABCD-1234-EFGH', undefined, undefined],
  ['abcd1234', undefined, undefined],
  ['ABCD 1234', undefined, 'it has a space in it'],
  ['sold out!', undefined, 'it has a space in it; it has "!" in it'],
  ['$25.00', undefined, 'it has "$", "." in it'],
  ['https://shop.test/?a=b', undefined, 'it has ":", "/", ".", "?", "=" in it'],
  ['ABCD-1234', 14, 'it has 9 characters, the others 14'],
  ['ABCD-1234-EFGH', 14, undefined],
])('says of %j beside codes of %s characters: %s', (code, usual, doubt) => {
  expect(codeDoubt(code, usual)).toBe(doubt);
});

it.each([
  ['three codes and one other', { 14: 4, 9: 1 }, 14],
  ['just enough', { 14: 4 }, 14],
  ['too few', { 14: 3 }, undefined],
  ['one too many that differ', { 14: 7, 9: 2 }, undefined],
  ['whichever comes first', { 9: 1, 14: 4 }, 14],
  ['codes that differ', { 14: 5, 9: 5 }, undefined],
  ['none', {}, undefined],
])('knows the usual length: %s', (_, lengths, usual) => {
  const counted = new Map(Object.entries(lengths).map(([length, count]) => [Number(length), count]));
  expect(usualLength(counted)).toBe(usual);
});
