// SPDX-License-Identifier: Apache-2.0

import { expect, it } from 'vitest';
import { selectedAfter } from './selected-rows.ts';

const ids = ['a', 'b', 'c', 'd', 'e'];
const after = (selected: string[], id: string, anchor?: string, isRange = false) =>
  [...selectedAfter(new Set(selected), ids, { id, anchor, isRange })].sort().join('');

it('selects a row and lets it go again', () => {
  expect(after([], 'b')).toBe('b');
  expect(after(['b', 'c'], 'b', 'c')).toBe('c');
});

it('takes all between two presses along, up or down, as selected or not', () => {
  expect(after(['b'], 'd', 'b', true)).toBe('bcd');
  expect(after(['d'], 'a', 'd', true)).toBe('abcd');
  expect(after(['a', 'b', 'c', 'd'], 'b', 'd', true)).toBe('a');
  expect(after(['a'], 'c', 'a', true)).toBe('abc');
});

it('takes a range for a press where the first row has gone', () => {
  expect(after([], 'c', 'gone', true)).toBe('c');
  expect(after([], 'c', undefined, true)).toBe('c');
});
