// SPDX-License-Identifier: Apache-2.0

import { afterEach, expect, it, vi } from 'vitest';
import { openTestDatabase } from '../../../tests/support/database.ts';
import { patient } from '../../../tests/support/patience.ts';
import type { Logger } from '../log.ts';
import { readClockOffsetMs, warnOfClock } from './clock-ahead.ts';

const db = openTestDatabase();
afterEach(() => void vi.useRealTimers());

it.each([0, 90_000, -3_600_000])('measures the clock difference, %i ms', async (aheadMs) => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + aheadMs });
  const read = await readClockOffsetMs(db);
  expect(Math.abs(read - aheadMs)).toBeLessThan(patient(2_000));
});

it.each([
  [4_999, []],
  [5_000, ['warn: the clock of this machine is 5 s ahead of the database']],
  [-59_999, ['warn: the clock of this machine is 60 s behind the database']],
  [60_000, ['error: the clock of this machine is 60 s ahead of the database']],
  [-90_000, ['error: the clock of this machine is 90 s behind the database']],
])('logs a difference of %i ms by its severity', (aheadMs, expected) => {
  const told: string[] = [];
  const say = (level: string) => (text: string) => told.push(`${level}: ${text.split("'")[0]}`);
  warnOfClock(aheadMs, { warn: say('warn'), error: say('error') } as unknown as Logger);
  expect(told).toEqual(expected);
});
