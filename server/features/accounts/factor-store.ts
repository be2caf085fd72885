// SPDX-License-Identifier: Apache-2.0

import type { Sql } from 'sql-template-tag';
import sql from 'sql-template-tag';
import type { Queryable, Tx } from '../../platform/db/database.ts';
import type { Sealed } from '../../platform/vault/vault.ts';
import { deletePasskeys } from './passkey-store.ts';

/** The condition that a player has set up a second factor: an app, or a passkey. */
export function hasFactor(playerId: Sql): Sql {
  return sql`(exists (select from authenticator_apps a where a.player_id = ${playerId} and a.confirmed_at is not null)
    or exists (select from passkeys k where k.player_id = ${playerId}))`;
}

export interface Factors {
  /** Whether there is any beside recovery codes, which only stand in for one. */
  isEnrolled: boolean;
  appSince: Date | null;
  recoveryCodesLeft: number;
  lockedUntil: Date | null;
}

/** What a player has set up. */
export function readFactors(db: Queryable, playerId: string): Promise<Factors> {
  return db.one<Factors>(sql`
    select ${hasFactor(sql`${playerId}`)} as is_enrolled,
      (select confirmed_at from authenticator_apps where player_id = ${playerId}) as app_since,
      (select count(*) from recovery_codes where player_id = ${playerId} and used_at is null) as recovery_codes_left,
      (select locked_until from wrong_codes where player_id = ${playerId}) as locked_until`);
}

export interface App extends Sealed {
  confirmedAt: Date | null;
  lastStep: number;
}

export function findApp(tx: Tx, playerId: string): Promise<App | undefined> {
  return tx.row<App>(sql`
    select key_id, nonce, ciphertext, confirmed_at, last_step from authenticator_apps where player_id = ${playerId}`);
}

/** Keeps a secret that is not confirmed yet, in place of an earlier one that was not either. */
export async function keepNewApp(
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

/** Takes a code's half-minute; false where it, or a later one, was taken before. */
export async function takeStep(tx: Tx, playerId: string, step: number): Promise<boolean> {
  const taken = await tx.run(sql`
    update authenticator_apps set last_step = ${step} where player_id = ${playerId} and last_step < ${step}`);
  return taken === 1;
}

export async function deleteApp(tx: Tx, playerId: string): Promise<void> {
  await tx.run(sql`delete from authenticator_apps where player_id = ${playerId}`);
}

/** All earlier ones go. */
export async function replaceRecoveryCodes(
  tx: Tx,
  playerId: string,
  codeHashes: readonly Buffer[],
): Promise<void> {
  await tx.run(sql`delete from recovery_codes where player_id = ${playerId}`);
  for (const hash of codeHashes) {
    await tx.run(sql`insert into recovery_codes (player_id, code_hash) values (${playerId}, ${hash})`);
  }
}

/** Uses a code up; false where there is none, or it was used. */
export async function takeRecoveryCode(
  tx: Tx,
  { playerId, codeHash, usedAt }: { playerId: string; codeHash: Buffer; usedAt: Date },
): Promise<boolean> {
  const used = await tx.run(sql`
    update recovery_codes set used_at = ${usedAt}
    where player_id = ${playerId} and code_hash = ${codeHash} and used_at is null`);
  return used === 1;
}

/** One more wrong code in a row; answers how many there are by now. */
export async function countWrongCode(tx: Tx, playerId: string): Promise<number> {
  const { count } = await tx.one<{ count: number }>(sql`
    insert into wrong_codes as w (player_id, count) values (${playerId}, 1)
    on conflict (player_id) do update set count = w.count + 1
    returning count`);
  return count;
}

/** Takes no codes until then, and counts again afterwards. */
export async function lockCodes(tx: Tx, playerId: string, lockedUntil: Date): Promise<void> {
  await tx.run(
    sql`update wrong_codes set count = 0, locked_until = ${lockedUntil} where player_id = ${playerId}`,
  );
}

export async function forgetWrongCodes(tx: Tx, playerId: string): Promise<void> {
  await tx.run(sql`delete from wrong_codes where player_id = ${playerId}`);
}

/** Everything that a player has set up, with what goes with it. */
export async function deleteFactors(tx: Tx, playerId: string): Promise<void> {
  await deleteApp(tx, playerId);
  await deletePasskeys(tx, playerId);
  await replaceRecoveryCodes(tx, playerId, []);
  await forgetWrongCodes(tx, playerId);
}
