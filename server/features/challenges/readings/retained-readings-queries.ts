// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import type { Retained } from '../../../platform/jobs/retention.ts';

/** The last reading that showed a match. */
const lastShown = sql`
  select max(l.number) from attempt_readings l
  where l.attempt_id = attempt_readings.attempt_id and l.kind in ('stats', 'matches')`;

/** Readings. Those that a result is based on are kept, because lists, profiles and the audit still compare them. */
export const retainedReadings: Retained = {
  table: sql`attempt_readings`,
  at: sql`taken_at`,
  forgotten: sql`
    number > 0 and number is distinct from (${lastShown}) and exists (
      select from attempts a
      where a.id = attempt_readings.attempt_id and a.completed_at is not null
        and number <> all (array[a.baseline_reading, coalesce(a.decided_by_reading, 0)])
        and number is distinct from (${lastShown} and l.number <= a.decided_by_reading))`,
};
