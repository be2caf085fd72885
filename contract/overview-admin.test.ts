// SPDX-License-Identifier: Apache-2.0

import { expect, it } from 'vitest';
import { comparisonFault, daysQuery, earlierDays, overviewApi } from './overview-admin.ts';
import { findFaults } from './testing/faults.ts';

const days = (from: string, to: string) => ({ from, to });

it.each([
  ['2026-11-16', '2026-11-22', '2026-11-09', '2026-11-15'],
  ['2026-03-01', '2026-03-01', '2026-02-28', '2026-02-28'],
  ['2024-02-29', '2024-03-02', '2024-02-26', '2024-02-28'],
  ['2025-11-23', '2026-11-22', '2024-11-23', '2025-11-22'],
])('compares %s to %s with the same number of days before: %s to %s', (from, to, earlierFrom, earlierTo) => {
  expect(earlierDays(days(from, to), 'previous')).toEqual(days(earlierFrom, earlierTo));
});

it.each([
  ['2026-11-01', '2026-11-22', '2026-10-01', '2026-10-22'],
  ['2026-01-10', '2026-01-20', '2025-12-10', '2025-12-20'],
  ['2026-03-01', '2026-03-31', '2026-02-01', '2026-02-28'],
  ['2026-03-30', '2026-03-31', '2026-02-28', '2026-02-28'],
  ['2026-02-03', '2026-03-03', '2026-01-03', '2026-02-02'],
  ['2026-02-02', '2026-03-03', '2026-01-02', '2026-02-01'],
])('compares %s to %s with a month earlier: %s to %s', (from, to, earlierFrom, earlierTo) => {
  expect(earlierDays(days(from, to), 'month')).toEqual(days(earlierFrom, earlierTo));
});

it('compares at most a month with the same days of the month before', () => {
  expect(comparisonFault(days('2026-10-01', '2026-10-31'), 'month')).toBeUndefined();
  const fault = 'Choose at most a month to compare with the same days last month';
  expect(comparisonFault(days('2026-10-01', '2026-11-01'), 'month')).toBe(fault);
  const asked = (to: string) =>
    findFaults(overviewApi.read.query, { ...days('2026-10-01', to), compare: 'month' });
  expect([asked('2026-10-31'), asked('2026-11-01')]).toEqual([undefined, [`compare: ${fault}`]]);
  expect(comparisonFault(days('2026-01-01', '2026-12-31'), 'previous')).toBeUndefined();
});

it.each([
  ['2026-01-01', '2026-01-01', undefined],
  ['2026-01-02', '2026-01-01', 'The first day must be before the last'],
  ['2024-01-01', '2024-12-31', undefined],
  ['2024-01-01', '2025-01-01', 'Choose at most a year'],
  ['2024-01-01', '2026-01-01', 'Choose at most a year'],
])('checks days from %s to %s: %s', (from, to, fault) => {
  expect(daysQuery.safeParse({ from, to }).error?.issues.map(({ path, message }) => [path, message])).toEqual(
    fault && [[['to'], fault]],
  );
});
