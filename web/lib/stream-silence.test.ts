// SPDX-License-Identifier: Apache-2.0

import { afterEach, expect, it, vi } from 'vitest';
import { createQuiet, getSinceLoadMs } from './stream-silence.ts';

afterEach(() => void vi.useRealTimers());

it('counts from the last event, and never more than either clock shows', () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] });
  const quiet = createQuiet();
  vi.advanceTimersByTime(40);
  expect(quiet.ms).toBe(40);
  quiet.begin(1_000);
  vi.advanceTimersByTime(5);
  expect(quiet.ms).toBe(1_005);
  quiet.begin();
  vi.advanceTimersByTime(60_000);
  // The clock was set back, so the quiet time must not include the time before that.
  vi.setSystemTime(Date.now() - 59_000);
  expect(quiet.ms).toBe(1_000);
  vi.setSystemTime(Date.now() - 59_000);
  expect(quiet.ms).toBe(0);
});

it('knows how long ago the page began to load', () => {
  expect(getSinceLoadMs()).toBeGreaterThan(0);
  // Takes the larger count, since one clock stops while the device sleeps and the other may be set back.
  vi.useFakeTimers({ toFake: ['Date'], now: performance.timeOrigin + 90 });
  const stopped = vi.spyOn(performance, 'now').mockReturnValue(40);
  expect(getSinceLoadMs()).toBeCloseTo(90, -1);
  vi.setSystemTime(performance.timeOrigin + 5);
  expect(getSinceLoadMs()).toBe(40);
  stopped.mockRestore();
});
