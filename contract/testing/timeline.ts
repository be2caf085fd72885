// SPDX-License-Identifier: Apache-2.0

import type { ChallengeRules, Reading, StatsReading } from '../challenges.ts';
import { theGame } from '../games/games.ts';
import { verdict } from '../verdict.ts';
import type { Verdict } from '../verdict-terms.ts';

/** Builds the source's readings minute by minute after entry, to test verdict.ts. */
export const minute = 60_000;
export const entry = Date.parse('2026-11-20T12:00:00Z');
/** Version 1 of the rules, which assumed that all counters of a match arrive together. */
export const firstRules: ChallengeRules = {
  ruleVersion: 1,
  pendingMs: 5 * minute,
  startToleranceMs: 2 * minute,
  startWithinMs: 40 * minute,
  confirmAfterMs: 3 * minute,
  noMatchMs: 100 * minute,
  privateMs: 10 * minute,
  sourceFaultMs: 360 * minute,
  processingFeePercent: 10,
};
/** Version 2 of the rules, which trusted the source's time of change. */
export const secondRules: ChallengeRules = {
  ...firstRules,
  ruleVersion: 2,
  minMatchMinutes: 1,
  longestMatchMs: 30 * minute,
};
export const rules: ChallengeRules = { ...secondRules, ruleVersion: 3 };
/** What growing totals can prove about a match. */
export const { places } = theGame;
export const iso = (minutes: number) => new Date(entry + minutes * minute).toISOString();

interface Totals {
  matches?: number;
  wins?: number;
  top10?: number;
  top25?: number;
  kills?: number;
  played?: number;
  /** Minutes after entry; default: when the reading is taken. */
  modified?: number | null;
}

/** A reading taken `at` minutes after entry that shows the history plus these counts. */
export function stats(at: number, totals: Totals = {}): StatsReading {
  const { matches = 0, wins = 0, top10 = 0, top25 = 0, kills = 0, played = 0, modified = at } = totals;
  return {
    kind: 'stats',
    takenAt: iso(at),
    matches: 100 + matches,
    wins: 10 + wins,
    top10: 30 + top10,
    top25: 50 + top25,
    kills: 200 + kills,
    minutesPlayed: 1000 + played,
    lastModified: modified === null ? null : iso(modified),
  };
}
export const hidden = (at: number, sourceWide = false): Reading => ({
  kind: 'private',
  takenAt: iso(at),
  sourceWide,
});
export const fault = (at: number): Reading => ({ kind: 'fault', takenAt: iso(at), detail: 'HTTP 500' });

/** The history ended an hour before entry. */
export const initial = stats(0, { modified: -60 });

/** Decides after `readings`; `now` in minutes after entry, by default when the last one was taken. */
export function decide(
  readings: Reading[],
  { now = 0, placement = 10, kills = 5, initial: before = initial, under = rules } = {},
): Verdict {
  const last = readings.at(-1);
  return verdict({
    game: 'fortnite',
    startedAt: iso(0),
    now: iso(now || (last ? (Date.parse(last.takenAt) - entry) / minute : 0)),
    initial: before,
    readings,
    conditions: { requiredPlacement: placement, requiredKills: kills },
    rules: under,
  });
}

export const won: Totals = { matches: 1, top10: 1, top25: 1, kills: 6, played: 15 };
export const lost: Totals = { matches: 1, top25: 1, kills: 6, played: 15 };
export const oldMatch: Totals = { matches: 1, top10: 1, kills: 9, played: 20, modified: 10 };

export type Row = [line: string, readings: Reading[], status: string, reason: string, now?: number];
