// SPDX-License-Identifier: Apache-2.0

import { describe, expect, it } from 'vitest';
import { activeStatuses, attemptStatuses } from '../../../contract/attempt-statuses.ts';
import { challengeRules } from '../../../contract/challenge-rules.ts';
import { changedStatus, highestRaise, isProvisional, provisionalKey } from './rules.ts';

describe('a change of status', () => {
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

describe("the rules' times", () => {
  it('are all divided by the time scale', () => {
    const [{ minMatchMinutes, ...one }, fast] = [challengeRules(1), challengeRules(120)];
    expect([minMatchMinutes, fast.minMatchMinutes]).toEqual([1, 0]);
    expect(one.startWithinMs).toBe(40 * 60_000);
    for (const [name, value] of Object.entries(one)) {
      const isTime = name.endsWith('Ms');
      expect(fast[name as keyof typeof fast]).toBe(isTime ? value / 120 : value);
    }
  });

  it('leave people five minutes to start a match at the speeds of a sandbox', () => {
    const minutes = [4, 8, 20, 60].map((scale) => challengeRules(scale).startWithinMs / 60_000);
    expect(minutes).toEqual([10, 5, 5, 5]);
    // No match began within an hour, divided by the time scale.
    expect(challengeRules(60).noMatchMs).toBe(6 * 60_000);
  });
});

it('maps every spelling of a name to the same account', () => {
  expect(provisionalKey('NiNjA')).toBe(provisionalKey('ninja'));
  expect(provisionalKey('ｎｉｎｊａ')).toBe('name:ninja');
});

it('recognizes an account without an id by its key', () => {
  expect([provisionalKey('Ninja'), 'b'.repeat(32), 'some name:'].map(isProvisional)).toEqual([
    true,
    false,
    false,
  ]);
});

it('measures the highest new or raised reward', () => {
  const reward = (requiredPlacement: number, requiredKills: number, rewardGC: number) => ({
    requiredPlacement,
    requiredKills,
    rewardGC,
  });
  const before = [reward(10, 5, 300), reward(1, 0, 900)];
  expect(highestRaise(before, [])).toBe(900);
  expect(highestRaise(before, before)).toBe(0);
  expect(highestRaise([], before)).toBe(0);
  expect(highestRaise([reward(10, 5, 301), reward(1, 0, 900)], before)).toBe(301);
  expect(highestRaise([reward(10, 5, 299), reward(1, 0, 800)], before)).toBe(0);
  expect(highestRaise([reward(10, 6, 200), reward(25, 5, 100)], before)).toBe(200);
});
