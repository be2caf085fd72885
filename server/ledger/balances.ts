// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import type { Currency } from '../../contract/wallet.ts';
import type { Queryable, Tx } from '../platform/db/database.ts';
import { type Part, part, readPart } from '../platform/db/parts.ts';

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

/** A player's current balances as a part of a statement; zeros if they have no wallet. */
export function balancesPart(playerId: string): Part<Balances> {
  return part<Partial<Record<Currency, number>> | null, Balances>(
    sql`select json_object_agg(currency, balance) from wallets where player_id = ${playerId}`,
    (found) => ({
      gamerCoins: found?.GC ?? 0,
      xp: found?.XP ?? 0,
      referralTokens: found?.REFERRAL_TOKEN ?? 0,
    }),
  );
}

/** A player's current balances; zeros if they have no wallet. */
export function getBalances(db: Queryable, playerId: string): Promise<Balances> {
  return readPart(db, balancesPart(playerId));
}

/** Gamer Coins per player; players without a wallet are missing. */
export async function getCoins(db: Queryable, playerIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await db.rows<{ playerId: string; balance: number }>(sql`
    select player_id, balance from wallets
    where player_id = any(${playerIds}) and currency = 'GC'`);
  return new Map(rows.map(({ playerId, balance }) => [playerId, balance]));
}
