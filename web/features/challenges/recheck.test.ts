// SPDX-License-Identifier: Apache-2.0

import { describe, expect, it } from 'vitest';
import type { Receipt, StatsReading } from '../../../contract/challenges.ts';
import { recheck } from '../../../contract/recheck.ts';
import { makeAttempt } from './attempt-fixture.ts';
import { recheckText } from './recheck-text.ts';

const minute = 60_000;
const initial = {
  kind: 'stats',
  takenAt: '2026-11-20T18:00:00.000Z',
  matches: 1772,
  wins: 40,
  top10: 325,
  top25: 610,
  kills: 3331,
  minutesPlayed: 26_410,
  lastModified: '2026-11-20T15:00:00.000Z',
} as const;

function makeReceipt(changes: Partial<Receipt> = {}): Receipt {
  return {
    attempt: makeAttempt({ status: 'SUCCESS', reason: 'conditions-met', rewardGiven: 120 }),
    rules: {
      ruleVersion: 1,
      pendingMs: 5 * minute,
      startToleranceMs: 2 * minute,
      startWithinMs: 40 * minute,
      confirmAfterMs: 3 * minute,
      noMatchMs: 100 * minute,
      privateMs: 10 * minute,
      sourceFaultMs: 360 * minute,
      processingFeePercent: 10,
    },
    initial,
    differences: null,
    readings: [
      {
        ...initial,
        takenAt: '2026-11-20T18:31:00.000Z',
        matches: 1773,
        top10: 326,
        top25: 611,
        kills: 3338,
        minutesPlayed: 26_431,
        lastModified: '2026-11-20T18:30:00.000Z',
      },
    ],
    decision: { status: 'SUCCESS', reason: 'conditions-met', at: '2026-11-20T18:31:00.000Z' },
    voided: null,
    ruling: null,
    ...changes,
  };
}
const now = new Date('2026-11-21T00:00:00.000Z');

