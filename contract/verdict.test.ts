// SPDX-License-Identifier: Apache-2.0

import { describe, expect, it } from 'vitest';
import type { StatsReading } from './challenges.ts';
import {
  decide,
  fault,
  firstRules,
  hidden,
  initial,
  iso,
  lost,
  oldMatch,
  type Row,
  rules,
  secondRules,
  stats,
  won,
} from './testing/timeline.ts';

const table: Record<string, Row[]> = {
  'time alone': [
    ['pending at first', [], 'PENDING', 'awaiting-match', 0],
    ['pending until five minutes', [stats(4)], 'PENDING', 'awaiting-match', 4.99],
    ['in progress from five minutes on', [stats(4)], 'IN_PROGRESS', 'awaiting-match', 5],
    ['in progress until forty minutes', [stats(39)], 'IN_PROGRESS', 'awaiting-match', 39.99],
    ['rechecked from forty minutes on', [stats(39)], 'WAITING_RECHECK', 'awaiting-report', 40],
    ['not decided by time without a reading', [stats(99)], 'WAITING_RECHECK', 'awaiting-report', 500],
    ['cancelled by a reading without a match at 100 minutes', [stats(100)], 'CANCELLED', 'no-match'],
    ['not cancelled by a reading just before', [stats(99.9)], 'WAITING_RECHECK', 'awaiting-report'],
    ['not cancelled by a fault at 100 minutes', [fault(100)], 'WAITING_RECHECK', 'source-fault'],
  ],
  'one match': [
    ['met: immediate success', [stats(20, won)], 'SUCCESS', 'conditions-met'],
    [
      'met, reported an hour late',
      [stats(20), stats(95, { ...won, modified: 30 })],
      'SUCCESS',
      'conditions-met',
    ],
    ['not met: read again', [stats(20, lost)], 'WAITING_RECHECK', 'confirming'],
    ['too few kills', [stats(20, { ...won, kills: 4 })], 'WAITING_RECHECK', 'confirming'],
    ['not confirmed too early', [stats(20, lost), stats(22.9, lost)], 'WAITING_RECHECK', 'confirming'],
    ['confirmed after three minutes', [stats(20, lost), stats(23, lost)], 'FAILED', 'conditions-not-met'],
    ['late counters find the success', [stats(20, lost), stats(21, won)], 'SUCCESS', 'conditions-met'],
    ['confirming finds the success', [stats(20, lost), stats(23, won)], 'SUCCESS', 'conditions-met'],
    [
      'more matches meanwhile: the first reading decides',
      [stats(20, lost), stats(22, { matches: 2, top10: 2, top25: 2, kills: 40, played: 30 })],
      'FAILED',
      'conditions-not-met',
    ],
    [
      'later readings change nothing',
      [stats(20, lost), stats(23, lost), stats(30, won)],
      'FAILED',
      'conditions-not-met',
    ],
    ['a fault in between confirms nothing', [stats(20, lost), fault(24)], 'WAITING_RECHECK', 'source-fault'],
  ],
  'when it started': [
    ['two minutes before entry still counts', [stats(13, won)], 'SUCCESS', 'conditions-met'],
    ['earlier: an old match, and the attempt continues', [stats(12, won)], 'IN_PROGRESS', 'awaiting-match'],
    ['an old match within five minutes', [stats(4, { ...won, modified: -1 })], 'PENDING', 'awaiting-match'],
    [
      'the counts of an old match are not used',
      [stats(11, oldMatch), stats(40, { ...oldMatch, matches: 2, kills: 20, played: 40, modified: 39 })],
      'WAITING_RECHECK',
      'confirming',
    ],
    [
      'the match after an old one counts',
      [stats(11, oldMatch), stats(40, { matches: 2, top10: 2, kills: 14, played: 40, modified: 39 })],
      'SUCCESS',
      'conditions-met',
    ],
    [
      'late counters of the old match belong to it',
      [
        stats(11, oldMatch),
        stats(12, { ...oldMatch, kills: 15 }),
        stats(40, { matches: 2, top10: 2, kills: 16, played: 40, modified: 39 }),
      ],
      'WAITING_RECHECK',
      'confirming',
    ],
    ['only an old match until the end', [stats(11, oldMatch), stats(100, oldMatch)], 'CANCELLED', 'no-match'],
    ['an old match first reported at the end', [stats(100, oldMatch)], 'CANCELLED', 'no-match'],
    ['forty minutes after entry still counts', [stats(55, won)], 'SUCCESS', 'conditions-met'],
    ['a later start is first read again', [stats(56, won)], 'WAITING_RECHECK', 'confirming'],
    [
      'a confirmed later start is too late',
      [stats(56, won), stats(59, { ...won, modified: 56 })],
      'CANCELLED',
      'started-late',
    ],
    [
      'a later start with late minutes counts',
      [stats(56, { ...won, played: 0 }), stats(58, { ...won, modified: 50 })],
      'SUCCESS',
      'conditions-met',
    ],
    [
      'an old match whose minutes came late',
      [stats(10, { ...lost, played: 1 }), stats(11, { ...lost, played: 20, modified: 10 })],
      'IN_PROGRESS',
      'awaiting-match',
    ],
  ],
  'several matches': [
    [
      'all placed, enough kills for certain',
      [stats(30, { matches: 2, top10: 2, kills: 9, played: 25 })],
      'SUCCESS',
      'conditions-met',
    ],
    [
      'one kill short of certain',
      [stats(30, { matches: 2, top10: 2, kills: 8, played: 25 })],
      'WAITING_RECHECK',
      'confirming',
    ],
    [
      'not all placed',
      [
        stats(30, { matches: 2, top10: 1, kills: 40, played: 25 }),
        stats(33, { matches: 2, top10: 1, kills: 40, played: 25, modified: 30 }),
      ],
      'CANCELLED',
      'undecidable',
    ],
    [
      'undecidable kills',
      [
        stats(30, { matches: 2, top10: 2, kills: 8, played: 25 }),
        stats(33, { matches: 2, top10: 2, kills: 8, played: 25, modified: 30 }),
      ],
      'CANCELLED',
      'undecidable',
    ],
    [
      'none placed',
      [
        stats(30, { matches: 3, kills: 40, played: 25 }),
        stats(33, { matches: 3, kills: 40, played: 25, modified: 30 }),
      ],
      'FAILED',
      'conditions-not-met',
    ],
    [
      'too few kills in all',
      [
        stats(30, { matches: 3, top10: 3, kills: 4, played: 25 }),
        stats(33, { matches: 3, top10: 3, kills: 4, played: 25, modified: 30 }),
      ],
      'FAILED',
      'conditions-not-met',
    ],
    [
      'a win counts as placed',
      [stats(30, { matches: 2, wins: 2, kills: 9, played: 25 })],
      'SUCCESS',
      'conditions-met',
    ],
    [
      'one of them old',
      [
        stats(15, { matches: 2, top10: 2, kills: 30, played: 30 }),
        stats(18, { matches: 2, top10: 2, kills: 30, played: 30, modified: 15 }),
      ],
      'CANCELLED',
      'undecidable',
    ],
    [
      'all ended before entry',
      [stats(15, { matches: 2, top10: 2, kills: 30, played: 30, modified: -5 })],
      'IN_PROGRESS',
      'awaiting-match',
    ],
    [
      'possibly all too late',
      [
        stats(80, { matches: 2, top10: 2, kills: 30, played: 30 }),
        stats(83, { matches: 2, top10: 2, kills: 30, played: 30, modified: 80 }),
      ],
      'CANCELLED',
      'undecidable',
    ],
  ],
};

