import sql from 'sql-template-tag';
import type { Queryable, Tx } from '../../../platform/db/database.ts';
import { deleteFactors } from '../factor-store.ts';

export interface DeletablePlayer {
  role: string;
  suspendedAt: Date | null;
}

export function lockPlayer(tx: Tx, playerId: string): Promise<DeletablePlayer | undefined> {
  return tx.row<DeletablePlayer>(sql`
    select role, suspended_at from players where id = ${playerId} for update`);
}

/**
 * Turns a player into a pseudonym: the row and its id stay for the ledger, everything about the person goes. A new
 * referral code, so that the old link leads to nobody.
 */
export async function makePseudonym(tx: Tx, playerId: string, referralCode: string): Promise<void> {
  await tx.run(sql`
    update players set name = 'Deleted player', email = '', avatar_url = null, role = 'USER', is_verified = false,
      referral_code = ${referralCode}, referred_by = null, discord_user_id = null
    where id = ${playerId}`);
  await tx.run(sql`delete from sessions where player_id = ${playerId}`);
  await tx.run(sql`delete from sign_in_tokens where player_id = ${playerId}`);
  await tx.run(sql`delete from discord_link_tokens where player_id = ${playerId}`);
  await tx.run(sql`delete from identities where player_id = ${playerId}`);
  await deleteFactors(tx, playerId);
}

export interface Deletion {
  deletedAt: Date;
  forfeitedGC: number;
}

const asDeletion = sql`deleted_at, forfeited_gc`;

export async function insertDeletion(
  tx: Tx,
  deletion: Deletion & { playerId: string; deletedBy: string | null; sessionHash: Buffer | null },
): Promise<void> {
  const { playerId, deletedAt, deletedBy, forfeitedGC, sessionHash } = deletion;
  await tx.run(sql`update players set deleted_at = ${deletedAt} where id = ${playerId}`);
  await tx.run(sql`
    insert into account_deletions (player_id, deleted_at, deleted_by, forfeited_gc, session_hash)
    values (${playerId}, ${deletedAt}, ${deletedBy}, ${forfeitedGC}, ${sessionHash})`);
}

export function findDeletion(db: Queryable, playerId: string): Promise<Deletion | undefined> {
  return db.row<Deletion>(sql`select ${asDeletion} from account_deletions where player_id = ${playerId}`);
}

/** The deletion that a session asked for, which itself is gone since. */
export function findDeletionBySession(db: Queryable, sessionHash: Buffer): Promise<Deletion | undefined> {
  return db.row<Deletion>(
    sql`select ${asDeletion} from account_deletions where session_hash = ${sessionHash}`,
  );
}

export async function forgetDeletingSession(tx: Tx, playerId: string): Promise<void> {
  await tx.run(sql`update account_deletions set session_hash = null where player_id = ${playerId}`);
}
