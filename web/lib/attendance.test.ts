// SPDX-License-Identifier: Apache-2.0

import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { isUnattended, isUseUnreported, noteAttendance, noteUseReported } from './attendance.ts';

beforeEach(() => {
  vi.useFakeTimers();
  noteAttendance();
  noteUseReported();
});
afterEach(() => vi.useRealTimers());

it('reports that someone has been typing for minutes without a request to the server', () => {
  vi.advanceTimersByTime(5 * 60_000 + 1);
  expect(isUnattended()).toBe(true);
  expect(isUseUnreported()).toBe(false);
  noteAttendance();
  expect(isUnattended()).toBe(false);
  expect(isUseUnreported()).toBe(true);
  noteUseReported();
  expect(isUseUnreported()).toBe(false);
});
