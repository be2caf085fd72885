// SPDX-License-Identifier: Apache-2.0

import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { fromLocalMinute, toLocalMinute } from './date-time-field.tsx';

describe.each([
  ['Europe/Berlin', '2026-11-20T19:04', '2026-11-20T18:04:00.000Z'],
  ['Europe/Berlin', '2026-07-01T00:30', '2026-06-30T22:30:00.000Z'],
  ['America/New_York', '2026-12-31T23:59', '2027-01-01T04:59:00.000Z'],
  ['Asia/Kathmandu', '2026-01-01T00:00', '2025-12-31T18:15:00.000Z'],
])('in %s', (zone, local, iso) => {
  const before = process.env.TZ;
  beforeEach(() => {
    process.env.TZ = zone;
  });
  afterEach(() => {
    if (before === undefined) delete process.env.TZ;
    else process.env.TZ = before;
  });

  test(`${local} is ${iso}`, () => {
    expect(fromLocalMinute(local)).toBe(iso);
    expect(toLocalMinute(iso)).toBe(local);
    expect(toLocalMinute(iso.replace('00.000Z', '42.500Z'))).toBe(local);
  });
});

test('an invalid time is empty', () => {
  expect(fromLocalMinute('')).toBe('');
  expect(toLocalMinute('')).toBe('');
  expect(toLocalMinute('soon')).toBe('');
});
