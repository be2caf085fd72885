// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import type { Queryable } from '../platform/db/database.ts';
import { DatabaseUnavailable } from '../platform/postgres/unavailable.ts';
import type { TransferType } from './transfer.ts';

/** A player's coins by one type of transfer: how many came in and how many went out, in how many transfers. */
export interface TypeTotal {
  type: TransferType;
  earned: number;
  spent: number;
  transfers: number;
}

/** From this many transfers on, a reading stores its sums for the next one. */
const keptFrom = 200;

function addUp(parts: readonly TypeTotal[]): TypeTotal[] {
  const byType = new Map<TypeTotal['type'], TypeTotal>();
  for (const { type, earned, spent, transfers } of parts) {
    const before = byType.get(type) ?? { earned: 0, spent: 0, transfers: 0 };
    byType.set(type, {
      type,
      earned: before.earned + earned,
      spent: before.spent + spent,
      transfers: before.transfers + transfers,
    });
  }
  return [...byType.values()];
}

/** A player's coins by type of transfer: the stored sums, plus later transfers, with the id of the last one. */
function sumCoinsByType(db: Queryable, playerId: string): Promise<(TypeTotal & { lastId: number | null })[]> {
  return db.rows(sql`
    with kept as (
      select up_to_id, totals from statement_sums
      where player_id = ${playerId}
    )
    select t.type::transfer_type, t.earned, t.spent, t.transfers, null::bigint as last_id
    from kept, jsonb_to_recordset(totals) as t (type text, earned bigint, spent bigint, transfers bigint)
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

/** A player's all-time coins, by type of transfer. */
export async function getCoinTotals(db: Queryable, playerId: string): Promise<TypeTotal[]> {
  const parts = await sumCoinsByType(db, playerId);
  const totals = addUp(parts);
  const fresh = parts.flatMap(({ lastId, transfers }) => (lastId === null ? [] : [{ lastId, transfers }]));
  if (fresh.reduce((sum, { transfers }) => sum + transfers, 0) >= keptFrom) {
    const upToId = Math.max(...fresh.map(({ lastId }) => lastId));
    await keepTotals(db, { playerId, upToId, totals }).catch((error) => {
      // While the database is read-only, the next reading just repeats the sum. In a transaction, the failure has
      // undone the rest too, so it is thrown.
      if (!(error instanceof DatabaseUnavailable) || 'inTransaction' in db) throw error;
    });
  }
  return totals;
}

async function keepTotals(
  db: Queryable,
  { playerId, upToId, totals }: { playerId: string; upToId: number; totals: readonly TypeTotal[] },
): Promise<void> {
  await db.run(sql`
    insert into statement_sums as s (player_id, up_to_id, totals)
    values (${playerId}, ${upToId}, ${JSON.stringify(totals)}::jsonb)
    on conflict (player_id) do update set up_to_id = excluded.up_to_id, totals = excluded.totals
    where s.up_to_id < excluded.up_to_id`);
}
