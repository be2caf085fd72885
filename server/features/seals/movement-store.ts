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

/** How many leaves are counted; locked until the transaction ends. */
export async function holdCount(tx: Tx): Promise<number> {
  const { leaves } = await tx.one<{ leaves: number }>(sql`select leaves from movement_count for update`);
  return leaves;
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

/** Adds the next leaves to the totals. @returns how many leaves were added */
export async function countLeaves(tx: Tx, { from, until }: { from: number; until: number }): Promise<number> {
  const { leaves } = await tx.one<{ leaves: number }>(sql`
    with moved as (${sumMovements(sql`leaf_index >= ${from} and leaf_index < ${until}`)}), added as (
      insert into movement_totals as t (currency, type, direction, amount, transfers) select * from moved
      on conflict (currency, type, direction) do update set
        amount = t.amount + excluded.amount, transfers = t.transfers + excluded.transfers
    )
    select coalesce(sum(transfers), 0)::bigint as leaves from moved`);
  return leaves;
}

export async function keepCount(tx: Tx, leaves: number): Promise<void> {
  await tx.run(sql`update movement_count set leaves = ${leaves}`);
}

export function readTotals(db: Queryable): Promise<MovementTotal[]> {
  return db.rows<MovementTotal>(sql`
    select currency, type, direction, amount, transfers from movement_totals order by 1, 2, 3`);
}

/**
 * All coins that players hold: the counted totals plus what moved since, which is about a minute's worth. A transfer is a
 * counted leaf, an uncounted leaf, or not a leaf yet; one statement reads all of them as of the same moment.
 */
export async function sumHeldCoins(db: Queryable): Promise<number> {
  const { coins } = await db.one<{ coins: number }>(sql`
    with fresh as (
      select t.* from movement_count c join seal_leaves l on l.leaf_index >= c.leaves
      join recorded_transfers t on t.id = l.transfer_id
      union all
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
