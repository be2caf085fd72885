// SPDX-License-Identifier: Apache-2.0

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { often } from '../tests/support/often.ts';
import type { StatsReading } from './challenges.ts';
import {
  decide,
  entry,
  firstRules,
  initial,
  iso,
  lost,
  minute,
  places,
  type Row,
  rules,
  stats,
  won,
} from './testing/timeline.ts';
import { verdict } from './verdict.ts';
import { conditionsMet, deltasBetween } from './verdict-match.ts';

const withoutMinutes = { ...won, played: 0 };
const lagging = { ...won, modified: -60 };

const table: Record<string, Row[]> = {
  'missing minutes': [
    ['do not pay yet', [stats(8, withoutMinutes)], 'WAITING_RECHECK', 'awaiting-counters'],
    [
      'leave the match undecided even at the confirming reading',
      [stats(8, withoutMinutes), stats(11, { ...withoutMinutes, modified: 8 })],
      'WAITING_RECHECK',
      'awaiting-counters',
    ],
    [
      'pay once they arrive',
      [stats(18, withoutMinutes), stats(19, { ...won, modified: 18 })],
      'SUCCESS',
      'conditions-met',
    ],
    [
      'pay however late they arrive',
      [stats(18, withoutMinutes), stats(70, { ...won, modified: 18 })],
      'SUCCESS',
      'conditions-met',
    ],
    [
      'show an old match once they arrive, and the attempt continues',
      [stats(8, withoutMinutes), stats(12, { ...won, played: 20, modified: 8 })],
      'IN_PROGRESS',
      'awaiting-match',
    ],
    [
      'do not matter for a match that cannot have begun before entry',
      [stats(35, withoutMinutes), stats(38, { ...withoutMinutes, modified: 35 })],
      'SUCCESS',
      'conditions-met',
    ],
    [
      'leave a match that cannot have begun before entry to be confirmed',
      [stats(35, withoutMinutes), stats(37, { ...withoutMinutes, modified: 35 })],
      'WAITING_RECHECK',
      'awaiting-counters',
    ],
    [
      'return the whole fee when they never arrive',
      [stats(8, withoutMinutes), stats(100, { ...withoutMinutes, modified: 8 })],
      'CANCELLED',
      'counters-missing',
    ],
    [
      'return the whole fee when further matches hide the first',
      [stats(8, withoutMinutes), stats(20, { matches: 2, top10: 2, top25: 2, kills: 20, played: 30 })],
      'CANCELLED',
      'counters-missing',
    ],
    [
      'do not matter when further matches follow one that certainly began in time',
      [stats(35, withoutMinutes), stats(37, { matches: 2, top10: 1, top25: 1, kills: 6, played: 30 })],
      'SUCCESS',
      'conditions-met',
    ],
    [
      'of one of several matches do not pay',
      [stats(30, { matches: 2, top10: 2, kills: 20, played: 1 })],
      'WAITING_RECHECK',
      'awaiting-counters',
    ],
    [
      'do not matter for a lost match',
      [stats(8, { ...lost, played: 0 }), stats(11, { ...lost, played: 0, modified: 8 })],
      'FAILED',
      'conditions-not-met',
    ],
  ],
  'a lagging time of change': [
    ['does not prove an old match', [stats(20, lagging)], 'WAITING_RECHECK', 'awaiting-counters'],
    [
      'leaves the match undecided even at the confirming reading',
      [stats(20, lagging), stats(23, lagging)],
      'WAITING_RECHECK',
      'awaiting-counters',
    ],
    [
      'pays once it arrives',
      [stats(20, lagging), stats(21, { ...won, modified: 20 })],
      'SUCCESS',
      'conditions-met',
    ],
    [
      'pays however late it arrives',
      [stats(20, lagging), stats(60, { ...won, modified: 20 })],
      'SUCCESS',
      'conditions-met',
    ],
    [
      'shows an old match once it arrives',
      [stats(8, lagging), stats(12, { ...won, modified: 5 })],
      'IN_PROGRESS',
      'awaiting-match',
    ],
    [
      'returns the whole fee when it never arrives',
      [stats(20, lagging), stats(100, lagging)],
      'CANCELLED',
      'counters-missing',
    ],
    [
      'returns the whole fee when further matches hide the first',
      [stats(20, lagging), stats(30, { matches: 2, top10: 2, top25: 2, kills: 20, played: 25 })],
      'CANCELLED',
      'counters-missing',
    ],
  ],
  'counters before their match': [
    [
      'postpone the end',
      [stats(99, { kills: 6 }), stats(100, { kills: 6 })],
      'WAITING_RECHECK',
      'awaiting-report',
    ],
    [
      'postpone the end by one reading only',
      [stats(99, { kills: 6 }), stats(102, { kills: 6 })],
      'CANCELLED',
      'no-match',
    ],
    [
      'postpone the end until a reading that shows the match',
      [stats(100, { kills: 6 }), stats(101, { ...won, modified: 30 })],
      'SUCCESS',
      'conditions-met',
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

it('decides an attempt of the first version by the rules of that version', () => {
  const asThen = (readings: StatsReading[]) => decide(readings, { under: firstRules });
  expect(asThen([stats(8, withoutMinutes)])).toMatchObject({ status: 'SUCCESS' });
  expect(asThen([stats(20, lagging)])).toMatchObject({
    status: 'IN_PROGRESS',
    workings: { corrections: [0] },
  });
  expect(asThen([stats(99, { kills: 6 }), stats(100, { kills: 6 })])).toMatchObject({ reason: 'no-match' });
});

const parts = ['matches', 'placement', 'kills', 'minutesPlayed', 'lastModified'] as const;
type Part = (typeof parts)[number];

const match = fc.record({
  /** Minutes after entry. */
  start: fc.integer({ min: -20, max: 55 }),
  length: fc.integer({ min: 4, max: 30 }),
  placement: fc.integer({ min: 1, max: 40 }),
  kills: fc.integer({ min: 0, max: 9 }),
});
type Match = typeof match extends fc.Arbitrary<infer Value> ? Value : never;

/** What the source shows of a match when only these parts of it have arrived. */
function shows(
  at: number,
  { start, length, placement, kills }: Match,
  arrived: ReadonlySet<Part>,
): StatsReading {
  const placed = (most: number) => Number(arrived.has('placement') && placement <= most);
  return stats(at, {
    matches: Number(arrived.has('matches')),
    wins: placed(1),
    top10: placed(10),
    top25: placed(25),
    kills: arrived.has('kills') ? kills : 0,
    played: arrived.has('minutesPlayed') ? length : 0,
    modified: arrived.has('lastModified') ? start + length : -60,
  });
}

/** The right verdict on the match once everything about it is known. */
function truth({ start, placement, kills }: Match): string {
  if (start < -2) return 'awaiting-match';
  if (start > 40) return 'started-late';
  return placement <= 10 && kills >= 5 ? 'conditions-met' : 'conditions-not-met';
}

function decideAll(readings: StatsReading[]) {
  const last = readings.at(-1)?.takenAt ?? iso(0);
  const conditions = { requiredPlacement: 10, requiredKills: 5 };
  return verdict({ game: 'fortnite', startedAt: iso(0), now: last, initial, readings, conditions, rules });
}

/**
 * One reading every 30 s; each part arrives this many readings after the match ended, or before the match itself arrives.
 */
function getReadings(played: Match, arrivals: Record<Part, number>, count: number): StatsReading[] {
  const end = Math.max(1, played.start + played.length);
  return Array.from({ length: count }, (_, index) => {
    const arrived = new Set(parts.filter((part) => arrivals[part] <= index));
    return shows(end + index / 2, played, arrived);
  });
}

const within = (most: number) =>
  fc.record({
    matches: fc.integer({ min: 0, max: 6 }),
    placement: fc.integer({ min: 0, max: most }),
    kills: fc.integer({ min: 0, max: most }),
    minutesPlayed: fc.integer({ min: 0, max: most }),
    lastModified: fc.integer({ min: 0, max: most }),
  });

describe('the counters of one match, in any order over several readings', () => {
  it('lead to the right decision once all arrived, and to no wrong one before', { tags: ['long'] }, () => {
    fc.assert(
      fc.property(match, within(6), (played, offsets) => {
        // The last part arrives at most 3 minutes after the count of matches, which is how long a match is confirmed.
        const arrivals = { ...offsets };
        for (const part of parts) arrivals[part] = Math.min(offsets[part], offsets.matches + 6);
        const readings = getReadings(played, arrivals, 6 + 6 + 1);
        for (let known = 1; known <= readings.length; known++) {
          const said = decideAll(readings.slice(0, known));
          if (said.isFinal) expect(said.reason).toBe(truth(played));
        }
        const last = decideAll(readings);
        expect(last.reason.replace('awaiting-report', 'awaiting-match')).toBe(truth(played));
      }),
      { numRuns: often(5000, { briefly: 1000 }) },
    );
  });

  it('never pay for an old match nor hide a won one, however late they arrive', { tags: ['long'] }, () => {
    fc.assert(
      fc.property(
        match,
        within(60),
        fc.option(fc.record({ after: fc.integer({ min: 1, max: 70 }), won: fc.boolean() })),
        (played, offsets, more) => {
          const known = { matches: 0, placement: 0, kills: 0 };
          const readings = getReadings(played, { ...offsets, ...known }, 75).map((reading, index) => {
            if (!more || index < more.after) return reading;
            const next = {
              matches: 1,
              top10: Number(more.won),
              top25: 1,
              kills: 9 * Number(more.won),
              minutesPlayed: 12,
            };
            const sum = Object.entries(next).map(([name, by]) => [name, reading[name as 'kills'] + by]);
            return { ...reading, ...Object.fromEntries(sum), lastModified: reading.takenAt } as StatsReading;
          });
          const { reason, workings, isFinal } = decideAll(readings);
          const isPaid = reason === 'conditions-met';
          const right = truth(played);
          if (isPaid && workings.corrections.length === 0) expect(right).toBe('conditions-met');
          // The fee of a won match is never kept: the match is paid, or the whole fee is refunded if the source left it
          // open.
          if (right === 'conditions-met' && isFinal)
            expect(['conditions-met', 'counters-missing']).toContain(reason);
        },
      ),
      { numRuns: often(5000, { briefly: 1000 }) },
    );
  });
});

it('the test model agrees with the rule for one match', () => {
  const played = { start: 5, length: 12, placement: 4, kills: 6 };
  const whole = shows(20, played, new Set(parts));
  const conditions = { requiredPlacement: 10, requiredKills: 5, places };
  expect(conditionsMet(deltasBetween(initial, whole), conditions)).toBe('yes');
  expect(Date.parse(whole.lastModified ?? '')).toBe(entry + 17 * minute);
});
