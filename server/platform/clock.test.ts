// SPDX-License-Identifier: Apache-2.0

import { expect, it } from 'vitest';
import { secondsLeftOfDay } from './clock.ts';

it.each([
  ['2026-11-26T00:00:00.000Z', 86_400],
  ['2026-11-26T23:59:59.999Z', 1],
  ['2026-11-26T12:00:00.500Z', 43_200],
])('returns the seconds left in the UTC day at %s', (at, seconds) => {
  expect(secondsLeftOfDay(new Date(at))).toBe(seconds);
});
