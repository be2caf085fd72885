// SPDX-License-Identifier: Apache-2.0

import type { Interval, RecordedMatch } from '../../verdict-records-terms.ts';
import type { MatchRecord, MatchTerms } from './schemas.ts';

const minuteMs = 60_000;

/** Ranked matches are `competitive`. */
const classicTypes: readonly string[] = ['official', 'competitive'];

/** Whether a match can count in any challenge of its mode. */
export function isClassic({ type, isCustom }: Pick<MatchRecord, 'type' | 'isCustom'>): boolean {
  return classicTypes.includes(type) && !isCustom;
}

/** Whether a match has the kind that the challenge requires. */
export function isPlayedAs(record: MatchRecord, terms: Pick<MatchTerms, 'mode'>): boolean {
  // In third or in first person.
  return isClassic(record) && (record.mode === terms.mode || record.mode === `${terms.mode}-fpp`);
}

/** In compared records, telemetry was stored 75 to 90 s after `createdAt` + duration. */
const longestStoringMs = 10 * minuteMs;

/** A match is stored before it is listed (docs/rules/match-records.md, 5). */
const longestUntilStoredMs = 60 * minuteMs;

/**
 * When a match began. The publisher documents `createdAt` as the time when the match was stored, but in practice it is
 * the start. It is trusted if the telemetry was stored soon after the end that it implies. Otherwise the telemetry
 * states the start. If the two contradict each other, either may be right. Without both, `createdAt` may be the start
 * or the time of storing (docs/rules/match-records.md, 3).
 * @param knownAt when the record was known, in ms; the match had ended by then
 */
export function getStart(record: MatchRecord, knownAt: number): Interval {
  const { createdAt, durationSeconds, storedAt, startedAt } = record;
  const created = Date.parse(createdAt);
  const durationMs = durationSeconds * 1000;
  const storingMs = storedAt === null ? Number.NaN : Date.parse(storedAt) - (created + durationMs);
  const isProven = storingMs >= 0 && storingMs <= longestStoringMs && created + durationMs <= knownAt;
  const started = startedAt === null ? undefined : Date.parse(startedAt);
  if (isProven && started !== undefined) {
    // Records are precise to the second.
    const told = Math.floor(started / 1000) * 1000;
    return { earliest: Math.min(created, told), latest: Math.max(created, told) };
  }
  const proof = isProven ? created : started;
  if (proof !== undefined) return { earliest: proof, latest: proof };
  return { earliest: created - Math.max(durationMs, longestUntilStoredMs), latest: created };
}

/** Whether telemetry could add what the record of a match of the challenge's kind leaves open. */
export function isLeftOpen(record: MatchRecord, terms: MatchTerms, knownAt: number): boolean {
  if (!isPlayedAs(record, terms)) return false;
  const start = getStart(record, knownAt);
  const kills = getKills(record, terms);
  return start.earliest !== start.latest || kills.least !== kills.most;
}

function getKills({ kills, botsKilled, botKills }: MatchRecord, { countsBots }: MatchTerms) {
  if (countsBots) return { least: kills, most: kills };
  if (botKills === null) return { least: Math.max(0, kills - botsKilled), most: kills };
  const people = Math.max(0, kills - botKills);
  return { least: people, most: people };
}

/** @param knownAt as for `getStart` */
export function toRecordedMatch(record: MatchRecord, terms: MatchTerms, knownAt: number): RecordedMatch {
  const { id, place } = record;
  return { id, start: getStart(record, knownAt), place, kills: getKills(record, terms) };
}
