// SPDX-License-Identifier: Apache-2.0

import { challengeRules } from '../../../challenge-rules.ts';
import type { RecordsVerdict } from '../../../verdict-records-terms.ts';
import { judgeMatchRecords, type MatchesInput } from '../judge.ts';
import type { MatchesReading, MatchRecord, MatchTerms } from '../schemas.ts';

/** Builds readings, minute by minute after entry, for the tests of the judge. */
const minute = 60_000;
const entry = Date.parse('2026-11-20T12:00:00Z');
export const iso = (minutes: number) => new Date(entry + minutes * minute).toISOString();

/** A Solo match of 20 minutes that met the conditions. `start`: minutes after entry. */
export function played(id: string, start: number, changes: Partial<MatchRecord> = {}): MatchRecord {
  return {
    id,
    createdAt: iso(start),
    durationSeconds: 20 * 60,
    mode: 'solo',
    type: 'official',
    isCustom: false,
    map: 'Baltic_Main',
    storedAt: iso(start + 21.5),
    startedAt: null,
    place: 3,
    kills: 6,
    botsKilled: 4,
    botKills: null,
    ...changes,
  };
}

export const lost = { place: 40, kills: 1 };

/** A reading that shows these matches. */
export function shown(at: number, matches: MatchRecord[] = [], changes: Partial<MatchesReading> = {}) {
  return {
    kind: 'matches' as const,
    takenAt: iso(at),
    isBanned: false,
    seen: matches.map(({ id }) => id),
    matches,
    untold: [],
    ...changes,
  };
}
export const fault = (at: number) => ({ kind: 'fault' as const, takenAt: iso(at), detail: 'HTTP 500' });
export const banned = (at: number, matches: MatchRecord[] = []) => shown(at, matches, { isBanned: true });

/** Decides after `readings`: place 10, 5 kills. `now`: minutes after entry, by default when the last one was taken. */
export function decide(
  readings: MatchesInput['readings'],
  { now, before = [], ...terms }: Partial<MatchTerms> & { now?: number; before?: string[] } = {},
): RecordsVerdict {
  return judgeMatchRecords({
    startedAt: iso(0),
    now: now === undefined ? (readings.at(-1)?.takenAt ?? iso(0)) : iso(now),
    initial: shown(0, [], { seen: before }),
    readings,
    conditions: { requiredPlacement: 10, requiredKills: 5 },
    terms: { mode: 'solo', countsBots: true, ...terms },
    rules: challengeRules(1),
  });
}
