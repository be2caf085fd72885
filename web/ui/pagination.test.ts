// SPDX-License-Identifier: Apache-2.0

import { expect, it } from 'vitest';
import { getPageLinks } from './pagination.tsx';

it.each([
  [1, 2, '1 2'],
  [4, 7, '1 2 3 4 5 6 7'],
  [1, 9, '1 2 3 4 … 9'],
  [3, 9, '1 2 3 4 … 9'],
  [4, 9, '1 … 3 4 5 … 9'],
  [6, 9, '1 … 5 6 7 … 9'],
  [7, 9, '1 … 6 7 8 9'],
  [9, 9, '1 … 6 7 8 9'],
])('links on page %i of %i: %s', (page, pages, places) =>
  expect(
    getPageLinks(page, pages)
      .map((place) => place ?? '…')
      .join(' '),
  ).toBe(places),
);
