// SPDX-License-Identifier: Apache-2.0

import { expect, it } from 'vitest';
import { findTests } from './find-tests.ts';

const files = [
  'web/ui/coins.tsx',
  'server/features/coins/pay.test.ts',
  'tests/e2e/coins.spec.ts',
  'tests/e2e/cart.spec.ts',
];

it('finds tests by the names of their files, those of browsers apart', () => {
  expect(findTests(['coins'], files)).toEqual({
    units: ['server/features/coins/pay.test.ts'],
    browser: ['tests/e2e/coins.spec.ts'],
  });
  expect(findTests(['coins', 'features'], files)).toEqual({
    units: ['server/features/coins/pay.test.ts'],
    browser: [],
  });
});

it('finds tests by their titles where no file has such a name', () => {
  const words = ['finds', 'tests', 'by', 'their', 'titles'];
  expect(findTests(words)).toEqual({
    units: ['scripts/tests/find-tests.test.ts'],
    browser: [],
    title: 'finds tests by their titles',
  });
});

it('finds nothing for words that stand nowhere', () => {
  const nowhere = ['no', 'such', `words${String.fromCharCode(33)}`];
  expect(findTests(nowhere)).toMatchObject({ units: [], browser: [] });
});
