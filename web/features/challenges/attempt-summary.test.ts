// SPDX-License-Identifier: Apache-2.0

import { describe, expect, it } from 'vitest';
import { makeAttempt } from './attempt-fixture.ts';
import { earnedReward, failedDetails, netCoins, summarise } from './attempt-summary.ts';
import { conditionText, displayType } from './challenge-type.ts';
import { resultMessage } from './result-message.ts';
import { timeLeft } from './time-left.ts';

describe('displayType', () => {
  it.each([
    ['TOP10_5KILL_SOLO', 'Top 10 + 5 Kills'],
    ['TOP1_0KILL', 'Top 1 + 0 Kills'],
    ['TOP25_12KILL_ANYTHING', 'Top 25 + 12 Kills'],
    ['SOMETHING_ELSE', 'SOMETHING_ELSE'],
    ['', ''],
  ])('shows %s as %s', (type, text) => expect(displayType(type)).toBe(text));

  it('states the condition in the words of the specification', () => {
    expect(conditionText({ requiredPlacement: 10, requiredKills: 5 })).toBe(
      'Finish Top 10 AND Kill 5 opponents',
    );
  });
});

describe('earnedReward', () => {
  it('is the reward of the entered variant, for a success only', () => {
    expect(earnedReward(makeAttempt({ status: 'SUCCESS' }))).toBe(120);
    expect(earnedReward(makeAttempt({ status: 'SUCCESS', challengeType: 'TOP1_0KILL_SOLO' }))).toBe(900);
    expect(earnedReward(makeAttempt({ status: 'SUCCESS', challengeType: 'GONE' }))).toBe(0);
    expect(earnedReward(makeAttempt({ status: 'FAILED' }))).toBe(0);
    expect(earnedReward(makeAttempt({ status: 'IN_PROGRESS' }))).toBe(0);
  });
});

describe('netCoins', () => {
  it.each([
    ['SUCCESS', 0, 70],
    ['FAILED', 0, -50],
    ['CANCELLED', 45, -5],
    ['CANCELLED', 50, 0],
  ] as const)('counts the fee of an attempt that ended as %s with %i GC back', (status, refundGC, net) =>
    expect(netCoins(makeAttempt({ status, refundGC }))).toBe(net),
  );
});

describe('summarise', () => {
  it('counts each outcome and adds up what was earned', () => {
    const attempts = (['SUCCESS', 'SUCCESS', 'FAILED', 'CANCELLED', 'PENDING'] as const).map((status) =>
      makeAttempt({ status }),
    );
    expect(summarise(attempts)).toEqual({ attempts: 5, successful: 2, failed: 1, earnedGC: 240 });
    expect(summarise([])).toEqual({ attempts: 0, successful: 0, failed: 0, earnedGC: 0 });
  });
});

describe('failedDetails', () => {
  it('lists the newest four failures with final stats, and what was played', () => {
    const finalStats = { kills: 3334, wins: 42, matches: 1773, top10: 300, top25: 610 };
    const failed = Array.from({ length: 6 }, (_, n) =>
      makeAttempt({ _id: `a${n}`, status: 'FAILED', finalStats }),
    );
    const details = failedDetails([
      makeAttempt({ status: 'SUCCESS', finalStats }),
      makeAttempt({ status: 'FAILED' }),
      makeAttempt({ status: 'FAILED', finalStats, isPractice: true }),
      ...failed,
    ]);
    expect(details.map((detail) => detail.attempt._id)).toEqual(['a0', 'a1', 'a2', 'a3']);
    const played = { kills: 3, wins: 2, matches: 1 };
    expect(details[0]).toEqual({ attempt: failed[0], requiredPlacement: 10, requiredKills: 5, ...played });
    const [unknown] = failedDetails([makeAttempt({ status: 'FAILED', finalStats, challengeType: 'GONE' })]);
    expect(unknown).toMatchObject({ requiredPlacement: 0, requiredKills: 0, ...played });
  });
});

describe('resultMessage', () => {
  it('quotes the challenge and the reward of a success', () => {
    expect(resultMessage(makeAttempt({ status: 'SUCCESS', challengeType: 'TOP1_0KILL_SOLO' }))).toBe(
      'Congratulations! You won your last challenge "Storm Surge" and earned 900 GC!',
    );
  });

  it('names the refund of a canceled challenge', () => {
    const less = makeAttempt({ status: 'CANCELLED', entryFeeGC: 50, refundGC: 45, processingFeeGC: 5 });
    expect(resultMessage(less)).toContain('45 of 50 GC');
    const whole = makeAttempt({ status: 'CANCELLED', entryFeeGC: 1500, refundGC: 1500 });
    expect(resultMessage(whole)).toContain('the entry fee has been refunded: 1,500 GC');
  });

  it('mentions no refund when there is none', () => {
    const cancelled = { status: 'CANCELLED', refundGC: 0 } as const;
    const forfeited = makeAttempt({ ...cancelled, reason: 'voided', entryFeeGC: 1500 });
    expect(resultMessage(forfeited)).toMatch(/was cancelled and the entry fee of 1,500 GC is kept\.$/);
    const free = makeAttempt({ ...cancelled, entryFeeGC: 0 });
    expect(resultMessage(free)).toMatch(/was cancelled and cost you nothing\.$/);
  });
});

describe('timeLeft', () => {
  const attempt = makeAttempt();
  const at = (time: string) => timeLeft(attempt, Date.parse(`2026-11-20T${time}Z`));

  it('counts down to the last moment to start a match', () => {
    expect(at('18:17:00')).toEqual({
      share: 23 / 40,
      figure: '23',
      unit: 'min',
      text: '23 min left to start a match',
      over: false,
    });
    expect(at('18:16:59').text).toBe('24 min left to start a match');
    expect(at('18:39:30').text).toBe('30 s left to start a match');
    expect(at('18:40:00')).toMatchObject({
      share: 0,
      text: 'Waiting for your stats to catch up',
      over: true,
    });
  });

  it("never exceeds the whole time when the browser's clock is slow", () => {
    expect(at('17:59:00').share).toBe(1);
  });
});
