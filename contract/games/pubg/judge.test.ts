// SPDX-License-Identifier: Apache-2.0

import { describe, expect, it } from 'vitest';
import type { Row } from './testing/judge-rows.ts';
import { banned, decide, fault, iso, lost, played, shown } from './testing/timeline.ts';

const won = played('won', 5);
const unproven = played('unproven', 5, { storedAt: null });

const table: Record<string, Row[]> = {
  'an attempt without a match': [
    ['is pending at first', [], 'PENDING', 'awaiting-match'],
    ['is pending until five minutes after entry', [shown(4)], 'PENDING', 'awaiting-match', { now: 4.99 }],
    ['is in progress from five minutes on', [shown(4)], 'IN_PROGRESS', 'awaiting-match', { now: 5 }],
    ['is rechecked from forty minutes on', [shown(39)], 'WAITING_RECHECK', 'awaiting-report', { now: 40 }],
    ['is not decided without a new reading', [shown(99)], 'WAITING_RECHECK', 'awaiting-report', { now: 500 }],
    ['is cancelled by a reading at 100 minutes', [shown(100)], 'CANCELLED', 'no-match'],
    ['is not cancelled by a fault at 100 minutes', [fault(100)], 'WAITING_RECHECK', 'source-fault'],
  ],
  'the first match': [
    ['waits for earlier matches to be published', [shown(28, [won])], 'WAITING_RECHECK', 'awaiting-earlier'],
    ['waits until an hour after its start', [shown(65, [won])], 'WAITING_RECHECK', 'awaiting-earlier'],
    [
      'wins the attempt an hour after its start',
      [shown(28, [won]), shown(65.1, [won])],
      'SUCCESS',
      'conditions-met',
    ],
    [
      'is not decided by a reading that no longer lists it',
      [shown(28, [won]), shown(66)],
      'WAITING_RECHECK',
      'source-fault',
    ],
    [
      'loses the attempt by its place',
      [shown(66, [played('a', 5, { place: 11 })])],
      'FAILED',
      'conditions-not-met',
    ],
    [
      'loses the attempt by its kills',
      [shown(66, [played('a', 5, { kills: 4 })])],
      'FAILED',
      'conditions-not-met',
    ],
    [
      'is the one that started first, not the one published first',
      [shown(30, [played('b', 8)]), shown(70, [played('b', 8), played('a', 6, lost)])],
      'FAILED',
      'conditions-not-met',
    ],
    [
      'decides the attempt whatever later matches show',
      [shown(66, [played('a', 5, lost), played('b', 9)])],
      'FAILED',
      'conditions-not-met',
    ],
    [
      'is never one that was listed at entry',
      [shown(66, [won])],
      'IN_PROGRESS',
      'awaiting-match',
      { before: ['won'], now: 39 },
    ],
  ],
  'a match that starts': [
    ['before entry does not count', [shown(100, [played('a', -0.1)])], 'CANCELLED', 'no-match'],
    ['at entry does not count, as clocks differ', [shown(100, [played('a', 0.05)])], 'CANCELLED', 'no-match'],
    ['shortly after entry counts', [shown(100, [played('a', 0.1)])], 'SUCCESS', 'conditions-met'],
    ['forty minutes after entry counts', [shown(100, [played('a', 40)])], 'SUCCESS', 'conditions-met'],
    [
      'more than forty minutes after entry is too late',
      [shown(100, [played('a', 40.1)])],
      'CANCELLED',
      'started-late',
    ],
    [
      'more than forty minutes after entry does not cancel the attempt before 100 minutes',
      [shown(99, [played('a', 40.1)])],
      'WAITING_RECHECK',
      'awaiting-report',
    ],
    [
      'before entry leaves the next match to count',
      [shown(100, [played('a', -3, lost), played('b', 12)])],
      'SUCCESS',
      'conditions-met',
    ],
  ],
  'a match whose start is not proven': [
    ['waits for telemetry', [shown(66, [unproven])], 'WAITING_RECHECK', 'awaiting-counters'],
    [
      'counts when telemetry proves its start',
      [shown(30, [unproven]), shown(70, [{ ...unproven, startedAt: iso(5.5) }])],
      'SUCCESS',
      'conditions-met',
    ],
    [
      'does not count when telemetry proves a start before entry',
      [shown(100, [{ ...unproven, startedAt: iso(-1) }])],
      'CANCELLED',
      'no-match',
    ],
    ['returns the whole fee at 100 minutes', [shown(100, [unproven])], 'CANCELLED', 'counters-missing'],
    [
      'does not affect a match that certainly began earlier',
      [shown(100, [played('a', 3), played('b', 65, { storedAt: null, ...lost })])],
      'SUCCESS',
      'conditions-met',
    ],
    [
      'prevents a decision by a match that may have begun later',
      [shown(100, [played('a', 30), played('b', 12, { storedAt: null, ...lost })])],
      'CANCELLED',
      'counters-missing',
    ],
    [
      'may have begun up to an hour before its recorded time',
      [shown(100, [played('a', 10), played('b', 64, { durationSeconds: 25 * 60, storedAt: null, ...lost })])],
      'CANCELLED',
      'counters-missing',
    ],
    [
      'does not matter when every match that may be the first meets the conditions',
      [shown(100, [played('a', 30), played('b', 12, { storedAt: null })])],
      'SUCCESS',
      'conditions-met',
    ],
    [
      'does not matter when every match that may be the first misses the conditions',
      [shown(100, [played('a', 30, lost), played('b', 12, { storedAt: null, place: 11 })])],
      'FAILED',
      'conditions-not-met',
    ],
    [
      'does not count when telemetry and record disagree whether it began before entry',
      [shown(28, [played('a', 0.1)]), shown(100, [played('a', 0.1, { startedAt: iso(-0.2) })])],
      'CANCELLED',
      'counters-missing',
    ],
    [
      'counts when telemetry and record differ but both starts are in time',
      [shown(100, [played('a', 5, { startedAt: iso(6) })])],
      'SUCCESS',
      'conditions-met',
    ],
    [
      'does not matter when it was stored before entry',
      [shown(100, [played('a', -1, { storedAt: null })])],
      'CANCELLED',
      'no-match',
    ],
    [
      'does not matter when it was played in another mode',
      [shown(100, [played('a', 5, { storedAt: null, mode: 'squad' })])],
      'CANCELLED',
      'no-match',
    ],
  ],
  'other matches': [
    ...(
      [
        ['custom', { isCustom: true }],
        ['arcade', { type: 'arcade' }],
        ['event', { type: 'event' }],
        ['training', { type: 'training' }],
        ['AI', { type: 'airoyale' }],
        ['Duo', { mode: 'duo' }],
      ] as const
    ).map(
      ([name, change]): Row => [
        `of the kind ${name} never count`,
        [shown(100, [played('a', 5, change)])],
        'CANCELLED',
        'no-match',
      ],
    ),
    [
      'of the kind ranked count',
      [shown(100, [played('a', 5, { type: 'competitive', mode: 'solo-fpp' })])],
      'SUCCESS',
      'conditions-met',
    ],
    [
      'count in the mode of the challenge',
      [shown(100, [played('a', 5, { mode: 'squad-fpp' })])],
      'SUCCESS',
      'conditions-met',
      { mode: 'squad' },
    ],
  ],
  bots: [
    [
      'do not matter when the other kills are enough',
      [shown(100, [played('a', 5, { kills: 9 })])],
      'SUCCESS',
      'conditions-met',
      { countsBots: false },
    ],
    [
      'leave the attempt undecided while it is unknown which kills were bots',
      [shown(99, [won])],
      'WAITING_RECHECK',
      'awaiting-counters',
      { countsBots: false },
    ],
    [
      'are subtracted once telemetry counts them',
      [shown(30, [won]), shown(99, [{ ...won, botKills: 1 }])],
      'SUCCESS',
      'conditions-met',
      { countsBots: false },
    ],
    [
      'lose the attempt when the other kills are too few',
      [shown(99, [{ ...won, botKills: 2 }])],
      'FAILED',
      'conditions-not-met',
      { countsBots: false },
    ],
    [
      'return the whole fee when their number stays unknown',
      [shown(100, [won])],
      'CANCELLED',
      'counters-missing',
      { countsBots: false },
    ],
  ],
};

