// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import type { Queryable } from '../platform/db/database.ts';
import { flowsByDay, playersByDay } from './daily-sums.ts';

/** `from` is included, `until` is not. */
export interface Span {
  from: Date;
  until: Date;
}

/** All coins that players hold. */
export async function getCoinsOutstanding(db: Queryable): Promise<number> {
  const { coins } = await db.one<{ coins: number }>(
    sql`select coalesce(sum(balance), 0)::bigint as coins from wallets where currency = 'GC'`,
  );
  return coins;
}

/** How many transfers and wallets there are. */
export function measureLedger(db: Queryable): Promise<{ transfers: number; wallets: number }> {
  return db.one(sql`
    select (select count(*) from transfers) as transfers, (select count(*) from wallets) as wallets`);
}

/** The day (UTC, YYYY-MM-DD) of the first transfer; null if there is none. Ids ascend with time. */
export async function getDayOfFirstTransfer(db: Queryable): Promise<string | null> {
  const { day } = await db.one<{ day: string | null }>(sql`
    select to_char((select created_at from transfers order by id limit 1) at time zone 'UTC', 'YYYY-MM-DD') as day`);
  return day;
}

export interface CoinFlow {
  /** UTC, as YYYY-MM-DD. */
  day: string;
  /** Whether the coins went to players or came from them. */
  direction: 'source' | 'sink';
  type: string;
  amount: number;
  transfers: number;
}

/** The part of a span without daily sums yet (daily-sums.ts). */
const unsummed = ({ from, until }: Span) => sql`
  created_at < ${until} and created_at >= greatest(${from}::timestamptz,
    (select summed_until::timestamp at time zone 'UTC' from ledger_sums))`;

/** The days of a span that have daily sums. */
const summed = ({ from, until }: Span) => sql`
  day >= (${from}::timestamptz at time zone 'UTC')::date and day < (${until}::timestamptz at time zone 'UTC')::date`;

/** Coins between players and the house, by day and reason. A span of whole days (UTC). */
export function listCoinFlows(db: Queryable, span: Span): Promise<CoinFlow[]> {
  return db.rows<CoinFlow>(sql`
    select to_char(day, 'YYYY-MM-DD') as day, case when is_source then 'source' else 'sink' end as direction, type,
      amount, transfers
    from (
      select day, is_source, type, amount, transfers from daily_flows where ${summed(span)}
      union all ${flowsByDay(unsummed(span))}
    ) flow
    order by flow.day, is_source desc, type`);
}

/**
 * How many players entered a challenge, bought a card or bought coins: by day, and in the whole span, which consists of
 * whole days (UTC).
 */
export async function countActivePlayers(
  db: Queryable,
  span: Span,
): Promise<{ inSpan: number; days: { day: string; players: number }[] }> {
  const active = sql`
    (select day, player_id from daily_players where ${summed(span)} union all ${playersByDay(unsummed(span))}) active`;
  // `group by`, since PostgreSQL sorts for `count(distinct)`. Two parallel reads cost less than spilling to disk.
  const [total, days] = await Promise.all([
    db.one<{ players: number }>(
      sql`select count(*) as players from (select from ${active} group by player_id) players`,
    ),
    db.rows<{ day: string; players: number }>(sql`
      select to_char(day, 'YYYY-MM-DD') as day, count(*) as players from ${active}
      group by active.day order by active.day`),
  ]);
  return { inSpan: total.players, days };
}

/** Later than any event. */
export const endOfTime = new Date('9999-01-01T00:00:00Z');

/** Coins between players and the house before a day (UTC) began, by reason. */
export function sumFlows(db: Queryable, until: Date): Promise<Omit<CoinFlow, 'day'>[]> {
  const before = { from: new Date(0), until };
  return db.rows(sql`
    select case when is_source then 'source' else 'sink' end as direction, type, sum(amount)::bigint as amount,
      sum(transfers)::bigint as transfers
    from (
      select is_source, type, amount, transfers from daily_flows where ${summed(before)}
      union all select is_source, type, amount, transfers from (${flowsByDay(unsummed(before))}) since
    ) flow
    group by is_source, type order by type, is_source`);
}

export const sumHeld = (flows: readonly Pick<CoinFlow, 'direction' | 'amount'>[]): number =>
  flows.reduce((sum, { direction, amount }) => sum + (direction === 'source' ? amount : -amount), 0);

/** All coins that players held when a day (UTC) began: all coins received, less all coins spent. */
export async function getCoinsOutstandingAt(db: Queryable, day: Date): Promise<number> {
  return sumHeld(await sumFlows(db, day));
}
