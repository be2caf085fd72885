import sql from 'sql-template-tag';
import type { Queryable } from '../platform/db/database.ts';

/** From the first moment until just before the last. */
export interface Span {
  from: Date;
  until: Date;
}

/** All coins that players hold. */
export async function coinsOutstanding(db: Queryable): Promise<number> {
  const row = await db.row<{ coins: number }>(
    sql`select coalesce(sum(balance), 0)::bigint as coins from wallets where currency = 'GC'`,
  );
  return row?.coins ?? 0;
}

export interface CoinFlow {
  /** UTC, as YYYY-MM-DD. */
  day: string;
  /** Whether the coins came to players or went from them. */
  direction: 'source' | 'sink';
  type: string;
  amount: number;
  transfers: number;
}

/** Coins between players and the house, by day and reason. Those within the house are nobody's gain. */
export function coinFlows(db: Queryable, { from, until }: Span): Promise<CoinFlow[]> {
  return db.rows<CoinFlow>(sql`
    select to_char(day, 'YYYY-MM-DD') as day, case when is_source then 'source' else 'sink' end as direction, type,
      amount, transfers
    from (
      select (created_at at time zone 'UTC')::date as day, credit_player_id is not null as is_source, type,
        sum(amount)::bigint as amount, count(*) as transfers
      from transfers
      where created_at >= ${from} and created_at < ${until} and currency = 'GC'
        and (credit_player_id is null) <> (debit_player_id is null)
      group by 1, 2, 3
    ) flow
    order by day, is_source desc, type`);
}

/** How many players entered a challenge, bought a card or bought coins: by day, and in the whole span. */
export async function activePlayers(
  db: Queryable,
  { from, until }: Span,
): Promise<{ inSpan: number; days: { day: string; players: number }[] }> {
  // Grouped twice rather than counted distinct: PostgreSQL sorts for the latter.
  const rows = await db.rows<{ day: string | null; players: number }>(sql`
    with active as materialized (
      select (created_at at time zone 'UTC')::date as day, coalesce(debit_player_id, credit_player_id) as player_id
      from transfers
      where created_at >= ${from} and created_at < ${until} and currency = 'GC'
        and type in ('challenge_entry', 'purchase', 'coin_purchase')
      group by 1, 2
    )
    select to_char(day, 'YYYY-MM-DD') as day, count(*) as players from active group by active.day
    union all select null, count(*) from (select from active group by player_id) players
    order by day`);
  return {
    inSpan: rows.find(({ day }) => day === null)?.players ?? 0,
    days: rows.flatMap(({ day, players }) => (day === null ? [] : [{ day, players }])),
  };
}
