import { describe, expect, it } from 'vitest';
import { activeStatuses, attemptStatuses } from '../../../contract/attempt-statuses.ts';
import { challengeRules } from '../../../contract/challenge-rules.ts';
import {
  changedStatus,
  isSourceWide,
  isTooBusy,
  nextReadingAt,
  provisionalKey,
  readingIntervalMs,
} from './rules.ts';

const real = { requestsPerSecond: 3, timeScale: 1 };

describe('changes of status', () => {
  const allowed = new Set([
    'PENDING>PENDING',
    'PENDING>IN_PROGRESS',
    'PENDING>WAITING_RECHECK',
    'IN_PROGRESS>IN_PROGRESS',
    'IN_PROGRESS>WAITING_RECHECK',
    'WAITING_RECHECK>WAITING_RECHECK',
    'WAITING_RECHECK>IN_PROGRESS',
    ...activeStatuses.flatMap((from) => ['SUCCESS', 'FAILED', 'CANCELLED'].map((to) => `${from}>${to}`)),
    'SUCCESS>CANCELLED',
    'FAILED>CANCELLED',
    'FAILED>SUCCESS',
    'CANCELLED>SUCCESS',
  ]);
  const every = attemptStatuses.flatMap((from) => attemptStatuses.map((to) => [from, to] as const));
  it.each(every)('from %s to %s', (from, to) => {
    if (allowed.has(`${from}>${to}`)) expect(changedStatus(from, to)).toBe(to);
    else expect(() => changedStatus(from, to)).toThrow(`from ${from} to ${to}`);
  });
});

describe('times', () => {
  it('are divided by the scale, all of them', () => {
    const [{ minMatchMinutes, ...one }, sixty] = [challengeRules(1), challengeRules(60)];
    expect([minMatchMinutes, sixty.minMatchMinutes]).toEqual([1, 0]);
    expect(one.startWithinMs).toBe(40 * 60_000);
    for (const [name, value] of Object.entries(one)) {
      const isTime = name.endsWith('Ms');
      expect(sixty[name as keyof typeof sixty]).toBe(isTime ? value / 60 : value);
    }
  });

  it('grow between readings with the number of attempts, within the share of the budget', () => {
    expect(readingIntervalMs(1, real)).toBe(60_000);
    expect(readingIntervalMs(144, real)).toBe(60_000);
    expect(readingIntervalMs(288, real)).toBe(120_000);
    expect(readingIntervalMs(1, { requestsPerSecond: 180, timeScale: 60 })).toBe(1000);
  });

  it('end where readings would be rarer than every four minutes', () => {
    expect(isTooBusy(575, real)).toBe(false);
    expect(isTooBusy(576, real)).toBe(true);
    expect(isTooBusy(576, { requestsPerSecond: 180, timeScale: 60 })).toBe(true);
  });

  it('come sooner where the rules ask for it, and later for a source out of order', () => {
    const now = new Date('2026-11-20T12:00:00Z');
    const inSeconds = (faultsInARow: number, ruleAt: string | null) =>
      (nextReadingAt(now, 60_000, { faultsInARow, ruleAt, timeScale: 1 }).getTime() - now.getTime()) / 1000;
    expect(inSeconds(0, null)).toBe(60);
    expect(inSeconds(0, '2026-11-20T12:00:20Z')).toBe(20);
    expect(inSeconds(0, '2026-11-20T12:10:00Z')).toBe(60);
    expect(inSeconds(0, '2026-11-20T12:00:00Z')).toBe(60);
    expect([1, 2, 3, 4, 5000].map((faults) => inSeconds(faults, null))).toEqual([120, 240, 480, 480, 480]);
  });
});

it('blames the source for private answers of many, never of one player', () => {
  expect(isSourceWide({ read: 1, private: 1 })).toBe(false);
  expect(isSourceWide({ read: 4, private: 2 })).toBe(false);
  expect(isSourceWide({ read: 14, private: 3 })).toBe(true);
  expect(isSourceWide({ read: 15, private: 3 })).toBe(false);
});

it('takes every spelling of a name for the same account', () => {
  expect(provisionalKey('NiNjA')).toBe(provisionalKey('ninja'));
  expect(provisionalKey('ｎｉｎｊａ')).toBe('name:ninja');
});
