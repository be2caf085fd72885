// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import type { Queryable } from '../platform/db/database.ts';
import { readBonusLeft } from './bonus-left.ts';

/** The conditions that keep coins from being redeemed (docs/rules/coin-limits.md, 12). */
export interface Freezing {
  /** Coins bought by card after this time are frozen. */
  cardSince: Date;
  /** Whether coins from events and giveaways can never be redeemed. */
  isBonusFrozen: boolean;
}

export interface FrozenCoins {
  /** Coins bought by card too recently, and when the last of them was bought. */
  card: number;
  lastBoughtAt: Date | null;
  /** Coins from events and giveaways. */
  bonus: number;
}

/**
 * How many coins of a player's balance cannot be redeemed now. Entry fees use up available bonus coins first; coins
 * bought by card count as spent last, whichever way coins are spent; coins that were taken back no longer count.
 */
export async function getFrozenCoins(
  db: Queryable,
  playerId: string,
  { cardSince, isBonusFrozen }: Freezing,
): Promise<FrozenCoins> {
  const bought = await sumBoughtSince(db, playerId, cardSince);
  return { ...bought, bonus: isBonusFrozen ? await readBonusLeft(db, playerId) : 0 };
}

/**
 * The coins that a player bought by card since then, less those taken back. Walks back from the newest transfer, so
 * that it reads only newer ones, however long the history. Ids ascend in the order in which transfers were applied,
 * `created_at` is when the transaction began: at most an hour earlier. `at` is an expression, since with the index on
 * times PostgreSQL would read all players' transfers.
 */
async function sumBoughtSince(
  db: Queryable,
  playerId: string,
  since: Date,
): Promise<Omit<FrozenCoins, 'bonus'>> {
  const at = sql`(created_at + interval '0')`;
  return db.one<Omit<FrozenCoins, 'bonus'>>(sql`
    with first as (
      select coalesce((
        select id from transfers where credit_player_id = ${playerId} and ${at} < ${since}::timestamptz - interval '1 hour'
        order by id desc limit 1), 0) as id
    ), came as (
      select amount, reference, created_at from transfers
      where credit_player_id = ${playerId} and currency = 'GC' and type = 'coin_purchase' and ${at} > ${since}
        and id > (select id from first)
    ), back as (
      select -amount as amount, reference from transfers
      where debit_player_id = ${playerId} and currency = 'GC' and type = 'reversal' and id > (select id from first)
      union all
      select amount, reference from transfers
      where credit_player_id = ${playerId} and currency = 'GC' and type = 'reversal' and id > (select id from first)
    )
    select coalesce(sum(amount), 0)::bigint as card, max(at) filter (where amount > 0) as "lastBoughtAt" from (
      select sum(amount) as amount, max(created_at) as at from (
        select amount, reference, created_at from came
        union all
        select amount, reference, null from back where reference in (select reference from came)
      ) moved group by reference
    ) payments`);
}
