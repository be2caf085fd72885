// SPDX-License-Identifier: Apache-2.0

import { expect, test } from 'vitest';
import { addMonths, chosenMonth, formatMonth, formatShortMonth, lastDay, monthsBefore } from './months.ts';

test('moves between months across the ends of years', () => {
  expect([addMonths('2026-12', 1), addMonths('2026-01', -1), addMonths('2026-03', -14)]).toEqual([
    '2027-01',
    '2025-12',
    '2025-01',
  ]);
  expect([formatMonth('2026-02'), formatShortMonth('2026-02')]).toEqual(['February 2026', 'Feb 2026']);
});

test('lists the months before one, as far as there are books', () => {
  expect(monthsBefore('2026-02', 3)).toEqual(['2025-11', '2025-12', '2026-01']);
  expect(monthsBefore('2000-02', 3)).toEqual(['2000-01']);
});

test('replaces an invalid or future month with the current one', () => {
  const now = Date.parse('2026-11-30T23:59:59Z');
  const chosen = (told: string | null) => chosenMonth(told, now);
  const known = ['2001-01', '2019-09', '2026-10', '2026-11'];
  expect(known.map(chosen)).toEqual(known);
  const unknown = [
    '2026-12',
    '2027-01',
    '2026-13',
    '2026-00',
    '1999-12',
    '12026-10',
    '2026-10-01',
    'x',
    null,
  ];
  expect(unknown.map(chosen)).toEqual(unknown.map(() => '2026-11'));
});

test('ends a month on its last day, and the current one today', () => {
  const now = Date.parse('2026-11-12T23:59:59Z');
  expect(['2024-02', '2025-12', '2026-11'].map((month) => lastDay(month, now))).toEqual([
    '2024-02-29',
    '2025-12-31',
    '2026-11-12',
  ]);
});
