// SPDX-License-Identifier: Apache-2.0

import { describe, expect, it } from 'vitest';
import { makeAttempt } from './attempt-fixture.ts';
import { attemptReason } from './attempt-reason.ts';
import { waitingFor } from './waiting-for.ts';

const left = { figure: '31', unit: 'min', over: false } as const;
const over = { figure: '0', unit: 's', over: true } as const;

describe('what a running attempt waits for', () => {
  it('says early that a match from before entry does not count', () => {
    const older = makeAttempt({ sawOlderMatch: true, reason: 'awaiting-match' });
    expect(waitingFor(older, left)).toBe(
      'We saw a match that began before you entered. It doesn’t count: start a new one, 31 minutes left.',
    );
    expect(waitingFor(older, { ...left, figure: '1', unit: 's' })).toContain(
      'start a new one, 1 second left.',
    );
    expect(waitingFor({ ...older, reason: 'awaiting-report' }, over)).toContain(
      'If you started another in time',
    );
  });

  it('describes another match the readings show, or what to do without one', () => {
    const confirming = makeAttempt({ sawOlderMatch: true, reason: 'confirming' });
    expect(waitingFor(confirming, left)).toContain(
      'We saw a match, but its stats don’t meet the conditions yet.',
    );
    expect(waitingFor(makeAttempt(), left)).toBe(
      'Enter a match as Stormrider and play it to the end. We check the result automatically.',
    );
    expect(waitingFor(makeAttempt(), over)).toContain('If you played in time');
  });

  it('is repeated in the result when no other match was played', () => {
    const cancelled = makeAttempt({
      status: 'CANCELLED',
      reason: 'no-match',
      sawOlderMatch: true,
      refundGC: 45,
    });
    expect(attemptReason(cancelled, 'no-match')).toMatch(
      /^The match that we saw began before entry, so it didn’t count[.] Your stats show no match in time[.] You got back 45 GC/,
    );
    expect(attemptReason({ ...cancelled, sawOlderMatch: false }, 'no-match')).toMatch(
      /^Your stats show no match/,
    );
  });
});
