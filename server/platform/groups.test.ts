// SPDX-License-Identifier: Apache-2.0

import { expect, it } from 'vitest';
import { Groups } from './groups.ts';

it('finds items by key in order of insertion, and drops empty groups', () => {
  const groups = new Groups<string>();
  groups.add('a', 'one');
  groups.add('a', 'two');
  groups.add('b', 'two');
  groups.add('a', 'one');
  expect([groups.of('a'), groups.of('b'), groups.of('c'), groups.size]).toEqual([
    ['one', 'two'],
    ['two'],
    [],
    2,
  ]);
  for (const item of groups.of('a')) groups.delete('a', item);
  groups.delete('a', 'one');
  groups.delete('b', 'one');
  expect([groups.of('a'), groups.of('b'), groups.size]).toEqual([[], ['two'], 1]);
});
