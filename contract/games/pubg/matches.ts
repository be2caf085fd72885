// SPDX-License-Identifier: Apache-2.0

import type { Interval, RecordedMatch } from '../../verdict-records-terms.ts';
import type { MatchRecord, MatchTerms } from './schemas.ts';

const minuteMs = 60_000;

/** Ranked matches are `competitive`. */
const classicTypes: readonly string[] = ['official', 'competitive'];

/** Whether a match is of the kind that the challenge asks for. */
export function isPlayedAs({ mode, type, isCustom }: MatchRecord, terms: Pick<MatchTerms, 'mode'>): boolean {
  // In third and in first person.
  const isOfMode = mode === terms.mode || mode === `${terms.mode}-fpp`;
  return classicTypes.includes(type) && !isCustom && isOfMode;
}

/** In compared records, telemetry was stored 75 to 90 s after `createdAt` + duration. */
const longestStoringMs = 10 * minuteMs;

/**
 * When a match began. The publisher's documents call `createdAt` the time the match was stored; the records show that it
 * is the start. It is trusted where the telemetry was stored soon after the end that follows from it, otherwise the
 * telemetry itself says when the match began. Without either, both meanings of `createdAt` are possible
 * (docs/rules/match-records.md, 3).
 * @param knownAt when the record was known, in ms: the match was over by then
 */
export function getStart(record: MatchRecord, knownAt: number): Interval {
  const { createdAt, durationSeconds, storedAt, startedAt } = record;
  const created = Date.parse(createdAt);
  const durationMs = durationSeconds * 1000;
  const storingMs = storedAt === null ? Number.NaN : Date.parse(storedAt) - (created + durationMs);
  if (storingMs >= 0 && storingMs <= longestStoringMs && created + durationMs <= knownAt)
    return { earliest: created, latest: created };
  if (startedAt !== null) return { earliest: Date.parse(startedAt), latest: Date.parse(startedAt) };
  return { earliest: created - durationMs - longestStoringMs, latest: created };
}

/** Whether telemetry could say something about a match of the challenge's kind that its record leaves open. */
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
