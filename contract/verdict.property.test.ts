// SPDX-License-Identifier: Apache-2.0

import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Reading, StatsReading } from './challenges.ts';
import { entry, minute, places, rules } from './testing/timeline.ts';
import { verdict } from './verdict.ts';
import { conditionsMet, type Deltas } from './verdict-match.ts';
import type { Verdict } from './verdict-terms.ts';
import { toSettlement } from './verdict-text.ts';

interface Match {
  isPlaced: boolean;
  kills: number;
}

/** Every way to distribute the totals over the matches: which ones placed, and how many kills each has. */
function* splits(matches: number, placed: number, kills: number): Generator<Match[]> {
  if (matches === 0) {
    if (placed === 0 && kills === 0) yield [];
    return;
  }
  for (const isPlaced of placed > 0 ? [true, false] : [false]) {
    for (let own = 0; own <= kills; own++) {
      for (const rest of splits(matches - 1, placed - (isPlaced ? 1 : 0), kills - own)) {
        yield [{ isPlaced, kills: own }, ...rest];
      }
    }
  }
}

it('a verdict is certain exactly when every possible split of the totals agrees', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 4 }),
      fc.integer({ min: 0, max: 4 }),
      fc.integer({ min: 0, max: 7 }),
      fc.integer({ min: 0, max: 6 }),
      (matches, maxPlaced, kills, requiredKills) => {
        const placed = Math.min(maxPlaced, matches);
        const deltas: Deltas = { matches, wins: 0, top10: placed, top25: placed, kills, minutesPlayed: 9 };
        const said = conditionsMet(deltas, { requiredPlacement: 10, requiredKills, places });
        const isWon = (match: Match) => match.isPlaced && match.kills >= requiredKills;
        const possible = [...splits(matches, placed, kills)].map((split) => split.some(isWon));
        if (said === 'yes') expect(possible.every(Boolean)).toBe(true);
        else if (said === 'no') expect(possible.some(Boolean)).toBe(false);
        // Undecidable even where one of several matches won for certain but need not be the one that counts.
        else expect(possible.some(Boolean) && (placed < matches || !possible.every(Boolean))).toBe(true);
      },
    ),
    { numRuns: 500 },
  );
});

const counters = fc.record({
  matches: fc.integer({ min: -2, max: 4 }),
  wins: fc.integer({ min: -1, max: 4 }),
  top10: fc.integer({ min: -1, max: 4 }),
  top25: fc.integer({ min: -1, max: 4 }),
  kills: fc.integer({ min: -2, max: 20 }),
  minutesPlayed: fc.integer({ min: -5, max: 90 }),
});

function statsAt(at: number, counts: Record<keyof typeof zero, number>, modified: number): StatsReading {
  const totals = Object.fromEntries(Object.entries(counts).map(([name, value]) => [name, 100 + value]));
  return {
    kind: 'stats',
    takenAt: new Date(entry + at * minute).toISOString(),
    ...(totals as typeof zero),
    lastModified: new Date(entry + modified * minute).toISOString(),
  };
}
const zero = { matches: 0, wins: 0, top10: 0, top25: 0, kills: 0, minutesPlayed: 0 };

const later: fc.Arbitrary<(at: number) => Reading> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.tuple(counters, fc.integer({ min: -60, max: 120 })).map(
      ([counts, modified]) =>
        (at: number) =>
          statsAt(at, counts, modified),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.boolean().map(
      (sourceWide) =>
        (at: number): Reading => ({
          kind: 'private',
          takenAt: new Date(entry + at * minute).toISOString(),
          sourceWide,
        }),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.constant(
      (at: number): Reading => ({
        kind: 'fault',
        takenAt: new Date(entry + at * minute).toISOString(),
        detail: 'HTTP 500',
      }),
    ),
  },
);

const history = fc.array(fc.tuple(later, fc.integer({ min: 1, max: 60 })), { maxLength: 12 }).map((steps) => {
  let at = 0;
  return steps.map(([make, wait]) => {
    at += wait;
    return make(at);
  });
});
const conditions = fc.record({
  requiredPlacement: fc.constantFrom(1, 10, 25),
  requiredKills: fc.integer({ min: 0, max: 8 }),
});

function decide(
  readings: readonly Reading[],
  wanted: { requiredPlacement: number; requiredKills: number },
  now?: string,
): Verdict {
  const startedAt = new Date(entry).toISOString();
  return verdict({
    game: 'fortnite',
    startedAt,
    now: now ?? readings.at(-1)?.takenAt ?? startedAt,
    initial: statsAt(0, zero, -60),
    readings,
    conditions: wanted,
    rules,
  });
}

it('never pays on a decreased counter, nor without a match that met the conditions', () => {
  fc.assert(
    fc.property(history, conditions, (readings, wanted) => {
      const { status, workings } = decide(readings, wanted);
      if (status !== 'SUCCESS') return;
      const { deltas, decidedBy } = workings;
      expect(deltas).not.toBeNull();
      if (!deltas || decidedBy === null) return;
      expect(Math.min(...Object.values(deltas))).toBeGreaterThanOrEqual(0);
      expect(readings[decidedBy]?.kind).toBe('stats');
      expect(deltas.matches).toBeGreaterThanOrEqual(1);
      expect(deltas.kills).toBeGreaterThanOrEqual(wanted.requiredKills);
      expect(workings.placed).toBeGreaterThanOrEqual(1);
      const started = (Date.parse(workings.matchStartedAt ?? '') - entry) / minute;
      expect(started).toBeGreaterThanOrEqual(-2);
      expect(started).toBeLessThanOrEqual(40);
    }),
    { numRuns: 3000 },
  );
});

it('keeps its decision whatever is read later', () => {
  fc.assert(
    fc.property(history, history, conditions, (before, after, wanted) => {
      const first = decide(before, wanted);
      if (!first.isFinal) return;
      expect(decide([...before, ...after], wanted, '2030-01-01T00:00:00Z')).toEqual(first);
    }),
    { numRuns: 2000 },
  );
});

it('ends every attempt that is read for long enough', () => {
  fc.assert(
    fc.property(history, conditions, later, (readings, wanted, last) => {
      const passed = (Date.parse(readings.at(-1)?.takenAt ?? new Date(entry).toISOString()) - entry) / minute;
      const end = Math.max(passed, 100);
      const same = [1, 5, 11, 17, 400].map((wait) => last(end + wait));
      expect(decide([...readings, ...same], wanted).isFinal).toBe(true);
    }),
    { numRuns: 2000 },
  );
});

it('returns at most the fee, and accounts for all of it', () => {
  fc.assert(
    fc.property(fc.nat(1_000_000), fc.nat(1_000_000), (fee, reward) => {
      for (const reason of ['no-match', 'started-late', 'undecidable'] as const) {
        const moved = toSettlement(reason, { fee, reward }, rules);
        expect(moved).toEqual({
          rewardGC: 0,
          refundGC: fee - Math.floor(fee / 10),
          processingFeeGC: Math.floor(fee / 10),
        });
      }
      for (const reason of ['source-reset', 'source-down'] as const) {
        expect(toSettlement(reason, { fee, reward }, rules)).toEqual({
          rewardGC: 0,
          refundGC: fee,
          processingFeeGC: 0,
        });
      }
      expect(toSettlement('conditions-met', { fee, reward }, rules).rewardGC).toBe(reward);
    }),
  );
});
