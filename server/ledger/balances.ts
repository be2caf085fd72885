import sql from 'sql-template-tag';
import type { Currency } from '../../contract/wallet.ts';
import type { Queryable, Tx } from '../platform/db/database.ts';

/** A player's balances. Only a claw-back can take coins or XP below zero. */
export interface Balances {
  gamerCoins: number;
  xp: number;
  referralTokens: number;
}

/** Opens an empty wallet per currency for a new player. Nothing can move without one. */
export async function openWallets(tx: Tx, playerId: string): Promise<void> {
  await tx.run(sql`
    insert into wallets (player_id, currency)
    select ${playerId}, unnest(enum_range(null::currency))
    on conflict (player_id, currency) do nothing`);
}

/** A player's current balances; zeros if they have no wallet. */
export async function balances(db: Queryable, playerId: string): Promise<Balances> {
  const rows = await db.rows<{ currency: Currency; balance: number }>(
    sql`select currency, balance from wallets where player_id = ${playerId}`,
  );
  const of = (currency: Currency) => rows.find((row) => row.currency === currency)?.balance ?? 0;
  return { gamerCoins: of('GC'), xp: of('XP'), referralTokens: of('REFERRAL_TOKEN') };
}

/** Gamer Coins per player; players without a wallet are missing. */
export async function getCoins(db: Queryable, playerIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await db.rows<{ playerId: string; balance: number }>(sql`
    select player_id, balance from wallets
    where player_id = any(${playerIds}) and currency = 'GC'`);
  return new Map(rows.map(({ playerId, balance }) => [playerId, balance]));
}
