// SPDX-License-Identifier: Apache-2.0

import { describe, expect, it } from 'vitest';
import { slotSpacingMs } from '../../../providers/games/source-budget-store.ts';
import {
  askedReadingGapMs,
  firstLookMs,
  firstLookOf,
  isSourceWide,
  isTooBusy,
  lostAfterMs,
  nextReadingAt,
  type Pace,
  type ReadingPlan,
  readingIntervalMs,
  readingLoad,
  recentMs,
  silentAfterMs,
  strayReadings,
  youngSince,
} from './reading-rules.ts';

const real = { requestsPerSecond: 3, timeScale: 1 };
const minuteMs = 60_000;
const startedAt = new Date('2026-11-20T12:00:00Z');
const at = (minutes: number) => new Date(startedAt.getTime() + minutes * minuteMs);
const plan: ReadingPlan = {
  reason: 'awaiting-match',
  startedAt,
  since: startedAt,
  firstLookMs: 6 * minuteMs,
  intervalMs: 2 * minuteMs,
  faultsInARow: 0,
  ruleAt: null,
  timeScale: 1,
};
/** Minutes from the start to the next reading, as planned so many minutes after it. */
const next = (minutes: number, changes: Partial<ReadingPlan> = {}) =>
  (nextReadingAt(at(minutes), { ...plan, ...changes }).getTime() - startedAt.getTime()) / minuteMs;

describe('the load of readings', () => {
  it('makes readings less frequent, so that they fit their share of the budget', () => {
    expect(readingIntervalMs(1, real)).toBe(120_000);
    expect(readingIntervalMs(288, real)).toBe(120_000);
    // Slots are 350 ms apart, and readings get seventeen of twenty.
    expect(readingIntervalMs(425, real)).toBe(175_000);
    expect(readingIntervalMs(1, { requestsPerSecond: 180, timeScale: 60 })).toBe(2000);
  });

  it('refuses entries before readings become rarer than every four minutes', () => {
    const isFull = (load: number, pace: Pace) => isTooBusy({ load, pace, overdueMs: 0 });
    expect(isFull(545, real)).toBe(false);
    expect(isFull(546, real)).toBe(true);
    expect(isFull(546, { requestsPerSecond: 180, timeScale: 60 })).toBe(true);
    expect(isFull(5_460, { requestsPerSecond: 30, timeScale: 1 })).toBe(false);
    // At this rate, each attempt is read every three and three quarter minutes.
    const requestsPerSecond = slotSpacingMs({ requestsPerSecond: 1 }) / (0.85 * 224_999.5);
    expect(readingIntervalMs(1, { requestsPerSecond, timeScale: 1 })).toBe(225_000);
    expect(isFull(0, { requestsPerSecond, timeScale: 1 })).toBe(false);
  });

  it('reads matches with an id every ten minutes, and admits as many attempts as a key of ten requests a minute can read', () => {
    const records: Pace = { requestsPerSecond: 100 / 60, timeScale: 1, proof: 'matches with an id' };
    expect(readingIntervalMs(1, records)).toBe(600_000);
    const isFull = (load: number) => isTooBusy({ load, pace: records, overdueMs: 0 });
    expect([isFull(1_213), isFull(1_214)]).toEqual([false, true]);
  });

  it('refuses entries while more than a few readings are over one interval late', () => {
    const isLate = (overdueMs: number, load = 1, pace: Pace = real) => isTooBusy({ load, pace, overdueMs });
    expect([isLate(120_000), isLate(120_001)]).toEqual([false, true]);
    expect([isLate(175_000, 424), isLate(175_001, 424)]).toEqual([false, true]);
    const fast = { requestsPerSecond: 180, timeScale: 60 };
    expect([isLate(5_000, 1, fast), isLate(5_001, 1, fast)]).toEqual([false, true]);
    expect([strayReadings(0), strayReadings(1_099), strayReadings(65_000)]).toEqual([10, 10, 650]);
  });

  it('treats a closed source as faulty after twenty minutes of game time', () => {
    expect([silentAfterMs(1), silentAfterMs(60)]).toEqual([20 * 60_000, 20_000]);
  });

  it('counts late attempts less because they are read less often', () => {
    expect(readingLoad({ young: 10, late: 5 })).toBe(12);
    expect(youngSince(at(100), 1)).toEqual(at(60));
    // Players keep five minutes to start a match, even in a sandbox.
    expect(youngSince(at(100), 60)).toEqual(at(95));
  });
});

