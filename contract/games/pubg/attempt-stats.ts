// SPDX-License-Identifier: Apache-2.0

import type { Reading } from '../../challenges.ts';
import { findRecord } from '../kept-copy.ts';
import { toRecordedMatch } from './matches.ts';
import type { MatchRecord, MatchTerms } from './schemas.ts';

/** The stats of a match under the terms of its challenge, from its newest record. */
export function toAttemptStats(readings: readonly Reading[], id: string, terms: MatchTerms) {
  const record = findRecord(readings, id);
  return record ? toRecordStats(record, terms) : null;
}

export function toRecordStats(record: MatchRecord, terms: MatchTerms) {
  const { place, kills } = toRecordedMatch(record, terms, 0);
  return { matches: 1, wins: place === 1 ? 1 : 0, place, kills: kills.least };
}
