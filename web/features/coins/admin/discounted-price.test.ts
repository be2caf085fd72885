// SPDX-License-Identifier: Apache-2.0

import { expect, test } from 'vitest';
import { discountedPrice } from './discounted-price.ts';

test.each([
  ['9.99', '10', '8.99'],
  ['0.5', '1', '0.50'],
  ['4.5', '33.33', '3.00'],
  [19.99, 0, '19.99'],
  ['12', '100', '0.00'],
  ['', '', '0.00'],
  ['10', '250', '0.00'],
  ['10', '-5', '10.00'],
  ['9.996', '0', '10.00'],
  ['many', 'some', '0.00'],
  [undefined, null, '0.00'],
  ['Infinity', '10', '0.00'],
  ['1.01', '50', '0.51'],
])('%s with %s %% off is %s', (price, discount, expected) => {
  expect(discountedPrice(price, discount)).toBe(expected);
});
