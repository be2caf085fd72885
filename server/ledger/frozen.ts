// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import type { Queryable } from '../platform/db/database.ts';

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
  const { card, bonus, entered } = await db.one<{ card: number; bonus: number; entered: number }>(sql`
    select coalesce(sum(earned) filter (where type = 'coin_purchase' and created_at > ${cardSince}), 0)::bigint as card,
      coalesce(sum(earned) filter (where type in ('event_reward', 'giveaway_prize')), 0)::bigint as bonus,
      (coalesce(sum(spent) filter (where type = 'challenge_entry'), 0)
        - coalesce(sum(earned) filter (where type = 'challenge_refund'), 0))::bigint as entered
    from (
      select type, created_at, amount as earned, 0 as spent from transfers
      where credit_player_id = ${playerId} and currency = 'GC'
      union all
      select type, null, 0, amount from transfers
      where debit_player_id = ${playerId} and currency = 'GC' and type = 'challenge_entry'
      union all
      select type, null, earned, spent from carried_wallets where player_id = ${playerId} and currency = 'GC'
    ) moved`);
  return card + (isBonusFrozen ? Math.max(0, bonus - entered) : 0);
}
