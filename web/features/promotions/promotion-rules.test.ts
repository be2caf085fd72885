// SPDX-License-Identifier: Apache-2.0

import { describe, expect, it } from 'vitest';
import { deeds } from '../../../contract/triggers.ts';
import { promotionFixture } from './promotion-fixture.ts';
import { describeRules, getCounts, multiplied, phaseAt } from './promotion-rules.ts';

describe('the rules of an event in words', () => {
  it('explain what to do, how often it counts and when it is paid', () => {
    expect(describeRules(promotionFixture())).toEqual([
      'Finish a challenge, won or lost',
      'At most 3 rewards a day (UTC)',
      'Paid instantly',
    ]);
  });

  it('include both caps, and who sends the collected rewards', () => {
    const eventConfig = { ...promotionFixture().eventConfig, dailyCap: 1, userCap: 2 };
    expect(
      describeRules(promotionFixture({ triggers: ['BUY_COINS', 'EARN_XP'], eventConfig, autoRun: false })),
    ).toEqual([
      'Buy a coin package by card',
      'Earn XP from a challenge or a coin package',
      'Actions that match several of these are rewarded once',
      'At most 1 reward a day (UTC), 2 rewards in all',
      'Collected until our team sends the rewards',
    ]);
  });

  it('say that first sign-ins count once per identity', () => {
    const first = 'Once per Google or Discord account';
    const each = ['FIRST_LOGIN', 'FIRST_LOGIN_GOOGLE', 'FIRST_LOGIN_DISCORD'] as const;
    for (const trigger of each)
      expect(describeRules(promotionFixture({ triggers: [trigger] }))).toContain(first);
    expect(describeRules(promotionFixture({ triggers: ['FIRST_LOGIN', 'BUY_COINS'] }))).not.toContain(first);
  });

  it.each([
    [true, 'Paid a minute after the end'],
    [false, 'Sent by our team after the end'],
  ])('explain how places are ranked and paid (automatically: %s)', (autoRun, paid) => {
    expect(describeRules(promotionFixture({ triggers: ['ACTIVITY_WEEKLY'], autoRun }))).toEqual([
      deeds.ACTIVITY_WEEKLY,
      'On equal XP, the player who got there first leads',
      paid,
    ]);
  });

  it('include only the total cap, or no cap when there is none', () => {
    const { eventConfig } = promotionFixture();
    const caps = (userCap: number) =>
      describeRules(promotionFixture({ eventConfig: { ...eventConfig, dailyCap: 0, userCap } })).slice(1);
    expect(caps(1)).toEqual(['At most 1 reward in all', 'Paid instantly']);
    expect(caps(0)).toEqual(['Paid instantly']);
  });
});

it('shows the multiplied amount', () => {
  const { eventConfig } = promotionFixture();
  expect(multiplied(promotionFixture())).toBeNull();
  expect(multiplied(promotionFixture({ eventConfig: { ...eventConfig, multiplier: 1.5 } }))).toBe('15 × 1.5');
});

it('shows today’s count only for an event with a daily cap', () => {
  const inAll = { label: 'Rewards so far', count: 4, cap: 0 };
  expect(getCounts(promotionFixture())).toEqual([{ label: 'Today', count: 1, cap: 3 }, inAll]);
  const eventConfig = { ...promotionFixture().eventConfig, dailyCap: 0 };
  expect(getCounts(promotionFixture({ eventConfig }))).toEqual([inAll]);
});

it.each([
  ['2026-11-19T23:59:59Z', 'upcoming'],
  ['2026-11-20T00:00:00Z', 'active'],
  ['2026-11-27T00:00:00Z', 'finished'],
])('at %s the event is %s, whatever it was when it was read', (at, phase) => {
  expect(phaseAt(promotionFixture({ phase: 'upcoming' }), Date.parse(at))).toBe(phase);
});

it('an event is finished once completed, even before its end', () => {
  expect(phaseAt(promotionFixture({ phase: 'finished' }), Date.parse('2026-11-21T00:00:00Z'))).toBe(
    'finished',
  );
});
