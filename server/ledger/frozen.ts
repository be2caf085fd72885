// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import type { Queryable } from '../platform/db/database.ts';
import { readBonusLeft } from './bonus-left.ts';

/** What keeps coins from being redeemed (docs/rules.md, Coin limits). */
export interface Freezing {
  /** Coins bought by card after this moment are frozen. */
  cardSince: Date;
  /** Whether coins from events and giveaways can never be redeemed. */
  isBonusFrozen: boolean;
}

/**
 * How many coins of a player's balance may not be redeemed now. Entry fees use up the bonus coins that are there; coins
 * bought by card count as spent last, whichever way coins are spent; coins that were taken back no longer count.
 */
export async function getFrozenCoins(
  db: Queryable,
  playerId: string,
  { cardSince, isBonusFrozen }: Freezing,
): Promise<number> {
  const card = await sumBoughtSince(db, playerId, cardSince);
  if (!isBonusFrozen) return card;
  return card + (await readBonusLeft(db, playerId));
}

/**
 * The coins that a player bought by card since then, less those taken back. Walks back from the newest transfer, so that
 * it reads only what came since, however long the history. Ids ascend in the order in which transfers were applied,
 * `created_at` is when the transaction began: at most an hour earlier. `at` is an expression, since by the index on times
 * PostgreSQL would go through all players' transfers.
 */
async function sumBoughtSince(db: Queryable, playerId: string, since: Date): Promise<number> {
  const at = sql`(created_at + interval '0')`;
  const { card } = await db.one<{ card: number }>(sql`
    with first as (
      select coalesce((
        select id from transfers where credit_player_id = ${playerId} and ${at} < ${since}::timestamptz - interval '1 hour'
        order by id desc limit 1), 0) as id
    ), came as (
      select amount, reference from transfers
      where credit_player_id = ${playerId} and currency = 'GC' and type = 'coin_purchase' and ${at} > ${since}
        and id > (select id from first)
    ), back as (
      select -amount as amount, reference from transfers
      where debit_player_id = ${playerId} and currency = 'GC' and type = 'reversal' and id > (select id from first)
      union all
      select amount, reference from transfers
      where credit_player_id = ${playerId} and currency = 'GC' and type = 'reversal' and id > (select id from first)
    )
    select coalesce(sum(amount), 0)::bigint as card from (
      select amount from came
      union all
      select amount from back where reference in (select reference from came)
    ) moved`);
  return card;
}
