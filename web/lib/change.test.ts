// SPDX-License-Identifier: Apache-2.0

import { expect, it } from 'vitest';
import { formatChange, formatFigure } from './change.ts';

it.each([
  [60, 48, '+12 (+25%)'],
  [1_500, 2_000, '-500 (-25%)'],
  [1, 3, '-2 (-66.7%)'],
  [7, 7, 'no change'],
  [7, 0, '+7 (from 0)'],
  [0, 7, '-7 (-100%)'],
  [5, -10, '+15 (from -10)'],
  [null, 3, '–'],
  [3, null, '–'],
])('shows %s after %s as %s', (now, before, words) => {
  expect(formatChange(now, before)).toBe(words);
});

it('shows dollars as amounts, and differences of shares in points', () => {
  expect(formatChange(4.75, 9.5, 'dollars')).toBe('-$4.75 (-50%)');
  expect(formatChange(4.75, 0, 'dollars')).toBe('+$4.75 (from $0.00)');
  expect(formatChange(0.285, 0.25, 'share')).toBe('+3.5 points');
  expect(formatChange(0.25, 0.2501, 'share')).toBe('no change');
  expect(formatChange(null, 0.25, 'share')).toBe('–');
  expect(formatChange(4.75, 4.75, 'dollars')).toBe('no change');
  expect(formatChange(0.25, 0.285, 'share')).toBe('-3.5 points');
  expect([formatFigure(null), formatFigure(null, 'dollars'), formatFigure(0.25, 'share')]).toEqual([
    '–',
    '–',
    '25%',
  ]);
  expect([formatFigure(1_200), formatFigure(4.5, 'dollars')]).toEqual(['1,200', '$4.50']);
});