for (const [topic, rows] of Object.entries(table)) {
  describe(topic, () => {
    it.each(rows)('%s', (_line, readings, status, reason, now) => {
      // If all counters of a match arrive together, every version of the rules decides the same.
      for (const under of [rules, secondRules, firstRules]) {
        expect(decide(readings, { now, under })).toMatchObject({ status, reason });
      }
    });
  });
}

it('waits for the minutes of several matches, even when one alone would have begun in time', () => {
  const two = { matches: 2, top10: 2, kills: 9, modified: 34 };
  const open = { status: 'WAITING_RECHECK', reason: 'awaiting-counters' };
  expect(decide([stats(35, two), stats(38, two)])).toMatchObject(open);
  const one = { ...two, matches: 1 };
  expect(decide([stats(35, one), stats(38, one)])).toMatchObject({ status: 'SUCCESS' });
});

describe('placements', () => {
  const first = { matches: 1, wins: 1, kills: 5, played: 10 };
  const tenth = { matches: 1, top10: 1, top25: 1, kills: 5, played: 10 };
  const twentyFifth = { matches: 1, top25: 1, kills: 5, played: 10 };
  it.each([
    [1, first, 'SUCCESS'],
    [1, tenth, 'WAITING_RECHECK'],
    [10, first, 'SUCCESS'],
    [10, tenth, 'SUCCESS'],
    [10, twentyFifth, 'WAITING_RECHECK'],
    [25, first, 'SUCCESS'],
    [25, twentyFifth, 'SUCCESS'],
    [25, { matches: 1, kills: 50, played: 10 }, 'WAITING_RECHECK'],
  ])('for top %i with %j lead to %s', (placement, totals, status) => {
    expect(decide([stats(20, totals)], { placement }).status).toBe(status);
  });
  it('that Solo counters cannot prove are refused', () => {
    expect(() => decide([stats(20, won)], { placement: 5 })).toThrow('Placement 5');
  });
});

