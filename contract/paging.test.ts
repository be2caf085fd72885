// SPDX-License-Identifier: Apache-2.0

import { expect, it } from 'vitest';
import { countedExactly, countPages } from './paging.ts';

it.each([
  [0, 20, 1],
  [20, 20, 1],
  [21, 20, 2],
  [countedExactly, 20, 500],
  [countedExactly + 1, 20, 500],
])('splits a list of %i rows, %i per page, into %i pages', (total, pageSize, pages) => {
  expect(countPages(total, pageSize)).toBe(pages);
});