describe('recheck', () => {
  it('agrees with a decision that follows from its readings', () => {
    const again = recheck(makeReceipt(), now);
    expect(again?.agrees).toBe(true);
    expect(again?.verdict.workings).toMatchObject({ deltas: { matches: 1, top10: 1, kills: 7 } });
  });

  it('decides nothing when some readings were deleted for their age', () => {
    const receipt = makeReceipt({ hasForgottenReadings: true });
    expect(recheck(receipt, now)).toBeNull();
    expect(recheckText(null, receipt)).toBe(
      'We delete readings this old, so your browser can’t re-check this result.',
    );
  });

  it('uses the rules under which the attempt began', () => {
    // The match came without its minutes: the first rule version paid it, the second waits for them.
    const [reading] = makeReceipt().readings as [StatsReading];
    const readings = [{ ...reading, minutesPlayed: initial.minutesPlayed }];
    expect(recheck(makeReceipt({ readings }), now)?.agrees).toBe(true);
    const rules = { ...makeReceipt().rules, ruleVersion: 2, minMatchMinutes: 1, longestMatchMs: 30 * minute };
    expect(recheck(makeReceipt({ readings, rules }), now)?.agrees).toBe(false);
  });

  it('contradicts a stored decision that the readings do not support', () => {
    const stored = {
      status: 'FAILED',
      reason: 'conditions-not-met',
      at: '2026-11-20T18:31:00.000Z',
    } as const;
    expect(recheck(makeReceipt({ decision: stored }), now)?.agrees).toBe(false);
    expect(recheck(makeReceipt({ readings: [] }), now)?.agrees).toBe(false);
    const { decision } = makeReceipt();
    const differing = [{ status: 'FAILED' }, { reason: 'conditions-not-met' }] as const;
    for (const change of differing) {
      const changed = { ...decision, ...change } as typeof decision;
      expect(recheck(makeReceipt({ decision: changed }), now)?.agrees).toBe(false);
    }
  });

  it('contradicts a decision whose payment was wrong', () => {
    const paid = { status: 'SUCCESS', rewardGiven: 120 } as const;
    for (const wrong of [{ rewardGiven: 900 }, { refundGC: 50 }, { processingFeeGC: 5 }]) {
      const attempt = makeAttempt({ ...paid, ...wrong });
      expect(recheck(makeReceipt({ attempt }), now)?.agrees).toBe(false);
    }
  });

  it('agrees with practice that paid nothing, and contradicts practice that paid', () => {
    const practice = { status: 'SUCCESS', isPractice: true, entryFeeGC: 0 } as const;
    const paid = (rewardGiven: number) => ({ attempt: makeAttempt({ ...practice, rewardGiven }) });
    expect(recheck(makeReceipt(paid(0)), now)?.agrees).toBe(true);
    expect(recheck(makeReceipt(paid(120)), now)?.agrees).toBe(false);
  });

  it('agrees with the decision of an attempt that was voided later', () => {
    const attempt = makeAttempt({ status: 'CANCELLED', reason: 'voided', refundGC: 50 });
    const voided = { at: '2026-11-20T20:00:00.000Z', reason: 'Cheating', isFeeForfeited: false };
    expect(recheck(makeReceipt({ attempt, voided }), now)?.agrees).toBe(true);
  });

  it('agrees with a verdict that a ruling counted as won and paid accordingly', () => {
    const [reading] = makeReceipt().readings as [StatsReading];
    const readings = [
      { ...reading, kills: initial.kills },
      { ...reading, kills: initial.kills, takenAt: '2026-11-20T18:35:00.000Z' },
    ];
    const decision = {
      status: 'FAILED',
      reason: 'conditions-not-met',
      at: '2026-11-20T18:35:00.000Z',
    } as const;
    const ruling = { outcome: 'won', answer: '', at: '2026-11-21T09:00:00.000Z' } as const;
    const paid = (rewardGiven: number) => ({
      attempt: makeAttempt({ status: 'SUCCESS', reason: 'overturned', rewardGiven }),
    });
    expect(recheck(makeReceipt({ ...paid(120), readings, decision, ruling }), now)?.agrees).toBe(true);
    expect(recheck(makeReceipt({ ...paid(240), readings, decision, ruling }), now)?.agrees).toBe(false);
    expect(recheck(makeReceipt({ ...paid(120), readings, decision }), now)?.agrees).toBe(false);
  });

  it('neither agrees nor disagrees while undecided, and decides nothing without the variant', () => {
    const attempt = makeAttempt({ status: 'PENDING' });
    expect(recheck(makeReceipt({ attempt, readings: [], decision: null }), now)?.agrees).toBeNull();
    const unknown = makeAttempt({ status: 'SUCCESS', challengeType: 'GONE' });
    expect(recheck(makeReceipt({ attempt: unknown }), now)).toBeNull();
  });
});

describe('the text about a re-check', () => {
  const say = (changes: Partial<Receipt>) => {
    const receipt = makeReceipt(changes);
    return recheckText(recheck(receipt, now), receipt);
  };
  const voided = { at: '2026-11-20T20:00:00.000Z', reason: 'Cheating', isFeeForfeited: false };
  const ruling = { outcome: 'won', answer: '', at: '2026-11-21T09:00:00.000Z' } as const;
  const running = { attempt: makeAttempt({ status: 'PENDING' }), readings: [], decision: null };
  const stopped = { ...running, attempt: makeAttempt({ status: 'CANCELLED', reason: 'voided' }), voided };

  it.each([
    ['from the stored readings: same result.', {}],
    ['from the stored readings: same result.', { voided }],
    ['the result differs.', { readings: [] }],
    ['the stored readings give SUCCESS, as the stats did before the review.', { ruling }],
    ['from the stored readings: same result.', { ruling, voided }],
    ['No result yet. We keep checking.', running],
    ['It was voided before it was decided. We no longer read its stats.', stopped],
    ['your browser can’t re-check it.', { attempt: makeAttempt({ challengeType: 'GONE' }) }],
  ] satisfies [string, Partial<Receipt>][])('“… %s”', (end, changes) => {
    expect(say(changes).endsWith(end)).toBe(true);
  });
});
