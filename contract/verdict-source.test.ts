// SPDX-License-Identifier: Apache-2.0

import { describe, expect, it } from 'vitest';
import type { StatsReading } from './challenges.ts';
import { decide, fault, hidden, iso, lost, type Row, secondRules, stats, won } from './testing/timeline.ts';

const table: Record<string, Row[]> = {
  'private statistics': [
    ['once is a warning', [hidden(6)], 'IN_PROGRESS', 'private-once'],
    ['twice within ten minutes too', [hidden(6), hidden(15.9)], 'IN_PROGRESS', 'private-once'],
    ['ten minutes apart: failed', [hidden(6), hidden(8), hidden(16)], 'FAILED', 'made-private'],
    ['public in between starts over', [hidden(6), stats(10), hidden(16)], 'IN_PROGRESS', 'private-once'],
    ['a fault in between does not', [hidden(6), fault(10), hidden(16)], 'FAILED', 'made-private'],
    [
      'the fault of the source in between starts over',
      [hidden(6), hidden(8, true), hidden(16)],
      'IN_PROGRESS',
      'private-once',
    ],
    [
      'and is waited for ten minutes once more',
      [hidden(6), hidden(8, true), hidden(16), hidden(26)],
      'FAILED',
      'made-private',
    ],
    [
      'when the whole source answers so: a fault',
      [hidden(6, true), hidden(16, true)],
      'IN_PROGRESS',
      'source-fault',
    ],
    ['in the end a refund', [hidden(6, true), hidden(366, true)], 'CANCELLED', 'source-down'],
  ],
  'source out of order': [
    ['tried again', [fault(1)], 'PENDING', 'source-fault'],
    ['for less than six hours', [fault(1), fault(360.9)], 'WAITING_RECHECK', 'source-fault'],
    ['for six hours', [fault(1), fault(200), fault(361)], 'CANCELLED', 'source-down'],
    [
      'an answer in between starts over',
      [fault(1), stats(90), fault(361)],
      'WAITING_RECHECK',
      'source-fault',
    ],
    [
      'then decided by what it shows',
      [fault(1), stats(300, { ...won, modified: 30 })],
      'SUCCESS',
      'conditions-met',
    ],
    ['also when it shows no match', [fault(1), stats(300)], 'CANCELLED', 'no-match'],
  ],
  'resets and corrections': [
    ['fewer matches: read again', [stats(20, { matches: -50 })], 'IN_PROGRESS', 'source-behind'],
    [
      'never pays, though the rest looks won',
      [stats(20, { ...won, wins: -1 })],
      'IN_PROGRESS',
      'source-behind',
    ],
    ['recovers', [stats(20, { matches: -50 }), stats(25, won)], 'SUCCESS', 'conditions-met'],
    ['behind an earlier reading too', [stats(20, lost), stats(24)], 'WAITING_RECHECK', 'source-behind'],
    ['first seen at the end: read again', [stats(101, { kills: -1 })], 'WAITING_RECHECK', 'source-behind'],
    [
      'not the end before its time, however long it lasts',
      [stats(20, { matches: -50 }), stats(99.9, { matches: -50 })],
      'WAITING_RECHECK',
      'source-behind',
    ],
    [
      'whole refund in the end',
      [stats(20, { matches: -50 }), stats(100, { matches: -50 })],
      'CANCELLED',
      'source-reset',
    ],
    [
      'also when it began at the end',
      [stats(101, { kills: -1 }), stats(104, { kills: -1 })],
      'CANCELLED',
      'source-reset',
    ],
    [
      'a time of change in the future makes no match late',
      [stats(20, { ...won, modified: 140 })],
      'SUCCESS',
      'conditions-met',
    ],
    [
      'nor one late that it cannot be, of which the minutes are missing',
      [stats(35, { ...won, played: 0, modified: 155 }), stats(38, { ...won, played: 0, modified: 155 })],
      'SUCCESS',
      'conditions-met',
    ],
    [
      'and no old match new',
      [stats(8, { ...won, played: 20, modified: 20 })],
      'IN_PROGRESS',
      'awaiting-match',
    ],
    [
      'nor one whose minutes are missing',
      [stats(8, { ...won, played: 0, modified: 38 }), stats(11, { ...won, played: 0, modified: 38 })],
      'WAITING_RECHECK',
      'awaiting-counters',
    ],
    [
      'a match without a time proves nothing',
      [stats(20, { ...won, modified: null }), stats(23, { ...won, modified: null })],
      'CANCELLED',
      'undecidable',
    ],
  ],
};

for (const [topic, rows] of Object.entries(table)) {
  describe(topic, () => {
    it.each(rows)('%s', (_line, readings, status, reason, now) => {
      expect(decide(readings, { now })).toMatchObject({ status, reason });
    });
  });
}

it('counts on over a fault of the source in an attempt that began under the second rules', () => {
  const readings = [hidden(6), hidden(8, true), hidden(16)];
  expect(decide(readings, { under: secondRules })).toMatchObject({ reason: 'made-private' });
});

it('takes the time of change as it is in an attempt that began under the second rules', () => {
  const ahead = (at: number, modified: number) => stats(at, { ...won, modified });
  const asThen = (...readings: StatsReading[]) => decide(readings, { under: secondRules });
  expect(asThen(ahead(20, 140), ahead(23, 140))).toMatchObject({ reason: 'started-late' });
  expect(asThen(ahead(8, 20))).toMatchObject({
    reason: 'conditions-met',
    workings: { matchStartedAt: iso(5) },
  });
  expect(decide([ahead(20, 140)]).workings.matchStartedAt).toBe(iso(5));
});
