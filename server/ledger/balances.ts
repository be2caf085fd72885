import sql from 'sql-template-tag';
import type { Currency } from '../../contract/wallet.ts';
import type { Queryable, Tx } from '../platform/db/database.ts';

/** What a player has. Coins and XP may be below zero after a claw-back only. */
export interface Balances {
  gamerCoins: number;
  xp: number;
  referralTokens: number;
}

/** Gives a new player an empty wallet per currency; nothing can be moved to or from a player without. */
export async function openWallets(tx: Tx, playerId: string): Promise<void> {
  await tx.run(sql`
    insert into wallets (player_id, currency)
    select ${playerId}, unnest(enum_range(null::currency))
    on conflict (player_id, currency) do nothing`);
}

/** The player's balances of now; zeros for somebody without wallets. */
export async function balances(db: Queryable, playerId: string): Promise<Balances> {
  const rows = await db.rows<{ currency: Currency; balance: number }>(
    sql`select currency, balance from wallets where player_id = ${playerId}`,
  );
  const of = (currency: Currency) => rows.find((row) => row.currency === currency)?.balance ?? 0;
  return { gamerCoins: of('GC'), xp: of('XP'), referralTokens: of('REFERRAL_TOKEN') };
}

/** Gamer Coins of each of these players; anyone who has no wallet is missing. */
export async function getCoins(db: Queryable, playerIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await db.rows<{ playerId: string; balance: number }>(sql`
    select player_id as "playerId", balance from wallets
    where player_id = any(${playerIds}) and currency = 'GC'`);
  return new Map(rows.map(({ playerId, balance }) => [playerId, balance]));
}