describe('the next reading', () => {
  it("is due when a match may first be reported, based on the player's average match", () => {
    const inMinutes = (matches: number, minutesPlayed: number) =>
      firstLookMs({ matches, minutesPlayed }, 1) / minuteMs;
    expect([inMinutes(100, 300), inMinutes(100, 800), inMinutes(100, 3000)]).toEqual([4, 6, 8]);
    expect([inMinutes(0, 0), inMinutes(9, 900), inMinutes(10, 100)]).toEqual([6, 6, 7]);
    expect(firstLookMs({ matches: 0, minutesPlayed: 0 }, 60)).toBe(6_000);
    const takenAt = '2026-11-20T12:00:00.000Z';
    const counters = {
      matches: 0,
      wins: 0,
      top10: 0,
      top25: 0,
      kills: 0,
      minutesPlayed: 0,
      lastModified: null,
    };
    expect(firstLookOf({ kind: 'stats', takenAt, ...counters }, 1)).toBe(6 * minuteMs);
    const listed = { isBanned: false, seen: [], matches: [], untold: [] };
    expect(firstLookOf({ kind: 'matches', takenAt, ...listed }, 1)).toBe(20 * minuteMs);
    expect(next(0)).toBe(6);
    expect(next(5.6)).toBe(7.6);
    expect([next(5.49), next(5.5)]).toEqual([6, 7.5]);
    expect(next(0, { reason: 'awaiting-report' })).toBe(6);
    expect(next(0, { reason: 'source-behind' })).toBe(2);
    // After five minutes the attempt has a different status, and nothing else changes.
    expect(next(0, { ruleAt: at(5).toISOString() })).toBe(6);
  });

  it('starts over when an earlier match was reported late', () => {
    expect(next(6, { since: at(4) })).toBe(10);
    expect(next(10, { since: at(4) })).toBe(12);
  });

  it('comes every two minutes, then every three, and every ten once it can only be late', () => {
    expect([6, 20, 22, 39, 40, 60].map((minutes) => next(minutes) - minutes)).toEqual([2, 2, 3, 3, 10, 10]);
    expect([6, 22, 40].map((minutes) => next(minutes, { intervalMs: 4 * minuteMs }) - minutes)).toEqual([
      4, 4, 10,
    ]);
    expect(next(95, { reason: 'awaiting-report', ruleAt: at(100).toISOString() })).toBe(100);
  });

  it('confirms a result at the time of the rule, not before', () => {
    const confirming = { reason: 'confirming', ruleAt: at(13).toISOString() } as const;
    expect(next(10, confirming)).toBe(13);
    expect(next(10, { ...confirming, intervalMs: 4 * minuteMs })).toBe(13);
    // Otherwise a process whose clock is behind would read again and again until its clock catches up.
    expect([next(12.9, confirming), next(14, confirming)]).toEqual([13.15, 14.25]);
    expect(next(10, { ...confirming, ruleAt: null })).toBe(12);
  });

  it('comes sooner when the rules ask for it, and later for a failing source', () => {
    expect(next(10, { reason: 'awaiting-counters', ruleAt: at(11).toISOString() })).toBe(11);
    // A reading that became due while the last one was made.
    expect(next(10, { reason: 'awaiting-counters', ruleAt: at(9.9).toISOString() })).toBe(10.25);
    expect(next(100.1, { reason: 'awaiting-report', ruleAt: at(100).toISOString() })).toBeCloseTo(100.35);
    expect(next(10, { reason: 'awaiting-counters', ruleAt: at(10.1).toISOString() })).toBe(10.25);
    const faults = (faultsInARow: number) => next(10, { reason: 'source-fault', faultsInARow }) - 10;
    expect([0, 1, 2, 3, 5000].map(faults)).toEqual([2, 4, 8, 8, 8]);
    const slow = { reason: 'source-fault', intervalMs: 9 * minuteMs } as const;
    expect([0, 1].map((faultsInARow) => next(10, { ...slow, faultsInARow }) - 10)).toEqual([9, 9]);
  });

  it('comes sooner when the sandbox clock runs faster', () => {
    const faster = { timeScale: 60, firstLookMs: 6_000, intervalMs: 2_000 };
    const seconds = (after: number, changes: Partial<ReadingPlan> = {}) =>
      Math.round(60 * next(after / 60, { ...faster, ...changes }) - after);
    expect([0, 6, 21, 23, 299, 301].map((after) => seconds(after))).toEqual([6, 2, 2, 3, 3, 10]);
    expect(seconds(10, { reason: 'source-fault', faultsInARow: 9 })).toBe(8);
    const due = { ...faster, reason: 'confirming', ruleAt: startedAt.toISOString() } as const;
    expect(60 * next(1, due)).toBe(60.25);
  });
});

it('blames the source for private answers about many players, never about a single player', () => {
  expect(isSourceWide({ read: 1, private: 1 })).toBe(false);
  expect(isSourceWide({ read: 4, private: 2 })).toBe(false);
  expect(isSourceWide({ read: 3, private: 3 })).toBe(true);
  expect(isSourceWide({ read: 14, private: 3 })).toBe(true);
  expect(isSourceWide({ read: 15, private: 3 })).toBe(false);
});

it('measures its times in game minutes', () => {
  expect([recentMs(1), recentMs(60)]).toEqual([20 * minuteMs, 20_000]);
  expect([askedReadingGapMs(1), askedReadingGapMs(7)]).toEqual([30_000, 4_286]);
  expect([lostAfterMs(1), lostAfterMs(60)]).toEqual([3 * minuteMs, 5_000]);
});
