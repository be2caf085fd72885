// SPDX-License-Identifier: Apache-2.0

import { expect, it } from 'vitest';
import {
  decide,
  firstRules,
  iso,
  lost,
  oldMatch,
  rules,
  secondRules,
  stats,
  won,
} from './testing/timeline.ts';

it.each([
  [14, 'WAITING_RECHECK', 'confirming'],
  [14.1, 'SUCCESS', 'conditions-met'],
])(
  'kills reported at minute %d, after an old match at 11, belong to it for three minutes: %s',
  (at, status, reason) => {
    const kills = { ...oldMatch, kills: 15 };
    const next = { ...kills, matches: 2, top10: 2, played: 35, modified: 30 };
    const readings = [stats(11, oldMatch), stats(at, kills), stats(30, next)];
    expect(decide(readings)).toMatchObject({ status, reason });
  },
);

it.each([
  [firstRules, 'FAILED', 'conditions-not-met'],
  [secondRules, 'CANCELLED', 'undecidable'],
  [rules, 'CANCELLED', 'undecidable'],
])('the last reading before another match decides since the second rules: %#', (under, status, reason) => {
  const readings = [
    stats(20, lost),
    stats(21, { ...lost, modified: null }),
    stats(22, { ...lost, matches: 2, played: 30 }),
  ];
  expect(decide(readings, { under })).toMatchObject({ status, reason });
});

it('a rechecked attempt never becomes pending again, even when the match turns out to be old', () => {
  const reported = { ...oldMatch, modified: -60 };
  expect(decide([stats(2, reported)])).toMatchObject({ status: 'WAITING_RECHECK' });
  const whole = { ...oldMatch, modified: -1 };
  expect(decide([stats(2, reported), stats(3, whole)])).toMatchObject({ status: 'IN_PROGRESS' });
  expect(decide([stats(3, whole)])).toMatchObject({ status: 'PENDING' });
});

it('reports the reading that first showed a match, or none', () => {
  const seenIn = (...readings: Parameters<typeof decide>[0]) => decide(readings).workings.firstSeenIn;
  expect([seenIn(stats(10), stats(20, won)), seenIn(stats(10), stats(20, lost), stats(23, lost))]).toEqual([
    1, 1,
  ]);
  expect([seenIn(stats(10), stats(20, lost)), seenIn(stats(10), stats(100))]).toEqual([1, null]);
});

it.each([
  [4, 5],
  [5, 40],
  [39, 40],
  [40, 100],
  [100, null],
])('an attempt without a match at minute %i is checked again at minute %s', (at, next) => {
  expect(decide([stats(at)]).nextCheckAt).toBe(next && iso(next));
});
