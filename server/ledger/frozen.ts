// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import type { Queryable } from '../platform/db/database.ts';
import { readBonusLeft } from './bonus-left.ts';

/** What keeps coins from being redeemed (docs/rules.md, Coin limits). */
export interface Freezing {
  /** Coins bought by card after this moment, which is younger than what leaves the database (transfer-months.ts). */
  cardSince: Date;
  /** Whether coins from events and giveaways can never be redeemed. */
  isBonusFrozen: boolean;
}

/**
 * How many coins of a player's balance may not be redeemed now. Entry fees use up the bonus coins that are there; coins bought by card
 * are spent last, and those that went back are not there any more.
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
 * What a player bought by card since then, less what went back of it. Walks back from their newest transfer, so it reads no more than came since, however much
 * came before. Ids ascend as transfers were applied, times as their transactions began: an hour sooner at the most. By the
 * index of times it would go through everybody's transfers, so times are not named bare.
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
