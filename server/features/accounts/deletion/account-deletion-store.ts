// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import type { Queryable, Tx } from '../../../platform/db/database.ts';
import type { Standstill } from '../../../ports.ts';
import { deleteFactors } from '../factor-queries.ts';
import { eraseAtOf } from './erase-at-queries.ts';

export interface DeletablePlayer {
  role: string;
  suspendedAt: Date | null;
  deletedAt: Date | null;
  erasedAt: Date | null;
}

export function lockPlayer(tx: Tx, playerId: string): Promise<DeletablePlayer | undefined> {
  return tx.row<DeletablePlayer>(sql`
    select role, suspended_at, deleted_at, erased_at from players where id = ${playerId} for update`);
}

/** Ends sessions, unfinished sign-ins and the role's rights: a restored account is a plain player's. */
export async function endAccess(tx: Tx, playerId: string): Promise<void> {
  await tx.run(sql`update players set role = 'USER' where id = ${playerId} and role <> 'USER'`);
  await tx.run(sql`delete from sessions where player_id = ${playerId}`);
  await tx.run(sql`delete from sign_in_tokens where player_id = ${playerId}`);
  await tx.run(sql`delete from discord_link_tokens where player_id = ${playerId}`);
}

/**
 * Turns a player into a pseudonym: the row and its id stay for the ledger, all personal data goes. The referral code
 * changes, so that old links stop working.
 */
export async function makePseudonym(tx: Tx, playerId: string, referralCode: string): Promise<void> {
  await tx.run(sql`
    update players set name = 'Deleted player', email = '', avatar_url = null, role = 'USER', is_verified = false,
      referral_code = ${referralCode}, referred_by = null, discord_user_id = null
    where id = ${playerId}`);
  await endAccess(tx, playerId);
  await tx.run(sql`delete from identities where player_id = ${playerId}`);
  await deleteFactors(tx, playerId);
}

export interface Deletion {
  deletedAt: Date;
  eraseAt: Date;
  forfeitedGC: number;
}

const asDeletion = sql`deleted_at, erase_at, forfeited_gc`;

export async function insertDeletion(
  tx: Tx,
  deletion: Deletion & { playerId: string; deletedBy: string | null; sessionHash: Buffer | null },
): Promise<void> {
  const { playerId, deletedAt, eraseAt, deletedBy, forfeitedGC, sessionHash } = deletion;
  await tx.run(sql`update players set deleted_at = ${deletedAt} where id = ${playerId}`);
  await tx.run(sql`
    insert into account_deletions (player_id, deleted_at, erase_at, deleted_by, forfeited_gc, session_hash)
    values (${playerId}, ${deletedAt}, ${eraseAt}, ${deletedBy}, ${forfeitedGC}, ${sessionHash})`);
}

export function findDeletion(db: Queryable, playerId: string): Promise<Deletion | undefined> {
  return db.row<Deletion>(sql`select ${asDeletion} from account_deletions where player_id = ${playerId}`);
}

/** The deletion that this session requested; the session itself has ended since. */
export function findDeletionBySession(db: Queryable, sessionHash: Buffer): Promise<Deletion | undefined> {
  return db.row<Deletion>(
    sql`select ${asDeletion} from account_deletions where session_hash = ${sessionHash}`,
  );
}

export async function forgetDeletingSession(tx: Tx, playerId: string): Promise<void> {
  await tx.run(sql`update account_deletions set session_hash = null where player_id = ${playerId}`);
}

const dueAtOnce = 1000;

/** Accounts that are due for erasure, at most `dueAtOnce` of them. */
export async function listDue(
  db: Queryable,
  now: Date,
  standstills: readonly Standstill[],
): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(sql`
    select p.id from players p join account_deletions d on d.player_id = p.id
    where p.deleted_at is not null and p.erased_at is null and d.erase_at <= ${now}
      and ${eraseAtOf(standstills)} <= ${now}
    order by d.erase_at limit ${dueAtOnce}`);
  return rows.map(({ id }) => id);
}

/** Which of these players exist here, and are neither erased nor due for erasure. */
export async function listNotErased(
  db: Queryable,
  playerIds: readonly string[],
  standstills: readonly Standstill[],
): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(sql`
    select p.id from players p where p.id = any (${playerIds}::uuid[]) and p.erased_at is null
      and not exists (
        select from account_deletions d where d.player_id = p.id and ${eraseAtOf(standstills)} <= now()) order by p.id`);
  return rows.map(({ id }) => id);
}

export async function markErased(
  tx: Tx,
  playerId: string,
  { erasedAt, forfeitedGC }: { erasedAt: Date; forfeitedGC: number },
): Promise<void> {
  await tx.run(sql`update players set erased_at = ${erasedAt} where id = ${playerId}`);
  await tx.run(sql`update account_deletions set forfeited_gc = ${forfeitedGC} where player_id = ${playerId}`);
}

/**
 * Undoes the deletion of a locked player. Returns the administrator who deleted the account; null if the player did.
 */
export async function takeBack(tx: Tx, playerId: string): Promise<{ deletedBy: string | null }> {
  await tx.run(sql`update players set deleted_at = null where id = ${playerId}`);
  return tx.one<{ deletedBy: string | null }>(
    sql`delete from account_deletions where player_id = ${playerId} returning deleted_by`,
  );
}
