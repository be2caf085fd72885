// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import type { AttemptStatus } from '../../../../contract/challenges.ts';
import type { Queryable, Tx } from '../../../platform/db/database.ts';

export interface ProgressRow {
  id: string;
  playerId: string;
  status: AttemptStatus;
  nextReadingAt: Date | null;
  baselineReading: number;
  askedReadings: number;
  /** Readings after the one at entry. */
  readings: number;
  lastReadingAt: Date;
  /**
   * When a reading first showed more matches than the baseline, which is the reading at entry or one that included an
   * old match reported late. Null where a game shows every match with an id: its judge says which of them counts.
   */
  matchSeenAt: Date | null;
  hasRecords: boolean;
}

export function findProgress(db: Queryable, attemptId: string): Promise<ProgressRow | undefined> {
  return db.row<ProgressRow>(sql`
    select a.id, a.player_id, a.status, a.next_reading_at, a.baseline_reading, a.asked_readings, taken.*
    from attempts a
    cross join lateral (
      select count(*) - 1 as readings, max(r.taken_at) as last_reading_at,
        min(r.taken_at) filter (where r.number > baseline.number and r.matches > baseline.matches) as match_seen_at,
        coalesce(bool_or(r.reading @? '$.matches[*]'), false) as has_records
      from attempt_readings r
      join attempt_readings baseline on baseline.attempt_id = r.attempt_id and baseline.number = a.baseline_reading
      where r.attempt_id = a.id
    ) taken
    where a.id = ${attemptId}`);
}

/** Makes the next reading of a locked attempt due at `at`, because its player asked for it. */
export async function setAskedReading(tx: Tx, attemptId: string, at: Date): Promise<void> {
  await tx.run(sql`
    update attempts set next_reading_at = ${at}, asked_readings = asked_readings + 1 where id = ${attemptId}`);
}
