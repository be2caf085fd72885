// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import {
  type AccountProof,
  accountIn,
  type BoundAccount,
  type GameAccount,
} from '../../../../contract/account-proof.ts';
import type { GameId } from '../../../../contract/games/game.ts';
import type { Queryable, Tx } from '../../../platform/db/database.ts';
import { type Part, part, readPart } from '../../../platform/db/parts.ts';

/** The accounts that a player is bound to, one per game, and their proofs of ownership. */
export function boundAccountsPart(playerId: string): Part<GameAccount[]> {
  return part<GameAccount[], GameAccount[]>(
    sql`
      select coalesce(json_agg(json_build_object('game', a.game, 'epicId', a.name, 'proof',
        case when p.proven_by is not null then json_build_object('by', p.proven_by, 'at', p.proven_at) end)
        order by a.game), '[]')
      from game_accounts a left join game_account_proofs p using (player_id, game, key)
      where a.player_id = ${playerId}`,
    (found) =>
      found.map((one) => ({
        ...one,
        proof: one.proof && { ...one.proof, at: new Date(one.proof.at).toISOString() },
      })),
  );
}

/** Reads `boundAccountsPart` on its own. */
export function readAllBound(db: Queryable, playerId: string): Promise<GameAccount[]> {
  return readPart(db, boundAccountsPart(playerId));
}

/** The account that a player is bound to in one game. */
export async function readBound(db: Queryable, game: GameId, playerId: string): Promise<BoundAccount | null> {
  return accountIn(game, await readAllBound(db, playerId));
}

/**
 * Stores the proofs that Discord gives now, and deletes the ones that it no longer gives. An administrator's proof
 * stays.
 */
export async function replaceDiscordProofs(
  tx: Tx,
  game: GameId,
  playerId: string,
  accountKeys: readonly string[],
  at: Date,
): Promise<void> {
  await tx.run(sql`
    delete from game_account_proofs where player_id = ${playerId} and game = ${game}
      and proven_by = 'discord' and key <> all (${[...accountKeys]}::text[])`);
  await tx.run(sql`
    insert into game_account_proofs (player_id, game, key, proven_by, proven_at)
    select ${playerId}, ${game}, key, 'discord', ${at} from unnest(${[...accountKeys]}::text[]) as shown (key)
    on conflict (player_id, game, key) do nothing`);
}

export async function insertProof(
  tx: Tx,
  game: GameId,
  playerId: string,
  accountKey: string,
  at: Date,
): Promise<void> {
  await tx.run(sql`
    insert into game_account_proofs (player_id, game, key, proven_by, proven_at)
    values (${playerId}, ${game}, ${accountKey}, 'administrator', ${at})
    on conflict (player_id, game, key) do update
    set proven_by = excluded.proven_by, proven_at = excluded.proven_at`);
}

export async function deleteProof(tx: Tx, game: GameId, playerId: string, accountKey: string): Promise<void> {
  await tx.run(sql`
    delete from game_account_proofs where player_id = ${playerId} and game = ${game} and key = ${accountKey}`);
}

/** All of a player's proofs, for the export, including those of accounts that they are not bound to. */
export async function* exportProofs(
  db: Queryable,
  playerId: string,
): AsyncGenerator<{ game: GameId; account: string; by: AccountProof['by']; at: string }> {
  const rows = await db.rows<{ game: GameId; account: string; by: AccountProof['by']; at: Date }>(sql`
    select game, key as account, proven_by as by, proven_at as at from game_account_proofs
    where player_id = ${playerId} order by proven_at, game, key`);
  for (const row of rows) yield { ...row, at: row.at.toISOString() };
}
