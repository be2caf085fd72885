// SPDX-License-Identifier: Apache-2.0

import { afterEach, expect, it, vi } from 'vitest';
import { booksApi } from './books-admin.ts';
import { findFaults } from './testing/faults.ts';

afterEach(() => void vi.useRealTimers());

const form = 'must be a day such as 2026-01-31';

it.each([
  ['2026-11-27', undefined],
  ['2020-01-20', undefined],
  ['2026-11-28', ['on: Choose a day that isn’t in the future']],
  ['1999-12-20', [`on: ${form}`]],
  ['0020-01-20', [`on: ${form}`]],
  ['2026-02-30', [expect.stringContaining('on: ')]],
])('checks a request for what players held on %s: %j', (on, faults) => {
  vi.useFakeTimers({ now: Date.parse('2026-11-27T00:00:00Z') });
  expect(findFaults(booksApi.readOutstanding.query, { on })).toEqual(faults);
});

it.each([
  ['2026-01', true],
  ['2026-12', true],
  ['2026-00', false],
  ['2026-13', false],
  ['1999-12', false],
  ['2026-1', false],
  ['2026-01-31', false],
])('checks a request for the books of %s: %s', (month, isTaken) => {
  const faults = isTaken ? undefined : ['month: must be a month such as 2026-01'];
  expect(findFaults(booksApi.read.query, { month })).toEqual(faults);
});
