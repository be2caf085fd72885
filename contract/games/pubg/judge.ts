// SPDX-License-Identifier: Apache-2.0

import type { ChallengeRules } from '../../challenges.ts';
import type { Conditions } from '../../verdict-match.ts';
import { judgeRecords } from '../../verdict-records.ts';
import { clockMs, type RecordsEvidence, type RecordsVerdict } from '../../verdict-records-terms.ts';
import { isPlayedAs, toRecordedMatch } from './matches.ts';
import type { MatchesReading, MatchTerms } from './schemas.ts';

/** The publisher didn't answer, or its answer was unusable. */
interface FaultReading {
  kind: 'fault';
  takenAt: string;
}

export interface MatchesInput {
  /** Times are ISO strings. */
  startedAt: string;
  now: string;
  initial: MatchesReading;
  /** All readings except the initial one, oldest first. */
  readings: readonly (MatchesReading | FaultReading)[];
  conditions: Conditions;
  terms: MatchTerms;
  rules: ChallengeRules;
}

/**
 * Decides an attempt from the publisher's match records, identically in server and browser. Never throws on readings
 * that match the schema.
 */
export function judgeMatchRecords({ initial, readings, terms, ...input }: MatchesInput): RecordsVerdict {
  const before = new Set(initial.seen);
  // A match that was listed once counts as listed in every later reading, even if that reading lacks it.
  const listed = new Set<string>();
  return judgeRecords({
    ...input,
    readings: readings.map((reading) => {
      if (reading.kind === 'fault') return reading;
      for (const id of reading.seen) if (!before.has(id)) listed.add(id);
      const read = new Set(reading.matches.map(({ id }) => id));
      const unread = [...listed].filter((id) => !read.has(id));
      return toEvidence(reading, { before, unread, terms, rules: input.rules });
    }),
  });
}

function toEvidence(
  { takenAt, isBanned, matches, untold }: MatchesReading,
  {
    before,
    unread,
    terms,
    rules,
  }: { before: ReadonlySet<string>; unread: string[]; terms: MatchTerms; rules: ChallengeRules },
): RecordsEvidence {
  const knownAt = Date.parse(takenAt) + clockMs(rules);
  return {
    kind: 'matches',
    takenAt,
    isBanned,
    matches: matches
      .filter((record) => !before.has(record.id) && isPlayedAs(record, terms))
      .map((record) => toRecordedMatch(record, terms, knownAt)),
    unread,
    untold,
  };
}
