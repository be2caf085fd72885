import { expect, test } from 'vitest';
import { addMonths, chosenMonth, formatMonth } from './months.ts';

test('goes from month to month over the ends of years', () => {
  expect([addMonths('2026-12', 1), addMonths('2026-01', -1), addMonths('2026-03', -14)]).toEqual([
    '2027-01',
    '2025-12',
    '2025-01',
  ]);
  expect(formatMonth('2026-02')).toBe('February 2026');
});

test('takes the present month for one that is none, or to come', () => {
  const now = Date.parse('2026-11-30T23:59:59Z');
  expect(['2026-10', '2026-13', '2027-01', 'x', null].map((told) => chosenMonth(told, now))).toEqual([
    '2026-10',
    '2026-11',
    '2026-11',
    '2026-11',
    '2026-11',
  ]);
});
