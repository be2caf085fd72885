// SPDX-License-Identifier: Apache-2.0

import type { Reading } from '../challenges.ts';
import type { RecordsVerdict } from '../verdict-records-terms.ts';
import type { Verdict } from '../verdict-terms.ts';
import type { MatchRecord } from './pubg/schemas.ts';

/** Not from `rules.ts`, which reads copies itself. */
type AnyVerdict = Verdict | RecordsVerdict;

/** The match whose record anybody can compare: the one that counts, or one that began too late. */
export function findMatchId({ workings }: AnyVerdict): string | null {
  return 'match' in workings ? (workings.match ?? workings.late[0] ?? null) : null;
}

/** The record of a match as the readings, oldest first, last showed it. */
export function findRecord(readings: readonly Reading[], matchId: string): MatchRecord | undefined {
  return readings
    .flatMap((reading) => (reading.kind === 'matches' ? reading.matches : []))
    .findLast(({ id }) => id === matchId);
}

/**
 * Our copy of a record as text. The sealed ledger has its SHA-256, so this text must be reproducible forever: a later
 * field is added only to records that have it.
 */
export function copyText(record: MatchRecord): string {
  const { id, createdAt, durationSeconds, mode, type, isCustom, map, storedAt } = record;
  const { startedAt, place, kills, botsKilled, botKills } = record;
  return JSON.stringify({
    ...{ id, createdAt, durationSeconds, mode, type, isCustom, map, storedAt },
    ...{ startedAt, place, kills, botsKilled, botKills },
  });
}

/** The copy on which a verdict rests; null if it rests on no single match. */
export function findCopy(readings: readonly Reading[], verdict: AnyVerdict): string | null {
  const matchId = findMatchId(verdict);
  const record = matchId === null ? undefined : findRecord(readings, matchId);
  return record ? copyText(record) : null;
}