it('starts from zero for a player without any match', () => {
  const zero: StatsReading = {
    ...stats(0),
    matches: 0,
    wins: 0,
    top10: 0,
    top25: 0,
    kills: 0,
    minutesPlayed: 0,
    lastModified: null,
  };
  const reading = {
    ...zero,
    takenAt: iso(20),
    matches: 1,
    top10: 1,
    kills: 5,
    minutesPlayed: 15,
    lastModified: iso(19),
  };
  expect(decide([{ ...zero, takenAt: iso(2) }, reading], { initial: zero }).status).toBe('SUCCESS');
});

it('includes its workings', () => {
  const decided = decide([
    stats(11, oldMatch),
    stats(38, { matches: 2, top10: 1, kills: 10, played: 40, modified: 37 }),
    stats(41, { matches: 2, top10: 1, kills: 10, played: 40, modified: 37 }),
  ]);
  expect(decided).toMatchObject({ baselineReading: 1, decidedByReading: 3 });
  expect(decided.workings).toMatchObject({
    corrections: [0],
    baseline: stats(11, oldMatch),
    deltas: { matches: 1, wins: 0, top10: 0, top25: 0, kills: 1, minutesPlayed: 20 },
    placed: 0,
    matchStartedAt: iso(17),
    firstSeenIn: 1,
    decidedBy: 2,
  });
});

it('reports when the next reading matters', () => {
  expect(decide([], { now: 1 }).nextCheckAt).toBe(iso(5));
  expect(decide([stats(20, lost)]).nextCheckAt).toBe(iso(23));
  expect(decide([hidden(6)]).nextCheckAt).toBe(iso(16));
  expect(decide([stats(50)]).nextCheckAt).toBe(iso(100));
  expect(decide([stats(20, won)]).nextCheckAt).toBeNull();
  // Counters of a match that has not been reported yet.
  expect(decide([stats(20, { kills: 1 })]).nextCheckAt).toBe(iso(23));
  expect(decide([fault(101)]).nextCheckAt).toBe(iso(461));
  expect(decide([stats(50)], { now: 100 }).nextCheckAt).toBeNull();
});

it('includes the numbers of an open attempt', () => {
  const open = { baseline: initial, corrections: [], placed: 0, firstSeenIn: null, decidedBy: null };
  const none = { matches: 0, wins: 0, top10: 0, top25: 0, kills: 0, minutesPlayed: 0 };
  expect(decide([]).workings).toEqual({ ...open, deltas: null, matchStartedAt: null });
  expect(decide([stats(20)]).workings).toEqual({ ...open, deltas: none, matchStartedAt: null });
  expect(decide([stats(19), stats(20, lost), stats(21, lost)]).workings).toEqual({
    ...open,
    deltas: { ...none, matches: 1, top25: 1, kills: 6, minutesPlayed: 15 },
    matchStartedAt: iso(6),
    firstSeenIn: 1,
  });
});
