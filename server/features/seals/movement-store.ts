// SPDX-License-Identifier: Apache-2.0

import sql, { type Sql } from 'sql-template-tag';
import type { Queryable, Tx } from '../../platform/db/database.ts';

export interface MovementTotal {
  currency: string;
  type: string;
  direction: 'made' | 'spent' | 'moved';
  amount: number;
  transfers: number;
}

/** Sums what these leaves moved. */
export const sumMovements = (leaves: Sql) => sql`
  select currency, type,
    case when (credit_player_id is null) = (debit_player_id is null) then 'moved'
      when credit_player_id is not null then 'made' else 'spent' end as direction,
    sum(amount) as amount, count(*) as transfers
  from seal_leaves join recorded_transfers t on t.id = transfer_id
  where ${leaves}
  group by 1, 2, 3`;

/** Adds what is not counted yet of the first `size` leaves to the totals, once however often it is asked to. */
export async function countLeaves(tx: Tx, size: number): Promise<void> {
  await tx.run(sql`
    with counted as (update movement_count set leaves = ${size} where leaves < ${size} returning old.leaves as before)
    insert into movement_totals as t (currency, type, direction, amount, transfers)
    ${sumMovements(sql`leaf_index >= (select before from counted) and leaf_index < ${size}`)}
    on conflict (currency, type, direction) do update set
      amount = t.amount + excluded.amount, transfers = t.transfers + excluded.transfers`);
}

export function readTotals(db: Queryable): Promise<MovementTotal[]> {
  return db.rows<MovementTotal>(sql`
    select currency, type, direction, amount, transfers from movement_totals order by 1, 2, 3`);
}

/**
 * All coins that players hold: the totals of what is sealed plus what moved since, which is about a minute's worth. One
 * statement reads both as of the same moment.
 */
export async function sumHeldCoins(db: Queryable): Promise<number> {
  const { coins } = await db.one<{ coins: number }>(sql`
    with fresh as (
      select t.* from seal_log s join recorded_transfers t on t.id > s.settled_id
      where not exists (select from seal_leaves l where l.transfer_id = t.id)
    )
    select (
      coalesce((select sum(case direction when 'made' then amount when 'spent' then -amount else 0 end)
        from movement_totals where currency = 'GC'), 0)
      + coalesce((select sum(amount) from fresh where currency = 'GC' and credit_player_id is not null), 0)
      - coalesce((select sum(amount) from fresh where currency = 'GC' and debit_player_id is not null), 0)
    )::bigint as coins`);
  return coins;
}
