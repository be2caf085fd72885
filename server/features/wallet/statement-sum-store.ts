// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import type { Queryable } from '../../platform/db/database.ts';
import type { TypeTotal } from './rules.ts';
import { sumCoinsByType } from './transfer-store.ts';

/** Where a reading added up so many transfers, their sums are kept for the next one. */
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

/**
 * All coins of a player that ever moved, by kind of transfer.
 * @param from where they are read, which may be a replica
 */
export async function getCoinTotals(db: Queryable, playerId: string, from = db): Promise<TypeTotal[]> {
  const parts = await sumCoinsByType(from, playerId);
  const totals = addUp(parts);
  const fresh = parts.flatMap(({ lastId, transfers }) => (lastId === null ? [] : [{ lastId, transfers }]));
  if (fresh.reduce((sum, { transfers }) => sum + transfers, 0) >= keptFrom) {
    const upToId = Math.max(...fresh.map(({ lastId }) => lastId));
    await db.run(sql`
      insert into statement_sums as s (player_id, up_to_id, totals)
      values (${playerId}, ${upToId}, ${JSON.stringify(totals)}::jsonb)
      on conflict (player_id) do update set up_to_id = excluded.up_to_id, totals = excluded.totals
      where s.up_to_id < excluded.up_to_id`);
  }
  return totals;
}
