// SPDX-License-Identifier: Apache-2.0

import type { ChallengeRules, StatsReading } from './challenges.ts';

/** An attempt's requirements for one match. */
export interface Conditions {
  requiredPlacement: number;
  requiredKills: number;
}

/** The places that a game's counters prove, best first. */
export type Places = readonly { place: number; counter: Counter }[];
export interface ProvableConditions extends Conditions {
  places: Places;
}

/** Every number of a reading is a counter. */
export type Counter = {
  [Key in keyof StatsReading]: StatsReading[Key] extends number ? Key : never;
}[keyof StatsReading];
export type Deltas = Record<Counter, number>;

/** The growth of each counter from `before` to `after`. */
export function deltasBetween(before: StatsReading, after: StatsReading): Deltas {
  const numbers = Object.entries(before).filter(([, count]) => typeof count === 'number');
  return Object.fromEntries(
    numbers.map(([name]) => [name, after[name as Counter] - before[name as Counter]]),
  ) as Deltas;
}

export function isNegative(deltas: Deltas): boolean {
  return Object.values(deltas).some((delta) => delta < 0);
}

/**
 * How many of the new matches are known to meet the placement. Only some places have a counter. Taking the maximum
 * works even if a win isn't also counted as a worse place (docs/rules/attempts.md, 8).
 */
export function placedMatches(deltas: Deltas, { requiredPlacement, places }: ProvableConditions): number {
  const better = places.filter(({ place }) => place <= requiredPlacement);
  if (better.at(-1)?.place !== requiredPlacement)
    throw new Error(`Placement ${requiredPlacement} cannot be proved from counters`);
  return Math.max(...better.map(({ counter }) => deltas[counter]));
}

/** Whether the new matches met the conditions, as far as totals can tell. For one match the answer is exact. */
export function conditionsMet(deltas: Deltas, conditions: ProvableConditions): 'yes' | 'no' | 'undecidable' {
  const { matches, kills } = deltas;
  const { requiredKills } = conditions;
  const placed = placedMatches(deltas, conditions);
  if (placed < 1 || kills < requiredKills) return 'no';
  // With this many kills over all matches, at least one match has the required number (pigeonhole).
  if (placed >= matches && kills >= matches * (requiredKills - 1) + 1) return 'yes';
  return 'undecidable';
}

/**
 * The judgement on the matches reported since the baseline:
 * - `met`, `not-met`: played in time, and certainly did or didn't meet the conditions
 * - `undecidable`: totals of several matches that allow both
 * - `old`: played before entry but reported late, so not part of the attempt
 * - `late`: started too late
 */
export type MatchJudgement = 'met' | 'not-met' | 'undecidable' | 'old' | 'late';

const minuteMs = 60_000;

/**
 * When the last match of a reading ended: the source's time of change. If the source's clock is ahead, the time of the
 * reading counts instead (from version 3 of the rules).
 */
function endedAt({ lastModified, takenAt }: StatsReading, { ruleVersion }: ChallengeRules): number | null {
  if (lastModified === null) return null;
  const changedAt = Date.parse(lastModified);
  return ruleVersion >= 3 ? Math.min(changedAt, Date.parse(takenAt)) : changedAt;
}

/** The latest possible start of the first new match, since the source counts whole minutes of play. */
export function matchStartedAt(reading: StatsReading, deltas: Deltas, rules: ChallengeRules): number | null {
  const ended = endedAt(reading, rules);
  return ended === null ? null : ended - deltas.minutesPlayed * minuteMs;
}

/**
 * @param deltas growth since the baseline, at least one match and nothing negative
 * @param enteredAt the attempt's start in milliseconds
 */
export function judgeMatches(
  reading: StatsReading,
  deltas: Deltas,
  conditions: ProvableConditions,
  enteredAt: number,
  rules: ChallengeRules,
): MatchJudgement {
  const startedAt = matchStartedAt(reading, deltas, rules);
  if (startedAt === null || reading.lastModified === null) return 'undecidable';
  const isOld = startedAt < enteredAt - rules.startToleranceMs;
  const isLate = startedAt > enteredAt + rules.startWithinMs;
  const met = conditionsMet(deltas, conditions);
  if (deltas.matches === 1) {
    if (isOld) return 'old';
    if (isLate) return 'late';
    return met === 'yes' ? 'met' : 'not-met';
  }
  if (isOld) {
    // The first of several matches is old. If the last one ended before entry, all are old; otherwise old and new ones
    // can't be separated.
    return Date.parse(reading.lastModified) < enteredAt ? 'old' : 'undecidable';
  }
  // The gaps between matches are unknown, so the first may still have started in time.
  if (isLate) return 'undecidable';
  if (met === 'undecidable') return 'undecidable';
  return met === 'yes' ? 'met' : 'not-met';
}

/**
 * Whether the source has reported everything that a judgement needs; otherwise the judgement must wait. The counters of
 * one match may arrive separately: without its minutes, a match seems to begin when it ended, and with the previous
 * time of change it seems to have ended long ago. Only judgements that pay or drop a match wait, since a lost match may
 * be shorter than a minute. Version 1 of the rules assumes that everything arrives together.
 */
export function isReportedWhole(
  worth: MatchJudgement,
  { baseline, reading, deltas }: { baseline: StatsReading; reading: StatsReading; deltas: Deltas },
  conditions: ProvableConditions,
  { ruleVersion, minMatchMinutes = 0 }: ChallengeRules,
): boolean {
  if (ruleVersion < 2) return true;
  if (worth === 'old') return isChangedSince(baseline, reading);
  if ((worth !== 'met' && worth !== 'late') || conditionsMet(deltas, conditions) !== 'yes') return true;
  return deltas.minutesPlayed >= deltas.matches * minMatchMinutes && isChangedSince(baseline, reading);
}

function isChangedSince(baseline: StatsReading, { lastModified }: StatsReading): boolean {
  if (lastModified === null) return false;
  return baseline.lastModified === null || Date.parse(lastModified) > Date.parse(baseline.lastModified);
}

/** Whether a newly reported match began in time even if it was as long as possible. */
export function certainlyBeganInTime(
  baseline: StatsReading,
  reading: StatsReading,
  enteredAt: number,
  rules: ChallengeRules,
): boolean {
  const { startToleranceMs, startWithinMs, longestMatchMs } = rules;
  const ended = endedAt(reading, rules);
  if (longestMatchMs === undefined || ended === null) return false;
  const isNotOld = ended - longestMatchMs >= enteredAt - startToleranceMs;
  return isNotOld && ended <= enteredAt + startWithinMs && isChangedSince(baseline, reading);
}

/** Whether other counters of a match arrived before the count of matches. */
export function hasLooseCounters(deltas: Deltas, { ruleVersion }: ChallengeRules): boolean {
  return ruleVersion >= 2 && deltas.matches === 0 && Object.values(deltas).some((delta) => delta > 0);
}
