// SPDX-License-Identifier: Apache-2.0

import sql, { type Sql } from 'sql-template-tag';
import type { Database, Tx } from '../platform/db/database.ts';
import type { Tasks } from '../platform/jobs/outbox.ts';

const sumTask = 'sum-up-days';

/** Hourly, so that a missed run is made up for. */
export const dailySumsCrontab = `11 * * * * ${sumTask}`;

const utcDay = sql`(created_at at time zone 'UTC')::date`;

/**
 * Coins between players and the house, by day and type. Leaves out transfers within the house, which are nobody's gain.
 */
export const flowsByDay = (within: Sql) => sql`
  select ${utcDay} as day, credit_player_id is not null as is_source, type, sum(amount)::bigint as amount,
    count(*) as transfers
  from transfers
  where ${within} and currency = 'GC' and (credit_player_id is null) <> (debit_player_id is null)
  group by 1, 2, 3`;

/** Players who entered a challenge, bought a card or bought coins, once per day. */
export const playersByDay = (within: Sql) => sql`
  select ${utcDay} as day, coalesce(debit_player_id, credit_player_id) as player_id
  from transfers
  where ${within} and currency = 'GC' and type in ('challenge_entry', 'purchase', 'coin_purchase')
  group by 1, 2`;

/**
 * Sums up the next day that is over; false if there is none. A day is over an hour after its end, since transfers have
 * the time at which their transaction began. One day per transaction: after a long gap, finished days stay done.
 */
async function sumUpNext(tx: Tx): Promise<boolean> {
  const span = await tx.one<{ from: Date | null; until: Date }>(sql`
    with next as (
      select coalesce(summed_until, (select min(created_at) at time zone 'UTC' from transfers)::date) as day
      from ledger_sums for update of ledger_sums
    )
    select day::timestamp at time zone 'UTC' as from,
      least(day + 1, ((now() - interval '1 hour') at time zone 'UTC')::date)::timestamp at time zone 'UTC' as until
    from next`);
  if (!span.from || span.until <= span.from) return false;
  const within = sql`created_at >= ${span.from} and created_at < ${span.until}`;
  await tx.run(sql`insert into daily_flows (day, is_source, type, amount, transfers) ${flowsByDay(within)}`);
  await tx.run(sql`insert into daily_players (day, player_id) ${playersByDay(within)}`);
  await tx.run(
    sql`update ledger_sums set summed_until = (${span.until}::timestamptz at time zone 'UTC')::date`,
  );
  return true;
}

export function dailySumsTasks(db: Database): Tasks {
  return {
    async [sumTask]() {
      while (await db.reports.transaction(sumUpNext));
    },
  };
}
