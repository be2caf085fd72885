// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import type { AccountProof, BoundAccount } from '../../../../contract/account-proof.ts';
import type { Queryable, Tx } from '../../../platform/db/database.ts';
import { type Part, part, readPart } from '../../../platform/db/parts.ts';

/** The game account that a player is bound to, and whether it was shown to be theirs. */
export function boundAccountPart(playerId: string): Part<BoundAccount | null> {
  return part<BoundAccount | null, BoundAccount | null>(
    sql`
      select json_build_object('epicId', a.epic_name, 'proof', case when p.proven_by is not null
        then json_build_object('by', p.proven_by, 'at', p.proven_at) end)
      from epic_accounts a left join epic_proofs p using (player_id, epic_account_key)
      where a.player_id = ${playerId}`,
    (found) =>
      found && {
        ...found,
        proof: found.proof && { ...found.proof, at: new Date(found.proof.at).toISOString() },
      },
  );
}

/** Reads `boundAccountPart` on its own. */
export function readBound(db: Queryable, playerId: string): Promise<BoundAccount | null> {
  return readPart(db, boundAccountPart(playerId));
}

/**
 * Stores the proofs that Discord gives now, and deletes earlier ones that it no longer gives. An administrator's proof
 * stays.
 */
export async function replaceDiscordProofs(
  tx: Tx,
  playerId: string,
  accountKeys: readonly string[],
  at: Date,
): Promise<void> {
  await tx.run(sql`
    delete from epic_proofs
    where player_id = ${playerId} and proven_by = 'discord' and epic_account_key <> all (${[...accountKeys]}::text[])`);
  await tx.run(sql`
    insert into epic_proofs (player_id, epic_account_key, proven_by, proven_at)
    select ${playerId}, key, 'discord', ${at} from unnest(${[...accountKeys]}::text[]) as shown (key)
    on conflict (player_id, epic_account_key) do nothing`);
}

export async function insertProof(tx: Tx, playerId: string, accountKey: string, at: Date): Promise<void> {
  await tx.run(sql`
    insert into epic_proofs (player_id, epic_account_key, proven_by, proven_at)
    values (${playerId}, ${accountKey}, 'administrator', ${at})
    on conflict (player_id, epic_account_key) do update
    set proven_by = excluded.proven_by, proven_at = excluded.proven_at`);
}

export async function deleteProof(tx: Tx, playerId: string, accountKey: string): Promise<void> {
  await tx.run(sql`
    delete from epic_proofs where player_id = ${playerId} and epic_account_key = ${accountKey}`);
}

/** All of a player's proofs, for the export, including those of accounts that they are not bound to. */
export async function* exportProofs(
  db: Queryable,
  playerId: string,
): AsyncGenerator<{ account: string; by: AccountProof['by']; at: string }> {
  const rows = await db.rows<{ account: string; by: AccountProof['by']; at: Date }>(sql`
    select epic_account_key as account, proven_by as by, proven_at as at from epic_proofs
    where player_id = ${playerId} order by proven_at, epic_account_key`);
  for (const row of rows) yield { ...row, at: row.at.toISOString() };
}
