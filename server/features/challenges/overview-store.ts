import sql from 'sql-template-tag';
import type { Queryable } from '../../platform/db/database.ts';

/** Attempts by the day (UTC) of their end, and how they ended. */
export function endedAttempts(
  db: Queryable,
  { from, until }: { from: Date; until: Date },
): Promise<{ day: string; won: number; failed: number; cancelled: number }[]> {
  return db.rows(sql`
    select to_char((completed_at at time zone 'UTC')::date, 'YYYY-MM-DD') as day,
      count(*) filter (where status = 'SUCCESS') as won, count(*) filter (where status = 'FAILED' and reason <> 'made-private') as failed,
      count(*) filter (where status = 'CANCELLED') as cancelled
    from attempts
    where completed_at >= ${from} and completed_at < ${until}
    group by 1 order by 1`);
}
