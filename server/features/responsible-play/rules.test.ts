// SPDX-License-Identifier: Apache-2.0

import { describe, expect, it } from 'vitest';
import { isHome, regions } from '../../../contract/regions.ts';
import { forGood } from '../../../contract/responsible-play.ts';
import * as rules from './rules.ts';

const now = new Date('2026-03-01T00:00:00Z');
const hour = 3_600_000;
const later = (ms: number) => new Date(now.getTime() + ms);

describe('getAge', () => {
  it.each([
    ['2008-03-01', '2026-03-01T00:00:00Z', 18],
    ['2008-03-02', '2026-03-01T23:59:59Z', 17],
    ['2008-02-29', '2026-02-28T23:59:59Z', 17],
    ['2008-02-29', '2026-03-01T00:00:00Z', 18],
    ['2026-03-01', '2026-03-01T12:00:00Z', 0],
  ])('returns the age of someone born on %s at %s as %i', (born, at, age) =>
    expect(rules.getAge(born, new Date(at))).toBe(age),
  );
});

describe('judgePlay', () => {
  const open = { isAllowed: true, minAge: null };
  const usual = {
    elsewhere: { isAllowed: true, minAge: 16 },
    regions: [
      { region: 'US', isAllowed: true, minAge: 18 },
      { region: 'US-WA', isAllowed: false, minAge: null },
      { region: 'US-AL', isAllowed: true, minAge: 19 },
    ],
  };
  const born = (birthDate: string, region: string) => ({ birthDate, region });
  it.each([
    ['no rules', undefined, undefined, undefined],
    ['rules without conditions', { elsewhere: open, regions: [] }, undefined, undefined],
    [
      'rules that forbid play everywhere',
      { elsewhere: { ...open, isAllowed: false }, regions: [] },
      undefined,
      'play_region_closed',
    ],
    ['an age rule and no statement', usual, undefined, 'play_statement_missing'],
    [
      'a rule on one region and no statement',
      { elsewhere: open, regions: usual.regions },
      undefined,
      'play_statement_missing',
    ],
    ['a player old enough', usual, born('2010-03-01', 'DE'), undefined],
    ['a player a day too young', usual, born('2010-03-02', 'DE'), 'play_too_young'],
    ['a player too young for the region', usual, born('2010-03-01', 'US-CA'), 'play_too_young'],
    ['a part of a country with its own age rule', usual, born('2008-03-01', 'US-AL'), 'play_too_young'],
    ['a part of a country that is closed', usual, born('1950-01-01', 'US-WA'), 'play_region_closed'],
  ])('decides for %s', (_, set, statement, refused) => {
    const standing = { rules: set, statement, pausedUntil: null, isTermsAsked: false };
    expect(rules.judgePlay(standing, { isDemanded: false, now })?.refused).toBe(refused);
  });

  it('waits for required rules, and reports a pause first', () => {
    const standing = { rules: undefined, statement: undefined, pausedUntil: null, isTermsAsked: true };
    const refused = (changes: object, isDemanded: boolean) =>
      rules.judgePlay({ ...standing, ...changes }, { isDemanded, now });
    expect(refused({}, true)).toEqual({ refused: 'play_rules_missing' });
    expect(refused({}, false)).toEqual({ refused: 'terms_not_accepted' });
    expect(refused({ rules: { elsewhere: open, regions: [] } }, true)).toEqual({
      refused: 'terms_not_accepted',
    });
    expect(refused({ pausedUntil: later(hour) }, true)).toEqual({
      refused: 'play_paused',
      data: { until: 'until 1 Mar 2026, 01:00 UTC' },
    });
    expect(refused({ pausedUntil: new Date(forGood) }, true)?.data).toEqual({ until: 'for good' });
  });
});

it.each([
  [undefined, true, true],
  [undefined, false, false],
  ['2', true, false],
  ['1', true, true],
  ['1', false, true],
])(
  'asks a player who accepted terms %s to accept again, when required %s: %s',
  (accepted, isDemanded, asks) => {
    expect(rules.asksForTerms({ current: '2', accepted }, isDemanded)).toBe(asks);
  },
);

describe('a limit', () => {
  const set = (amount: number | null) => rules.changeLimit(undefined, amount, now);
  const dayLater = later(24 * hour);

  it('takes effect immediately when new or stricter', () => {
    expect(set(500)).toEqual({ amount: 500, nextAmount: null, nextAt: null });
    expect(rules.changeLimit(set(500), 499, now)).toEqual(set(499));
    expect(rules.changeLimit(set(500), 0, now)).toEqual(set(0));
  });

  it.each([501, null])('takes effect a day later when looser (%s)', (amount) => {
    const changed = rules.changeLimit(set(500), amount, now);
    expect(changed).toEqual({ amount: 500, nextAmount: amount, nextAt: dayLater });
    expect(rules.settleLimit(changed, later(24 * hour - 1)).amount).toBe(500);
    expect(rules.settleLimit(changed, dayLater)).toEqual(set(amount));
  });

  it('keeps waiting for the same value, starts over for another value, and is dropped for a stricter value', () => {
    const waiting = rules.changeLimit(set(500), 800, now);
    expect(rules.changeLimit(waiting, 800, later(hour))).toEqual(waiting);
    expect(rules.changeLimit(waiting, 900, later(hour)).nextAt).toEqual(later(25 * hour));
    expect(rules.changeLimit(waiting, 500, later(hour))).toEqual(set(500));
    // The new value is compared with the limit that became due in between.
    expect(rules.changeLimit(waiting, 800, dayLater)).toEqual(set(800));
    expect(rules.changeLimit(waiting, 700, dayLater)).toEqual(set(700));
  });
});

it.each([
  ['1-day', '2026-08-31T10:00:00Z', '2026-09-01T10:00:00.000Z'],
  ['30-days', '2026-08-31T10:00:00Z', '2026-09-30T10:00:00.000Z'],
  ['6-months', '2026-08-31T10:00:00Z', '2027-03-03T10:00:00.000Z'],
  ['1-year', '2028-02-29T10:00:00Z', '2029-03-01T10:00:00.000Z'],
  ['for-good', '2026-08-31T10:00:00Z', forGood],
] as const)('a pause of %s from %s ends %s', (lasts, from, end) => {
  expect(rules.pauseEnd(lasts, new Date(from)).toISOString()).toBe(end);
});

it('accepts regions, and for a divided country its parts only', () => {
  expect(new Set(regions).size).toBe(regions.length);
  expect(['DE', 'US-WA', 'PR'].every(isHome)).toBe(true);
  expect(['US', 'ZZ', 'US-ZZ', 'de', ''].some(isHome)).toBe(false);
});
