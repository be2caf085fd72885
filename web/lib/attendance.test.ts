// SPDX-License-Identifier: Apache-2.0

import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { isUnattended, isUseUntold, noteAttendance, noteUseTold } from './attendance.ts';

beforeEach(() => {
  vi.useFakeTimers();
  noteAttendance();
  noteUseTold();
});
afterEach(() => vi.useRealTimers());

it('reports that someone has been typing for minutes without a request to the server', () => {
  vi.advanceTimersByTime(5 * 60_000 + 1);
  expect(isUnattended()).toBe(true);
  expect(isUseUntold()).toBe(false);
  noteAttendance();
  expect(isUnattended()).toBe(false);
  expect(isUseUntold()).toBe(true);
  noteUseTold();
  expect(isUseUntold()).toBe(false);
});
