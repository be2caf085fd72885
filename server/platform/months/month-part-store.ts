// SPDX-License-Identifier: Apache-2.0

import sql, { raw } from 'sql-template-tag';
import type { Queryable, Tx } from '../db/database.ts';

/** Names come from the database's catalogue; anything else is refused. */
export function toTableName(word: string) {
  if (!/^[a-z_][a-z0-9_]*$/.test(word)) throw new Error(`${word} is no name of a table`);
  return raw(word);
}

/** @param lockMs given by `tryForLocks`, which repeats the work */
export async function waitBriefly(tx: Tx, lockMs: number): Promise<void> {
  await tx.run(sql`set local lock_timeout = ${raw(String(lockMs))}`);
}

export async function listPartedTables(db: Queryable): Promise<string[]> {
  const rows = await db.rows<{ name: string }>(sql`
    select distinct table_name as name from month_parts order by 1`);
  return rows.map(({ name }) => name);
}

export async function addMonth(tx: Tx, table: string, ahead: number): Promise<void> {
  await tx.run(sql`
    select add_month(${table}::text,
      (date_trunc('month', now() at time zone 'UTC') + make_interval(months => ${ahead}::int))::date)`);
}

export async function numberByMonth(db: Queryable, table: string): Promise<void> {
  await db.run(sql`select number_by_month(${table}::text)`);
}

export interface MonthPart {
  part: string;
  /** In the database's notation: FOR VALUES FROM (...) TO (...). */
  bounds: string;
  /** The part's keys are below it. */
  until: string;
}

/** Parts whose last month ended at least this many months before the current one began, oldest first. */
export function listOldParts(db: Queryable, table: string, months: number): Promise<MonthPart[]> {
  return db.rows(sql`
    select m.part, b.bounds, substring(b.bounds from 'TO \\(''([^'']+)''\\)') as until
    from month_parts m
    join pg_class c on c.relname = m.part and c.relnamespace = to_regnamespace('months'),
      lateral (select pg_get_expr(c.relpartbound, c.oid) as bounds) b
    where m.table_name = ${table}
      and m.month + make_interval(months => ${months}::int) < date_trunc('month', now() at time zone 'UTC')
    order by m.month, m.part ~ '_to_\\d{4}_\\d{2}$' desc`);
}

export interface MonthsAhead {
  table: string;
  /** How many of the coming months have a partition, up to the first that lacks one. */
  months: number;
  /** Whether there are rows that no month's partition accepts. */
  hasStrays: boolean;
}

export async function readMonthsAhead(db: Queryable): Promise<MonthsAhead[]> {
  const states: MonthsAhead[] = [];
  for (const table of await listPartedTables(db)) {
    const state = await db.one<Omit<MonthsAhead, 'table'>>(sql`
      select
        (select count(*) from (
          select bool_and(exists (
            select from month_parts p where p.table_name = ${table}
              and (p.month = n.month or p.part ~ '_to_\\d{4}_\\d{2}$' and p.month >= n.month))) over (order by n.month) as is_there
          from (
            select (date_trunc('month', now() at time zone 'UTC') + make_interval(months => ahead))::date as month
            from generate_series(1, 12) as ahead
          ) n
        ) next where is_there) as months,
        exists (select from months.${toTableName(`${table}_other`)}) as has_strays`);
    states.push({ table, ...state });
  }
  return states;
}
