// SPDX-License-Identifier: Apache-2.0

import { expect, it } from 'vitest';
import { selectedAfter } from './selected-rows.ts';

const ids = ['a', 'b', 'c', 'd', 'e'];
const after = (selected: string[], id: string, anchor?: string, isRange = false) =>
  [...selectedAfter(new Set(selected), ids, { id, anchor, isRange })].sort().join('');

it('selects a row and deselects it again', () => {
  expect(after([], 'b')).toBe('b');
  expect(after(['b', 'c'], 'b', 'c')).toBe('c');
});

it('selects or deselects all rows between two presses, up or down', () => {
  expect(after(['b'], 'd', 'b', true)).toBe('bcd');
  expect(after(['d'], 'a', 'd', true)).toBe('abcd');
  expect(after(['a', 'b', 'c', 'd'], 'b', 'd', true)).toBe('a');
  expect(after(['a'], 'c', 'a', true)).toBe('abc');
});

it('treats a range as a single press when its first row is gone', () => {
  expect(after([], 'c', 'gone', true)).toBe('c');
  expect(after([], 'c', undefined, true)).toBe('c');
});
