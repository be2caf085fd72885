// SPDX-License-Identifier: Apache-2.0

import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { compactHeapOnce } from './compact-heap.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('has the heap compacted once, some seconds after the start', () => {
  const gc = vi.fn();
  vi.stubGlobal('gc', gc);
  compactHeapOnce();
  vi.advanceTimersByTime(4_000);
  expect(gc).not.toHaveBeenCalled();
  vi.advanceTimersByTime(60_000);
  expect(gc.mock.calls).toEqual([[{ type: 'major', execution: 'sync', flavor: 'last-resort' }]]);
});

it('does nothing where the collector is not exposed', () => {
  vi.stubGlobal('gc', undefined);
  compactHeapOnce();
  expect(() => vi.advanceTimersByTime(60_000)).not.toThrow();
});
