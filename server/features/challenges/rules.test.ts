import { describe, expect, it } from 'vitest';
import { activeStatuses, attemptStatuses } from '../../../contract/attempt-statuses.ts';
import { challengeRules } from '../../../contract/challenge-rules.ts';
import { changedStatus, provisionalKey } from './rules.ts';

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
});

it('takes every spelling of a name for the same account', () => {
  expect(provisionalKey('NiNjA')).toBe(provisionalKey('ninja'));
  expect(provisionalKey('ｎｉｎｊａ')).toBe('name:ninja');
});
