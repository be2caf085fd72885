// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import type { SpendingKind, SpendingPeriod } from '../../../contract/responsible-play.ts';
import type { Queryable, Tx } from '../../platform/db/database.ts';
import type { HasAccount } from '../../ports.ts';
import type { Limit } from './rules.ts';

export type LimitRow = Limit & { kind: SpendingKind; period: SpendingPeriod };

export function listLimits(db: Queryable, playerId: string): Promise<LimitRow[]> {
  return db.rows(sql`
    select kind, period, amount, next_amount, next_at from spending_limits where player_id = ${playerId}
    order by kind, period`);
}

/** The stored limits that match each of these, for players with an account; `place`: counted from 0. */
export async function listLimitsBeside(
  db: Queryable,
  limits: readonly (Pick<LimitRow, 'kind' | 'period'> & { playerId: string })[],
  hasAccount: HasAccount,
): Promise<{ place: number; here: Limit }[]> {
  const rows = await db.rows<Limit & { place: number }>(sql`
    select asked.place::int - 1 as place, l.amount, l.next_amount, l.next_at
    from unnest(${limits.map(({ playerId }) => playerId)}::uuid[], ${limits.map(({ kind }) => kind)}::text[],
      ${limits.map(({ period }) => period)}::text[]) with ordinality asked (player_id, kind, period, place)
    left join spending_limits l using (player_id, kind, period)
    where ${hasAccount(sql`asked.player_id`)} order by asked.place`);
  return rows.map(({ place, ...here }) => ({ place, here }));
}

export async function writeLimit(tx: Tx, playerId: string, limit: LimitRow): Promise<void> {
  const { kind, period, amount, nextAmount, nextAt } = limit;
  await tx.run(sql`
    insert into spending_limits (player_id, kind, period, amount, next_amount, next_at)
    values (${playerId}, ${kind}, ${period}, ${amount}, ${nextAmount}, ${nextAt})
    on conflict (player_id, kind, period) do update
      set amount = excluded.amount, next_amount = excluded.next_amount, next_at = excluded.next_at`);
}
