// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import type { Tx } from '../../../platform/db/database.ts';
import type { Sealed } from '../../../platform/vault/vault.ts';

export interface App extends Sealed {
  confirmedAt: Date | null;
  lastStep: number;
}

export function findApp(tx: Tx, playerId: string): Promise<App | undefined> {
  return tx.row<App>(sql`
    select key_id, nonce, ciphertext, confirmed_at, last_step from authenticator_apps where player_id = ${playerId}`);
}

/** Stores an unconfirmed secret in place of an earlier unconfirmed one. */
export async function storeNewApp(
  tx: Tx,
  playerId: string,
  { keyId, nonce, ciphertext, startedAt }: Sealed & { startedAt: Date },
): Promise<void> {
  await tx.run(sql`
    insert into authenticator_apps (player_id, key_id, nonce, ciphertext, started_at)
    values (${playerId}, ${keyId}, ${nonce}, ${ciphertext}, ${startedAt})
    on conflict (player_id) do update set key_id = excluded.key_id, nonce = excluded.nonce,
      ciphertext = excluded.ciphertext, started_at = excluded.started_at
    where authenticator_apps.confirmed_at is null`);
}

export async function confirmApp(tx: Tx, playerId: string, confirmedAt: Date): Promise<void> {
  await tx.run(
    sql`update authenticator_apps set confirmed_at = ${confirmedAt} where player_id = ${playerId}`,
  );
}

/** Uses up a code's 30-second step; false if this step or a later one was used before. */
export async function takeStep(tx: Tx, playerId: string, step: number): Promise<boolean> {
  const taken = await tx.run(sql`
    update authenticator_apps set last_step = ${step} where player_id = ${playerId} and last_step < ${step}`);
  return taken === 1;
}

export async function deleteApp(tx: Tx, playerId: string): Promise<void> {
  await tx.run(sql`delete from authenticator_apps where player_id = ${playerId}`);
}
