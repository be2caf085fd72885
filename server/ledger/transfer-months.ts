// SPDX-License-Identifier: Apache-2.0

import sql, { type Sql } from 'sql-template-tag';
import type { Tx } from '../platform/db/database.ts';
import { toTableName } from '../platform/months/month-part-store.ts';
import type { PartedTable } from '../platform/months/parted-table.ts';
import { keepBonusOfMonth } from './bonus-left.ts';
import { carrySealPads, monthSeal, type SealPads, walletSeal } from './carry-seals.ts';

/** What moved in `transfers` (the table or a partition), by currency, type and house accounts. */
export const selectFlows = (transfers: Sql) => sql`
  select currency, type, debit_house, credit_house, sum(amount)::bigint as amount, count(*) as transfers
  from ${transfers} group by 1, 2, 3, 4`;

/** What players earned and spent in `transfers`. */
export const selectEntries = (transfers: Sql) => sql`
  select player_id, currency, type, sum(earned)::bigint as earned, sum(spent)::bigint as spent, count(*) as transfers,
    min(id) as first_id, max(id) as last_id
  from (
    select id, credit_player_id as player_id, currency, type, amount as earned, 0 as spent from ${transfers}
    where credit_player_id is not null
    union all
    select id, debit_player_id, currency, type, 0, amount from ${transfers} where debit_player_id is not null
  ) entry
  group by 1, 2, 3`;

async function carryMonth(
  tx: Tx,
  part: Sql,
  month: { part: string; until: string },
  pads: SealPads,
): Promise<void> {
  // One at a time: months are numbered consecutively.
  await tx.run(sql`lock table carried_months in share row exclusive mode`);
  const added = await tx.run(sql`
    with last as (
      select number, seal from carried_months order by number desc limit 1
    ), c as (
      select ${month.part}::text as part, coalesce((select number from last), 0) + 1 as number,
        ${month.until}::bigint as until_id, m.*,
        (select coalesce(jsonb_agg(to_jsonb(f) order by currency, type, debit_house, credit_house), '[]')
          from (${selectFlows(part)}) f) as flows
      from (select count(*) as transfers, min(created_at) as first_at, max(created_at) as last_at from ${part}) m
    )
    insert into carried_months (part, number, until_id, transfers, first_at, last_at, flows, seal)
    select c.*, ${monthSeal(sql`(select seal from last)`, pads)} from c`);
  if (added !== 1) throw new Error(`${month.part} was not carried`);

  const { between } = await tx.one<{ between: number }>(sql`
    select count(*) as between from ${part} where debit_player_id is not null and credit_player_id is not null`);
  if (between > 0)
    throw new Error(`${month.part} has transfers between players, which no archive holds twice`);

  const { moved } = await tx.one<{ moved: number }>(sql`
    select count(*) as moved from (${selectEntries(part)}) e`);
  // A row that was tampered with does not get a new seal.
  const carried = await tx.run(sql`
    insert into carried_wallets as old (player_id, currency, type, earned, spent, transfers, first_id, last_id, seal)
    select c.*, ${walletSeal(pads)}
    from (
      select e.player_id, e.currency, e.type, e.earned + coalesce(k.earned, 0) as earned,
        e.spent + coalesce(k.spent, 0) as spent, e.transfers + coalesce(k.transfers, 0) as transfers,
        coalesce(k.first_id, e.first_id) as first_id, e.last_id
      from (${selectEntries(part)}) e left join carried_wallets k using (player_id, currency, type)
      where k.seal is null or k.seal = (select ${walletSeal(pads)} from (select k.*) c)
    ) c
    on conflict (player_id, currency, type) do update set earned = excluded.earned, spent = excluded.spent,
      transfers = excluded.transfers, last_id = excluded.last_id, seal = excluded.seal`);
  if (carried !== moved) {
    throw new Error(`${moved - carried} carried sums are not as they were sealed: ${month.part} stays`);
  }
}

/** A timestamp in the form that is sealed, with microseconds. */
const at = sql`to_char(r.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

/**
 * Transfers, partitioned by month by ranges of their ids, and sorted by player in the archive. Before a month is
 * archived, what each player and house account had by its end is carried forward and sealed (docs/decisions/0062).
 * @param cardHoldMs how long coins bought by card are held back; transfers must stay at least as long
 */
export const transferMonths = ({ cardHoldMs }: { cardHoldMs: number }): PartedTable => ({
  name: 'transfers',
  key: 'id',
  sortedBy: sql`transfer_archive_key(debit_player_id, credit_player_id, id)`,
  row: sql`to_jsonb(r) || jsonb_build_object('created_at', ${at})`,
  isInOrder: true,
  // New transfers may still get its ids, some are not sealed and counted, or a day is not summed up or still held back.
  isUnderWay: (until) => sql`
    coalesce(pg_sequence_last_value(pg_get_serial_sequence('transfers', 'id')), 0) < ${until}::bigint - 1
    or (select up_to_id from sealed_transfers) < ${until}::bigint - 1
    or exists (
      select from transfers
      where id < ${until}::bigint and created_at >= least(
        coalesce((select summed_until from ledger_sums)::timestamp at time zone 'UTC', '-infinity'),
        now() - make_interval(secs => ${cardHoldMs / 1_000})))`,
  async beforeDrop(tx, month, appSecret) {
    const part = sql`months.${toTableName(month.part)}`;
    await keepBonusOfMonth(tx, part, month.until);
    await carryMonth(tx, part, month, carrySealPads(appSecret));
  },
});
