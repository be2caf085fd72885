// SPDX-License-Identifier: Apache-2.0

import { describe, expect, it } from 'vitest';
import { getQuietEnd } from './rules.ts';

const night = (timeZone: string) => ({ from: '22:00', until: '07:30', timeZone });
const endsAt = (now: string, hours: Parameters<typeof getQuietEnd>[1]) =>
  getQuietEnd(new Date(now), hours)?.toISOString();

describe('quiet hours', () => {
  it.each([
    ['before they begin', '2026-07-01T19:59:59Z', undefined],
    ['when they begin', '2026-07-01T20:00:00Z', '2026-07-02T05:30:00.000Z'],
    ['after midnight', '2026-07-01T23:10:20Z', '2026-07-02T05:30:00.000Z'],
    ['in their last minute', '2026-07-02T05:29:59Z', '2026-07-02T05:30:00.000Z'],
    ['at their end', '2026-07-02T05:30:00Z', undefined],
    ['in the night of the change to summer time', '2026-03-28T22:00:00Z', '2026-03-29T05:30:00.000Z'],
    ['in the night of the change back', '2026-10-24T22:00:00Z', '2026-10-25T06:30:00.000Z'],
  ])('in Berlin, %s', (_when, now, end) => {
    expect(endsAt(now, night('Europe/Berlin'))).toBe(end);
  });

  it("follow the player's time zone", () => {
    expect(endsAt('2026-07-01T23:00:00Z', night('Asia/Kolkata'))).toBe('2026-07-02T02:00:00.000Z');
    expect(endsAt('2026-07-01T23:00:00Z', night('America/Los_Angeles'))).toBeUndefined();
  });

  it('may start and end on the same day', () => {
    const siesta = { from: '13:00', until: '15:00', timeZone: 'UTC' };
    expect(endsAt('2026-07-01T13:00:00Z', siesta)).toBe('2026-07-01T15:00:00.000Z');
    expect(endsAt('2026-07-01T15:00:00Z', siesta)).toBeUndefined();
  });

  it('end at the first moment after an hour skipped by daylight saving', () => {
    const hours = { from: '22:00', until: '02:30', timeZone: 'Europe/Berlin' };
    expect(endsAt('2026-03-28T22:00:00Z', hours)).toBe('2026-03-29T01:00:00.000Z');
  });

  it('never apply when none were chosen', () => {
    expect(getQuietEnd(new Date(), null)).toBeUndefined();
  });
});
