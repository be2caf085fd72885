// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import type { Queryable } from '../platform/db/database.ts';
import { type BonusMove, bonusLeftAfter } from './rules.ts';

/** From this many transfers on, a reading stores its result for the next one. */
const keptFrom = 200;

const kindOfMove = sql`case
  when type in ('event_reward', 'giveaway_prize') then 'bonus'
  when type = 'challenge_entry' then 'fee'
  when type = 'challenge_refund' or idempotency_key like 'attempt:%:overturned-refund' then 'fee_back'
  when idempotency_key like 'event-reward:%:reversal%' then 'bonus_back' end`;

/** The state before `moves`, how many transfers were read for them, and the id of the last; null without any. */
interface Beginning {
  left: number;
  isKept: boolean;
  transfers: number;
  lastId: number | null;
}

/** The moves that affect a player's bonus coins, in order, since the stored result or from the first. */
function listMoves(
  db: Queryable,
  playerId: string,
  { isAnew }: { isAnew: boolean },
): Promise<Beginning & { moves: BonusMove[] }> {
  return db.one(sql`
    with kept as (
      select bonus_up_to_id as up_to_id, bonus_left from statement_sums
      where player_id = ${playerId} and not ${isAnew} and bonus_up_to_id is not null
    ), since as (
      select coalesce((select up_to_id from kept), 0) as id
    ), moved as (
      select id, type, amount, reference, idempotency_key from transfers
      where credit_player_id = ${playerId} and currency = 'GC' and id > (select id from since)
      union all
      select id, type, -amount, reference, idempotency_key from transfers
      where debit_player_id = ${playerId} and currency = 'GC' and id > (select id from since)
    ), sorted as (
      select id, amount, reference, ${kindOfMove} as kind
      from moved
    )
    select exists (select from kept) as is_kept, (select count(*) from moved) as transfers, (select max(id) from moved) as last_id,
      coalesce((select bonus_left from kept), 0) as left,
      coalesce((
        select json_agg(json_build_object('kind', kind, 'amount', amount, 'reference', reference) order by id)
        from sorted where kind is not null), '[]') as moves`);
}

/**
 * How many coins from events and giveaways a player has not spent on fees. Refunds and reversals undo the move in their
 * reference. If that move is older than the stored result, all moves are read again.
 */
export async function readBonusLeft(db: Queryable, playerId: string): Promise<number> {
  let found = await listMoves(db, playerId, { isAnew: false });
  let { left, unknown } = bonusLeftAfter(found.left, found.moves);
  if (found.isKept && unknown) {
    found = await listMoves(db, playerId, { isAnew: true });
    ({ left, unknown } = bonusLeftAfter(found.left, found.moves));
  }
  const { lastId, transfers } = found;
  if (lastId !== null && transfers >= keptFrom) await saveBonusLeft(db, playerId, { upToId: lastId, left });
  return left;
}

async function saveBonusLeft(
  db: Queryable,
  playerId: string,
  { upToId, left }: { upToId: number; left: number },
): Promise<void> {
  await db.run(sql`
    insert into statement_sums as s (player_id, up_to_id, totals, bonus_up_to_id, bonus_left)
    values (${playerId}, 0, '[]', ${upToId}, ${left})
    on conflict (player_id) do update set bonus_up_to_id = excluded.bonus_up_to_id, bonus_left = excluded.bonus_left
    where coalesce(s.bonus_up_to_id, 0) < excluded.bonus_up_to_id`);
}
