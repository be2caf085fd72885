// SPDX-License-Identifier: Apache-2.0

import { describe, expect, it } from 'vitest';
import type { StatsReading } from './challenges.ts';
import { decide, fault, hidden, iso, lost, type Row, secondRules, stats, won } from './testing/timeline.ts';

const table: Record<string, Row[]> = {
  'private statistics': [
    ['warn when seen once', [hidden(6)], 'IN_PROGRESS', 'private-once'],
    ['warn when seen twice within ten minutes', [hidden(6), hidden(15.9)], 'IN_PROGRESS', 'private-once'],
    [
      'fail the attempt when still private after ten minutes',
      [hidden(6), hidden(8), hidden(16)],
      'FAILED',
      'made-private',
    ],
    ['start over when public in between', [hidden(6), stats(10), hidden(16)], 'IN_PROGRESS', 'private-once'],
    [
      'do not start over after a fault in between',
      [hidden(6), fault(10), hidden(16)],
      'FAILED',
      'made-private',
    ],
    [
      'start over after a source-wide fault in between',
      [hidden(6), hidden(8, true), hidden(16)],
      'IN_PROGRESS',
      'private-once',
    ],
    [
      'wait another ten minutes after a source-wide fault',
      [hidden(6), hidden(8, true), hidden(16), hidden(26)],
      'FAILED',
      'made-private',
    ],
    [
      'count as a fault when the whole source reports them',
      [hidden(6, true), hidden(16, true)],
      'IN_PROGRESS',
      'source-fault',
    ],
    [
      'lead to a refund when the whole source keeps reporting them',
      [hidden(6, true), hidden(366, true)],
      'CANCELLED',
      'source-down',
    ],
  ],
  'failing source': [
    ['is asked again', [fault(1)], 'PENDING', 'source-fault'],
    ['is asked again for less than six hours', [fault(1), fault(360.9)], 'WAITING_RECHECK', 'source-fault'],
    ['cancels the attempt after six hours', [fault(1), fault(200), fault(361)], 'CANCELLED', 'source-down'],
    [
      'starts over after an answer in between',
      [fault(1), stats(90), fault(361)],
      'WAITING_RECHECK',
      'source-fault',
    ],
    [
      'lets the next answer decide',
      [fault(1), stats(300, { ...won, modified: 30 })],
      'SUCCESS',
      'conditions-met',
    ],
    ['lets the next answer decide even without a match', [fault(1), stats(300)], 'CANCELLED', 'no-match'],
  ],
  'resets and corrections': [
    [
      'are read again when there are fewer matches',
      [stats(20, { matches: -50 })],
      'IN_PROGRESS',
      'source-behind',
    ],
    [
      'never pay, even when the other counters look won',
      [stats(20, { ...won, wins: -1 })],
      'IN_PROGRESS',
      'source-behind',
    ],
    [
      'let the attempt continue once corrected',
      [stats(20, { matches: -50 }), stats(25, won)],
      'SUCCESS',
      'conditions-met',
    ],
    [
      'are noticed compared with an earlier reading',
      [stats(20, lost), stats(24)],
      'WAITING_RECHECK',
      'source-behind',
    ],
    [
      'are read again when first seen at the end',
      [stats(101, { kills: -1 })],
      'WAITING_RECHECK',
      'source-behind',
    ],
    [
      'do not end the attempt early, however long they last',
      [stats(20, { matches: -50 }), stats(99.9, { matches: -50 })],
      'WAITING_RECHECK',
      'source-behind',
    ],
    [
      'return the whole fee at the end',
      [stats(20, { matches: -50 }), stats(100, { matches: -50 })],
      'CANCELLED',
      'source-reset',
    ],
    [
      'return the whole fee when they began at the end',
      [stats(101, { kills: -1 }), stats(104, { kills: -1 })],
      'CANCELLED',
      'source-reset',
    ],
    [
      'make no match late with a time of change in the future',
      [stats(20, { ...won, modified: 140 })],
      'SUCCESS',
      'conditions-met',
    ],
    [
      'make no match late with a future time of change and missing minutes',
      [stats(35, { ...won, played: 0, modified: 155 }), stats(38, { ...won, played: 0, modified: 155 })],
      'SUCCESS',
      'conditions-met',
    ],
    [
      'make no old match new with a time of change in the future',
      [stats(8, { ...won, played: 20, modified: 20 })],
      'IN_PROGRESS',
      'awaiting-match',
    ],
    [
      'make no old match new with a future time of change and missing minutes',
      [stats(8, { ...won, played: 0, modified: 38 }), stats(11, { ...won, played: 0, modified: 38 })],
      'WAITING_RECHECK',
      'awaiting-counters',
    ],
    [
      'leave a match without a time undecided',
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

it('keeps counting through a fault of the source under the second rules', () => {
  const readings = [hidden(6), hidden(8, true), hidden(16)];
  expect(decide(readings, { under: secondRules })).toMatchObject({ reason: 'made-private' });
});

it('trusts the reported time of change under the second rules', () => {
  const ahead = (at: number, modified: number) => stats(at, { ...won, modified });
  const asThen = (...readings: StatsReading[]) => decide(readings, { under: secondRules });
  expect(asThen(ahead(20, 140), ahead(23, 140))).toMatchObject({ reason: 'started-late' });
  expect(asThen(ahead(8, 20))).toMatchObject({
    reason: 'conditions-met',
    workings: { matchStartedAt: iso(5) },
  });
  expect(decide([ahead(20, 140)]).workings.matchStartedAt).toBe(iso(5));
});
