// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import type { Currency } from '../../../contract/wallet.ts';
import type { TransferType } from '../../ledger/transfer.ts';
import type { Queryable } from '../../platform/db/database.ts';
import type { TypeTotal } from './rules.ts';

export interface TransferRow {
  id: number;
  type: TransferType;
  currency: Currency;
  /** Signed: negative left the wallet. */
  amount: number;
  description: string;
  createdAt: Date;
}

/**
 * Coins of a player by kind of transfer: what was kept, or what was carried of months that left, and what moved since, of which the last
 * one is told. In one statement: a month that leaves between two would be counted twice or not at all.
 */
export function sumCoinsByType(
  db: Queryable,
  playerId: string,
): Promise<(TypeTotal & { lastId: number | null })[]> {
  return db.rows(sql`
    with kept as (
      select up_to_id, totals from statement_sums
      where player_id = ${playerId} and up_to_id >= (select coalesce(max(until_id), 0) from carried_months) - 1
    )
    select t.type::transfer_type, t.earned, t.spent, t.transfers, null::bigint as last_id
    from kept, jsonb_to_recordset(totals) as t (type text, earned bigint, spent bigint, transfers bigint)
    union all
    select type, earned, spent, transfers, null from carried_wallets
    where player_id = ${playerId} and currency = 'GC' and not exists (select from kept)
    union all
    select type, sum(earned)::bigint, sum(spent)::bigint, count(*), max(id)
    from (
      select id, type, amount as earned, 0 as spent from transfers
      where credit_player_id = ${playerId} and currency = 'GC' and id > coalesce((select up_to_id from kept), 0)
      union all
      select id, type, 0, amount from transfers
      where debit_player_id = ${playerId} and currency = 'GC' and id > coalesce((select up_to_id from kept), 0)
    ) entries
    group by type`);
}

/**
 * A page of a player's transfers of all currencies, newest first: at most `limit` with ids below `before`, of the
 * given types. Each branch walks its own index backwards, so a page costs the same however long the history is. The
 * player comes out of a list: of one with a good part of all transfers the planner, knowing who it is, would walk
 * through everybody's to find theirs.
 */
export function listTransfersBefore(
  db: Queryable,
  playerId: string,
  { before, limit, types }: { before: string | undefined; limit: number; types: readonly TransferType[] },
): Promise<TransferRow[]> {
  const below = before ?? '9223372036854775807';
  return db.rows<TransferRow>(sql`
    select entry.* from unnest(array[${playerId}]::uuid[]) player (id), lateral (
      (select id, type, currency, amount, description, created_at from transfers
        where credit_player_id = player.id and id < ${below} and type = any(${types})
        order by id desc limit ${limit})
      union all
      (select id, type, currency, -amount, description, created_at from transfers
        where debit_player_id = player.id and id < ${below} and type = any(${types})
        order by id desc limit ${limit})
    ) entry
    order by entry.id desc limit ${limit}`);
}
