// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import type { PartedTable } from '../../../platform/months/parted-table.ts';

const lastStats = sql`
  select max(l.number) from attempt_readings l where l.attempt_id = r.attempt_id and l.kind = 'stats'`;

/**
 * Readings by the month in which their attempt began. Those that a result is based on stay in the table: lists,
 * profiles and the audit still compare them. A receipt reads all of them from the archive.
 */
export const readingMonths: PartedTable = {
  name: 'attempt_readings',
  key: 'attempt_id',
  thenBy: 'number',
  row: sql`to_jsonb(r)`,
  staying: sql`
    r.number = 0 or r.number = (${lastStats})
    or exists (
      select from attempts a
      where a.id = r.attempt_id and (
        r.number in (a.baseline_reading, a.decided_by_reading)
        or r.number = (${lastStats} and l.number <= a.decided_by_reading)))`,
  isUnderWay: (until) => sql`
    exists (select from attempts where completed_at is null and id < ${until})`,
};
