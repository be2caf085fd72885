// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import type { Passkey } from '../../../contract/passkeys.ts';
import type { Queryable, Tx } from '../../platform/db/database.ts';
import { deleteInBatches } from '../../platform/db/delete-in-batches.ts';
import { viewRow } from '../../platform/view-row.ts';

/** Identifies a passkey and verifies its answers. */
export interface PasskeyKey {
  credentialId: Buffer;
  publicKey: Buffer;
  signCount: number;
  transports: string[];
}

interface NamedPasskey {
  id: string;
  name: string;
  createdAt: Date;
  lastUsedAt: Date | null;
}

const named = sql`id, name, created_at, last_used_at`;

/** A player's passkeys, oldest first. */
export async function listPasskeys(db: Queryable, playerId: string): Promise<Passkey[]> {
  const rows = await db.rows<NamedPasskey>(
    sql`select ${named} from passkeys where player_id = ${playerId} order by id`,
  );
  return rows.map(viewRow);
}

export function listPasskeyKeys(tx: Tx, playerId: string): Promise<PasskeyKey[]> {
  return tx.rows<PasskeyKey>(sql`
    select credential_id, public_key, sign_count, transports from passkeys where player_id = ${playerId} order by id`);
}

/** The player's own passkey with this credential. */
export function findPasskey(
  tx: Tx,
  playerId: string,
  credentialId: Buffer,
): Promise<(PasskeyKey & { id: string }) | undefined> {
  return tx.row<PasskeyKey & { id: string }>(sql`
    select id, credential_id, public_key, sign_count, transports from passkeys
    where player_id = ${playerId} and credential_id = ${credentialId}`);
}

/** Undefined if the credential is already registered, for this player or another one. */
export async function insertPasskey(
  tx: Tx,
  { playerId, name, createdAt, ...key }: PasskeyKey & { playerId: string; name: string; createdAt: Date },
): Promise<Passkey | undefined> {
  const row = await tx.row<NamedPasskey>(sql`
    insert into passkeys (player_id, credential_id, public_key, sign_count, transports, name, created_at)
    values (${playerId}, ${key.credentialId}, ${key.publicKey}, ${key.signCount}, ${key.transports}, ${name}, ${createdAt})
    on conflict (credential_id) do nothing returning ${named}`);
  return row && viewRow(row);
}

export async function noteUseOfPasskey(
  tx: Tx,
  id: string,
  { signCount, lastUsedAt }: { signCount: number; lastUsedAt: Date },
): Promise<void> {
  await tx.run(
    sql`update passkeys set sign_count = ${signCount}, last_used_at = ${lastUsedAt} where id = ${id}`,
  );
}

/** Undefined if the player does not have this passkey. */
export async function renamePasskey(
  tx: Tx,
  { playerId, id, name }: { playerId: string; id: string; name: string },
): Promise<Passkey | undefined> {
  const row = await tx.row<NamedPasskey>(sql`
    update passkeys set name = ${name} where id = ${id} and player_id = ${playerId} returning ${named}`);
  return row && viewRow(row);
}

/** False if the player does not have this passkey. */
export async function deletePasskey(
  tx: Tx,
  { playerId, id }: { playerId: string; id: string },
): Promise<boolean> {
  return (await tx.run(sql`delete from passkeys where id = ${id} and player_id = ${playerId}`)) === 1;
}

export async function deletePasskeys(tx: Tx, playerId: string): Promise<void> {
  await tx.run(sql`delete from passkeys where player_id = ${playerId}`);
}

type Purpose = 'add' | 'confirm';

/** Replaces an earlier challenge of the same session and purpose. */
export async function storeChallenge(
  tx: Tx,
  of: { sessionId: string; purpose: Purpose; challenge: string; expiresAt: Date },
): Promise<void> {
  await tx.run(sql`
    insert into passkey_challenges (session_id, purpose, challenge, expires_at)
    values (${of.sessionId}, ${of.purpose}, ${of.challenge}, ${of.expiresAt})
    on conflict (session_id, purpose) do update set challenge = excluded.challenge, expires_at = excluded.expires_at`);
}

/** Deletes the challenge, so that it can be answered only once; undefined if it is missing or has expired. */
export async function takeChallenge(
  tx: Tx,
  { sessionId, purpose, now }: { sessionId: string; purpose: Purpose; now: Date },
): Promise<string | undefined> {
  const row = await tx.row<{ challenge: string; expiresAt: Date }>(sql`
    delete from passkey_challenges where session_id = ${sessionId} and purpose = ${purpose}
    returning challenge, expires_at`);
  return row && row.expiresAt > now ? row.challenge : undefined;
}

export async function deleteExpiredChallenges(db: Queryable, now: Date): Promise<void> {
  await deleteInBatches(db, sql`passkey_challenges`, sql`expires_at <= ${now}`);
}
