// SPDX-License-Identifier: Apache-2.0

import { expect, it } from 'vitest';
import { playReadings } from '../../../tests/support/reading-season.ts';

it('decides 1,200 attempts an hour by one key, with few readings, and tells them soon', () => {
  const figures = playReadings({ keys: 1, requestsPerSecond: 3, hours: 2, seed: 5 });
  expect(figures.decidedPerHour).toBeGreaterThanOrEqual(1_200);
  expect(figures.readings).toBeLessThanOrEqual(7);
  expect(figures.seenAfterMinutes).toBeLessThanOrEqual(2);
  // Most are lost, and confirmed three minutes after they were seen.
  expect(figures.decidedAfterMinutes).toBeGreaterThan(figures.seenAfterMinutes + 2.5);
  expect(figures.decidedAfterMinutes).toBeLessThanOrEqual(5);
  // Read every minute it would be one in a hundred.
  expect(figures.undecidable).toBeLessThan(0.02);
});

it('decides nearly ten times as many by ten keys', () => {
  const decided = (keys: number) =>
    playReadings({ keys, requestsPerSecond: 0.3, hours: 2, seed: 5 }).decidedPerHour;
  expect(decided(10) / decided(1)).toBeGreaterThanOrEqual(9.5);
});
