// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import type { GameId } from '../../../../contract/games/game.ts';
import { isUniqueViolation, type Queryable, type Tx } from '../../../platform/db/database.ts';
import type { Refusal } from '../../../platform/refusal.ts';
import { provisionalKey } from '../rules.ts';
import { refuseAccount } from './refuse-account.ts';

export interface GameAccount {
  /** The account's lasting id, or `name:...` while no id is known. */
  key: string;
  name: string;
}

interface Binding extends GameAccount {
  playerId: string;
}

export function findBoundAccount(
  db: Queryable,
  game: GameId,
  playerId: string,
): Promise<Binding | undefined> {
  return db.row<Binding>(sql`
    select key, name, player_id from game_accounts where game = ${game} and player_id = ${playerId}`);
}

/** The players whom the account is bound to, by its id or, while that is unknown, by its name. */
export function getOwners(db: Queryable, game: GameId, account: GameAccount): Promise<Binding[]> {
  const keys = [account.key, provisionalKey(account.name)];
  return db.rows<Binding>(sql`
    select key, name, player_id from game_accounts
    where game = ${game} and key = any(${keys}) order by player_id`);
}

/**
 * Keeps these players from entering a challenge until the transaction ends, and waits for entries in progress: an
 * attempt references its player's row, which this locks.
 */
export async function holdEntries(tx: Tx, playerIds: readonly string[]): Promise<void> {
  await tx.run(sql`select from player_states where id = any(${playerIds}) order by id for update`);
}

export async function unbindAccount(tx: Tx, game: GameId, playerId: string): Promise<void> {
  await tx.run(sql`delete from game_accounts where game = ${game} and player_id = ${playerId}`);
}

/** The player's accounts of all games. */
export function listBoundAccounts(
  db: Queryable,
  playerId: string,
): Promise<{ game: GameId; name: string; boundAt: Date }[]> {
  return db.rows(sql`
    select game, name, bound_at from game_accounts where player_id = ${playerId} order by game`);
}

/** Frees the player's accounts for others, and removes their names and ids from decided attempts. */
export async function forgetGameAccounts(tx: Tx, playerId: string): Promise<void> {
  await tx.run(sql`delete from game_accounts where player_id = ${playerId}`);
  await tx.run(sql`
    update attempts set epic_name = 'Deleted', epic_account_key = 'deleted:' || id
    where player_id = ${playerId} and completed_at is not null`);
}

/**
 * The player's binding if `account` may be theirs. Refuses if it is bound to another player, or the player to another
 * account of the game.
 */
export async function checkBinding(
  db: Queryable,
  game: GameId,
  playerId: string,
  account: GameAccount,
): Promise<Binding | undefined | Refusal> {
  const keys = [account.key, provisionalKey(account.name)];
  const rows = await db.rows<Binding>(sql`
    select key, name, player_id from game_accounts
    where game = ${game} and (player_id = ${playerId} or key = any(${keys}))`);
  if (rows.some((row) => row.playerId !== playerId)) return refuseAccount('taken', game);
  const own = rows[0];
  if (own && !keys.includes(own.key)) return refuseAccount('differs', game, { bound: own.name });
  return own;
}

/**
 * Binds `account` to the player at the first entry, and updates its id and name later. If two players race for the same
 * account, throws an error that `isBoundMeanwhile` recognizes.
 */
export async function bindAccount(
  tx: Tx,
  game: GameId,
  playerId: string,
  account: GameAccount,
  at: Date,
): Promise<Refusal | undefined> {
  const own = await checkBinding(tx, game, playerId, account);
  if (own && 'refused' in own) return own;
  if (!own) {
    await tx.run(sql`
      insert into game_accounts (game, key, player_id, name, bound_at)
      values (${game}, ${account.key}, ${playerId}, ${account.name}, ${at})`);
  } else if (own.key !== account.key || own.name !== account.name) {
    await tx.run(sql`
      update game_accounts set key = ${account.key}, name = ${account.name}
      where game = ${game} and player_id = ${playerId}`);
  }
  return undefined;
}

/** Whether an account was bound to another player meanwhile. */
export const isBoundMeanwhile = (error: unknown) => isUniqueViolation(error, 'epic_accounts_key');

/** Whether two players ever entered with the same game account; practice counts here too. */
export async function shareGameAccount(db: Queryable, one: string, other: string): Promise<boolean> {
  const row = await db.row(sql`
    select from attempts a join attempts b using (game, epic_account_key)
    where a.player_id = ${one} and b.player_id = ${other} limit 1`);
  return row !== undefined;
}
