// SPDX-License-Identifier: Apache-2.0

import { describe, expect, it } from 'vitest';
import { codeDoubt, findUsualForm, usualLength } from './code-form.ts';

const alone = findUsualForm([]);

it.each([
  ['ABCD-1234-EFGH', undefined, undefined],
  ['abcd1234', undefined, undefined],
  ['ABCD 1234', undefined, 'it has a space in it'],
  ['sold out!', undefined, 'it has a space in it; it has "!" in it'],
  ['$25.00', undefined, 'it looks like a price; it has "$", "." in it'],
  ['2027-12-31', undefined, 'it looks like a date'],
  ['https://shop.test/?a=b', undefined, 'it has ":", "/", ".", "?", "=" in it'],
  ['ABCD-1234', -5, 'it is 5 characters shorter than the others'],
  ['ABCD-1234-EFGH', 1, 'it is 1 character longer than the others'],
  ['ABCD-1234-EFGH', 0, undefined],
])('judges %j beside codes that are %s characters shorter: %s', (code, longer, doubt) => {
  expect(codeDoubt(code, alone, longer)).toBe(doubt);
});

const doubtsOf = (codes: readonly string[]) => {
  const form = findUsualForm(codes);
  return codes.map((code) => codeDoubt(code, form, undefined));
};
const numbered = (toCode: (n: number) => string) => Array.from({ length: 10 }, (_, n) => toCode(n * 37));

describe('judging a whole file', () => {
  it('accepts a character that most codes contain, and a code without it', () => {
    expect(doubtsOf(numbered((n) => `AB${n} CD_EF`))).toEqual(Array(10).fill(undefined));
    expect(doubtsOf(numbered((n) => `https://shop.test/r?c=${n}`))).toEqual(Array(10).fill(undefined));
  });

  it('reports a character that few codes have', () => {
    const codes = [...numbered((n) => `AB${n}CD`), 'AB CD'];
    expect(doubtsOf(codes).filter(Boolean)).toEqual(['it has a space in it']);
  });

  it.each([
    ['prices', numbered((n) => `${n + 10}.50`)],
    ['dates', numbered((n) => `2027-01-${String(10 + (n % 15))}`)],
    ['addresses of people', numbered((n) => `buyer${n}@shop.test`)],
    ['one text in every line', Array(10).fill('USD50')],
    ['numbers of rows', Array.from({ length: 10 }, (_, n) => String(1001 + n))],
  ])('rejects %s as codes, however many', (_, codes) => {
    expect(doubtsOf(codes).every(Boolean)).toBe(true);
  });
});

it.each([
  ['three codes and one other', { 14: 4, 9: 1 }, 14],
  ['just enough', { 14: 4 }, 14],
  ['too few', { 14: 3 }, undefined],
  ['one too many exceptions', { 14: 7, 9: 2 }, undefined],
  ['an exception that comes first', { 9: 1, 14: 4 }, 14],
  ['lengths that vary', { 14: 5, 9: 5 }, undefined],
  ['none', {}, undefined],
])('finds the usual length: %s', (_, lengths, usual) => {
  const counted = new Map(Object.entries(lengths).map(([length, count]) => [Number(length), count]));
  expect(usualLength(counted)).toBe(usual);
});
