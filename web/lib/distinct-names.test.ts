// SPDX-License-Identifier: Apache-2.0

import { expect, test } from 'vitest';
import { distinctNames } from './distinct-names.ts';

test('numbers rows with the same name from the second one on', () => {
  const rows = ['Ada', 'Grace', 'Ada', 'Ada'].map((name, place) => ({ id: `row ${place}`, name }));
  const names = distinctNames(rows, { getKey: ({ id }) => id, getName: ({ name }) => name });
  expect([...names]).toEqual([
    ['row 0', 'Ada'],
    ['row 1', 'Grace'],
    ['row 2', 'Ada (2)'],
    ['row 3', 'Ada (3)'],
  ]);
});
