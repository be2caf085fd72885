// SPDX-License-Identifier: Apache-2.0

import { vi } from 'vitest';

/** A fake run of jobs, which reports trouble and ends when its test says so. */
export function fakeRun(poolId: string, isRegistered = true) {
  const trouble = Promise.withResolvers<string>();
  const stopped = Promise.withResolvers<void>();
  const run = {
    poolId,
    troubled: trouble.promise,
    registered: Promise.resolve(isRegistered),
    stop: vi.fn(() => stopped.promise),
  };
  return { run, trouble: trouble.resolve, end: stopped.resolve };
}
