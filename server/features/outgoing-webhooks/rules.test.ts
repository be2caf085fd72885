// SPDX-License-Identifier: Apache-2.0

import { expect, it } from 'vitest';
import { isTaken, nextTryAt } from './rules.ts';

const now = new Date('2026-11-23T12:00:00Z');
const failure = { status: 503, error: '', answer: '' };
const after = (tries: number, retryAfterMs?: number) => {
  const at = nextTryAt(tries, { ...failure, ...(retryAfterMs !== undefined && { retryAfterMs }) }, now);
  return at && (at.getTime() - now.getTime()) / 60_000;
};

it('waits longer after each try, and gives up after about three days', () => {
  const waits = Array.from({ length: 9 }, (_, place) => after(place + 1) ?? 0);
  expect(waits).toEqual(waits.toSorted((a, b) => a - b));
  expect(waits[0]).toBe(1);
  expect(waits.reduce((sum, each) => sum + each) / 60 / 24).toBeCloseTo(3.15, 1);
  expect(after(10)).toBeNull();
});

it("follows a receiver's retry time, within a day and never sooner than planned", () => {
  expect([after(1, 3_600_000), after(1, 1), after(1, 365 * 24 * 3_600_000)]).toEqual([60, 1, 24 * 60]);
});

it('counts only 2xx as delivered', () => {
  const taken = [200, 204, 299, 199, 300, 307, 404, 500, null].filter((status) =>
    isTaken({ ...failure, status }),
  );
  expect(taken).toEqual([200, 204, 299]);
});
