// SPDX-License-Identifier: Apache-2.0

import sql, { type Sql } from 'sql-template-tag';
import type { Queryable, Tx } from '../platform/db/database.ts';
import { type BonusMove, bonusLeftAfter } from './rules.ts';

/** If a reading goes through at least this many transfers, its result is kept for the next one. */
const keptFrom = 200;

/** All bonus coins of a player's archived months, as though no fee had used any of them up. */
const carriedBonus = (player: Sql) => sql`
  select sum(earned)::bigint from carried_wallets
  where player_id = ${player} and currency = 'GC' and type in ('event_reward', 'giveaway_prize')`;

const kindOfMove = sql`case
  when type in ('event_reward', 'giveaway_prize') then 'bonus'
  when type = 'challenge_entry' then 'fee'
  when type = 'challenge_refund' or idempotency_key like 'attempt:%:overturned-refund' then 'fee_back'
  when idempotency_key like 'event-reward:%:reversal%' then 'bonus_back' end`;

/** What `moves` start from, how many transfers were read for them, and the id of the last; null if there was none. */
interface Beginning {
  left: number;
  isKept: boolean;
  /** Some of the player's transfers are archived. */
  isCarried: boolean;
  transfers: number;
  lastId: number | null;
}

/**
 * The moves that affect a player's bonus coins, in order, and what they start from: the kept result, or else all bonus
 * coins of archived months, which is the most that it can be. Archiving a month keeps the result of its end
 * (`keepBonusOfMonth`), so only months that were archived before that was done start so. One statement: with two, a month that is archived
 * in between would be counted twice or not at all, since its transfers leave the table at the moment in which the sums
 * include them.
 */
function listMoves(
  db: Queryable,
  playerId: string,
  { isAnew }: { isAnew: boolean },
): Promise<Beginning & { moves: BonusMove[] }> {
  return db.one(sql`
    with kept as (
      select bonus_up_to_id as up_to_id, bonus_left from statement_sums
      where player_id = ${playerId} and not ${isAnew} and bonus_up_to_id >= coalesce((
        select max(last_id) from carried_wallets where player_id = ${playerId} and currency = 'GC'), 0)
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
      coalesce((select bonus_left from kept), (${carriedBonus(sql`${playerId}::uuid`)}), 0) as left,
      exists (select from carried_wallets where player_id = ${playerId} and currency = 'GC') as is_carried,
      coalesce((
        select json_agg(json_build_object('kind', kind, 'amount', amount, 'reference', reference) order by id)
        from sorted where kind is not null), '[]') as moves`);
}

/**
 * How many coins from events and giveaways a player has not used up by fees. Refunds and reversals undo the move that
 * they refer to. If that is older than the kept result, all moves are read again; where some of them are archived, what came
 * back counts as bonus coins.
 */
export async function readBonusLeft(db: Queryable, playerId: string): Promise<number> {
  let found = await listMoves(db, playerId, { isAnew: false });
  let { left, unknown } = bonusLeftAfter(found.left, found.moves);
  const isMissed = found.isKept && unknown && !found.isCarried;
  if (isMissed) {
    found = await listMoves(db, playerId, { isAnew: true });
    ({ left, unknown } = bonusLeftAfter(found.left, found.moves));
  }
  const { lastId, transfers } = found;
  if (lastId !== null && transfers >= keptFrom) await keepLeft(db, playerId, { upToId: lastId, left });
  return left;
}

async function keepLeft(
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

/**
 * Keeps, before a month's transfers are archived, how many bonus coins each of its players had left at its end: sums no
 * longer tell in which order coins came and fees were paid. What was given back within the month is netted with its move,
 * like `bonusLeftAfter` does; what came back of an earlier month counts when it came. Zero is kept too: without it, all
 * bonus coins of archived months would count as unused.
 *
 * A fee takes no more than there is, so what is left is the sum of all moves less the lowest sum on the way, if that is
 * below zero.
 * @param part the month's partition of `transfers`; call it before its sums are carried
 * @param until the first id that is not of the month
 */
export async function keepBonusOfMonth(tx: Tx, part: Sql, until: string): Promise<void> {
  await tx.run(sql`
    with moved as (
      select id, credit_player_id as player_id, type, amount, reference, idempotency_key from ${part}
      where credit_player_id is not null and currency = 'GC'
      union all
      select id, debit_player_id, type, -amount, reference, idempotency_key from ${part}
      where debit_player_id is not null and currency = 'GC'
    ), start as (
      select m.player_id, coalesce(kept.up_to, 0) as up_to,
        coalesce(kept.bonus_left, (${carriedBonus(sql`m.player_id`)}), 0) as bonus
      from (select distinct player_id from moved) m
      left join lateral (
        select bonus_up_to_id as up_to, bonus_left from statement_sums s
        where s.player_id = m.player_id and bonus_up_to_id >= coalesce((
          select max(last_id) from carried_wallets c where c.player_id = m.player_id and currency = 'GC'), 0)
      ) kept on true
    ), netted as (
      select player_id, reference, left(kind, 3) as what, min(id) as id, sum(amount)::bigint as amount
      from (select moved.*, ${kindOfMove} as kind from moved) m join start using (player_id)
      where kind is not null and id > start.up_to
      group by player_id, reference, left(kind, 3)
    ), walked as (
      select player_id, id, start.bonus + sum(amount) over (partition by player_id order by id) as sum
      from netted join start using (player_id)
    ), ended as (
      select player_id, (array_agg(sum order by id desc))[1] - least(0, min(sum)) as bonus_left from walked group by player_id
    )
    insert into statement_sums as s (player_id, up_to_id, totals, bonus_up_to_id, bonus_left)
    select player_id, 0, '[]', ${until}::bigint - 1, coalesce(ended.bonus_left, start.bonus)
    from start left join ended using (player_id)
    where start.up_to < ${until}::bigint - 1
    order by player_id
    on conflict (player_id) do update set bonus_up_to_id = excluded.bonus_up_to_id, bonus_left = excluded.bonus_left
    where coalesce(s.bonus_up_to_id, 0) < excluded.bonus_up_to_id`);
}
