// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import type { Queryable } from '../platform/db/database.ts';
import { getCoinTotals } from './coin-totals.ts';

/** What keeps coins from being redeemed (docs/rules.md, Coin limits). */
export interface Freezing {
  /** Coins bought by card after this moment, which is younger than what leaves the database (transfer-months.ts). */
  cardSince: Date;
  /** Whether coins from events and giveaways can never be redeemed. */
  isBonusFrozen: boolean;
}

/**
 * How many coins of a player's balance may not be redeemed now. Entry fees use up bonus coins first; coins bought by card are
 * spent last.
 */
export async function frozenCoins(
  db: Queryable,
  playerId: string,
  { cardSince, isBonusFrozen }: Freezing,
): Promise<number> {
  const card = await sumBoughtSince(db, playerId, cardSince);
  if (!isBonusFrozen) return card;
  let [bonus, entered] = [0, 0];
  for (const { type, earned, spent } of await getCoinTotals(db, playerId)) {
    if (type === 'event_reward' || type === 'giveaway_prize') bonus += earned;
    if (type === 'challenge_entry') entered += spent;
    if (type === 'challenge_refund') entered -= earned;
  }
  return card + Math.max(0, bonus - entered);
}

/**
 * What a player bought by card since then. Walks back from their newest transfer, so it reads no more than came since, however much
 * came before. Ids ascend as transfers were applied, times as their transactions began: an hour sooner at the most. By the
 * index of times it would go through everybody's transfers, so times are not named bare.
 */
async function sumBoughtSince(db: Queryable, playerId: string, since: Date): Promise<number> {
  const at = sql`(created_at + interval '0')`;
  const { card } = await db.one<{ card: number }>(sql`
    select coalesce(sum(came.amount), 0)::bigint as card
    from unnest(array[${playerId}]::uuid[]) player (id), lateral (
      select amount from transfers
      where credit_player_id = player.id and currency = 'GC' and type = 'coin_purchase' and ${at} > ${since}
        and id > coalesce((
          select id from transfers where credit_player_id = player.id and ${at} < ${since}::timestamptz - interval '1 hour'
          order by id desc limit 1), 0)
    ) came`);
  return card;
}
