// SPDX-License-Identifier: Apache-2.0

import { expect, it } from 'vitest';
import { findTests } from './find-tests.ts';

const files = [
  'web/ui/coins.tsx',
  'server/features/coins/pay.test.ts',
  'tests/e2e/coins.spec.ts',
  'tests/e2e/cart.spec.ts',
];

it('finds tests by their file names, browser tests separately', () => {
  expect(findTests(['coins'], files)).toEqual({
    units: ['server/features/coins/pay.test.ts'],
    browser: ['tests/e2e/coins.spec.ts'],
  });
  expect(findTests(['Coins', 'features'], files)).toEqual({
    units: ['server/features/coins/pay.test.ts'],
    browser: [],
  });
});

it('finds tests by their titles when no file has such a name', () => {
  const words = ['Finds', 'tests', 'by', 'their', 'titles'];
  const { title, ...found } = findTests(words);
  expect(found).toEqual({ units: ['scripts/tests/find-tests.test.ts'], browser: [] });
  expect('finds tests by their titles where').toMatch(new RegExp(title ?? ''));
});

it('treats special characters in titles literally', () => {
  const { title = '' } = findTests(['finds', 'tests', '(by', 'their', 'titles?)']);
  expect('finds tests (by their titles?)').toMatch(new RegExp(title));
  expect('finds tests by their title').not.toMatch(new RegExp(title));
});

it('finds nothing for words that occur nowhere', () => {
  const nowhere = ['no', 'such', `words${String.fromCharCode(33)}`];
  expect(findTests(nowhere)).toMatchObject({ units: [], browser: [] });
});
