// SPDX-License-Identifier: Apache-2.0

import { expect, it } from 'vitest';
import { getLockMs } from './try-for-locks.ts';

it('waits for locks under a second, and in one of ten tries long enough to cancel an autovacuum', () => {
  const waits = Array.from({ length: 30 }, (_, before) => getLockMs(before + 1));
  expect(waits.slice(0, 5).every((ms) => ms < 1_000)).toBe(true);
  expect(waits.filter((ms) => ms > 1_100)).toHaveLength(3);
  expect(Math.max(...waits)).toBeLessThan(2_000);
});
