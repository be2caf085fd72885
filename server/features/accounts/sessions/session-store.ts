import sql from 'sql-template-tag';
import type { Queryable, Tx } from '../../../platform/db/database.ts';

export interface SessionRow {
  sessionId: string;
  playerId: string;
  expiresAt: Date;
  role: string;
  rolePermissions: string[];
}

/** The session of a token whose player may still sign in. */
export function findSession(db: Queryable, tokenHash: Buffer, now: Date): Promise<SessionRow | undefined> {
  return db.row<SessionRow>(sql`
    select s.id as session_id, p.id as player_id, s.expires_at, p.role,
      r.permissions as role_permissions
    from sessions s join players p on p.id = s.player_id join roles r on r.name = p.role
    where s.token_hash = ${tokenHash} and s.expires_at > ${now}
      and p.suspended_at is null and p.deleted_at is null`);
}

export async function prolongSession(db: Queryable, sessionId: string, expiresAt: Date): Promise<void> {
  await db.run(sql`update sessions set expires_at = ${expiresAt} where id = ${sessionId}`);
}

export async function insertSession(
  tx: Tx,
  session: { tokenHash: Buffer; playerId: string; device: string; createdAt: Date; expiresAt: Date },
): Promise<void> {
  await tx.run(sql`
    insert into sessions (token_hash, player_id, device, created_at, expires_at)
    values (${session.tokenHash}, ${session.playerId}, ${session.device}, ${session.createdAt}, ${session.expiresAt})`);
}

export async function deleteSession(db: Queryable, sessionId: string): Promise<void> {
  await db.run(sql`delete from sessions where id = ${sessionId}`);
}

export interface ListedSession {
  id: string;
  device: string;
  createdAt: Date;
  expiresAt: Date;
}

const sessionsListed = 50;

/** The player's sessions, the one used last first. */
export function listSessions(db: Queryable, playerId: string, now: Date): Promise<ListedSession[]> {
  return db.rows<ListedSession>(sql`
    select id, device, created_at, expires_at from sessions
    where player_id = ${playerId} and expires_at > ${now}
    order by expires_at desc, id desc limit ${sessionsListed}`);
}

/** Ends the player's sessions, all but `kept` if it is given; answers how many. */
export function deleteSessions(db: Queryable, playerId: string, kept?: string): Promise<number> {
  return db.run(sql`
    delete from sessions where player_id = ${playerId} and id is distinct from ${kept ?? null}::uuid`);
}

/** Removes what has expired: sessions, the tokens of sign-ins and Discord links, and which sign-ins were used. */
export async function deleteExpired(db: Queryable, now: Date): Promise<void> {
  await db.run(sql`delete from sessions where expires_at <= ${now}`);
  await db.run(sql`delete from sign_in_tokens where expires_at <= ${now}`);
  await db.run(sql`delete from discord_link_tokens where expires_at <= ${now}`);
  await db.run(sql`delete from used_sign_ins where expires_at <= ${now}`);
}

/** Ends sessions and sign-ins that are on their way; answers how many sessions. */
export async function endEverySession(tx: Tx, userId: string): Promise<number> {
  await tx.run(sql`delete from sign_in_tokens where player_id = ${userId}`);
  return tx.run(sql`delete from sessions where player_id = ${userId}`);
}
