// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import type { Tx } from '../../../platform/db/database.ts';

/** Stores the player's only link token; an older one stops working. */
export async function putLinkToken(
  tx: Tx,
  token: { playerId: string; tokenHash: Buffer; expiresAt: Date },
): Promise<void> {
  await tx.run(sql`
    insert into discord_link_tokens (player_id, token_hash, expires_at)
    values (${token.playerId}, ${token.tokenHash}, ${token.expiresAt})
    on conflict (player_id) do update set token_hash = excluded.token_hash, expires_at = excluded.expires_at`);
}

/** Prevents the deletion of a link token's player until the transaction ends. Locks the player before the token. */
export async function holdLinkingPlayer(tx: Tx, tokenHash: Buffer): Promise<void> {
  await tx.run(sql`
    select from players where id = (select player_id from discord_link_tokens where token_hash = ${tokenHash})
    for no key update`);
}

/** Uses up a link token. Returns its player, or undefined if it is invalid or expired. */
export async function takeLinkToken(tx: Tx, tokenHash: Buffer, now: Date): Promise<string | undefined> {
  const row = await tx.row<{ playerId: string }>(sql`
    delete from discord_link_tokens t using players p
    where t.token_hash = ${tokenHash} and t.expires_at > ${now} and p.id = t.player_id
      and p.suspended_at is null and p.deleted_at is null
    returning t.player_id`);
  return row?.playerId;
}