for (const [topic, rows] of Object.entries(table)) {
  describe(topic, () => {
    it.each(rows)('%s', (_line, readings, status, reason, options) => {
      expect(decide(readings, options)).toMatchObject({ status, reason });
    });
  });
}

it('returns which matches led to the result', () => {
  const matches = [played('old', -3), won, played('late', 41)];
  expect(
    decide([shown(10, [played('old', -3)]), shown(30, [played('old', -3), won]), shown(66, matches)]),
  ).toEqual({
    status: 'SUCCESS',
    reason: 'conditions-met',
    isFinal: true,
    nextCheckAt: null,
    baselineReading: 0,
    decidedByReading: 3,
    workings: {
      match: 'won',
      matchStartedAt: iso(5),
      finalFrom: iso(65 + 5 / 60),
      old: ['old'],
      late: ['late'],
      unclear: [],
      firstSeenIn: 1,
      decidedBy: 2,
    },
  });
});

it('reports when the next reading matters', () => {
  expect(decide([], { now: 1 }).nextCheckAt).toBe(iso(5));
  expect(decide([shown(41, [won])]).nextCheckAt).toBe(iso(65 + 5 / 60));
  expect(decide([banned(41)]).nextCheckAt).toBe(iso(51));
  expect(decide([fault(101)]).nextCheckAt).toBe(iso(461));
});

it('reports what became due while the last reading was made', () => {
  expect(decide([shown(65, [won])], { now: 65.1 })).toMatchObject({
    reason: 'awaiting-earlier',
    nextCheckAt: iso(65 + 5 / 60),
  });
  expect(decide([shown(99.9)], { now: 100.1 }).nextCheckAt).toBe(iso(100));
  expect(decide([shown(66, [unproven])], { now: 100.1 }).nextCheckAt).toBe(iso(100));
  expect(decide([shown(101, [], { seen: ['a'] })]).nextCheckAt).toBe(iso(461));
});

it('an attempt does not go back to pending once a match was seen', () => {
  const seen = shown(1, [played('a', 0.5, { durationSeconds: 20, storedAt: null })]);
  const older = shown(2, [
    { ...played('a', 0.5, { durationSeconds: 20, storedAt: null }), startedAt: iso(-1) },
  ]);
  expect(decide([seen]).status).toBe('WAITING_RECHECK');
  expect(decide([seen, older]).status).toBe('IN_PROGRESS');
});
