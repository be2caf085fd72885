// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import type { Queryable, Tx } from '../../../platform/db/database.ts';
import { deleteInBatches } from '../../../platform/db/delete-in-batches.ts';
import { hasFactor } from '../factor-queries.ts';

export interface SessionRow {
  sessionId: string;
  playerId: string;
  expiresAt: Date;
  usedAt: Date;
  factorAt: Date | null;
  hasFactor: boolean;
  role: string;
  rolePermissions: string[];
}

/** The session with this token, if its player may still sign in. */
export function findSession(db: Queryable, tokenHash: Buffer, now: Date): Promise<SessionRow | undefined> {
  return db.row<SessionRow>(sql`
    select s.id as session_id, p.id as player_id, s.expires_at, s.used_at, s.factor_at, p.role,
      r.permissions as role_permissions, ${hasFactor(sql`p.id`)} as has_factor
    from sessions s join players p on p.id = s.player_id join roles r on r.name = p.role
    where s.token_hash = ${tokenHash} and s.expires_at > ${now}
      and p.suspended_at is null and p.deleted_at is null`);
}

/** The same for many tokens, with only the columns that decide whether a session is valid. */
export function findSessions(
  db: Queryable,
  tokenHashes: readonly Buffer[],
  now: Date,
): Promise<(Pick<SessionRow, 'role' | 'rolePermissions' | 'usedAt'> & { tokenHash: Buffer })[]> {
  return db.rows(sql`
    select s.token_hash, s.used_at, p.role, r.permissions as role_permissions
    from sessions s join players p on p.id = s.player_id join roles r on r.name = p.role
    where s.token_hash = any (${tokenHashes}::bytea[]) and s.expires_at > ${now}
      and p.suspended_at is null and p.deleted_at is null`);
}

export async function noteUse(
  db: Queryable,
  sessionId: string,
  { usedAt, expiresAt }: { usedAt: Date; expiresAt: Date },
): Promise<void> {
  await db.run(sql`
    update sessions set used_at = ${usedAt}, expires_at = ${expiresAt} where id = ${sessionId} and used_at < ${usedAt}`);
}

/** Ends a session unless it has been used since; false if it has just been used. */
export async function deleteIdleSession(
  db: Queryable,
  sessionId: string,
  usedBefore: Date,
): Promise<boolean> {
  return (await db.run(sql`delete from sessions where id = ${sessionId} and used_at <= ${usedBefore}`)) > 0;
}

/** When a session began and last confirmed its second factor; undefined if it has ended. */
export function holdSession(
  tx: Tx,
  sessionId: string,
): Promise<{ createdAt: Date; factorAt: Date | null } | undefined> {
  return tx.row<{ createdAt: Date; factorAt: Date | null }>(
    sql`select created_at, factor_at from sessions where id = ${sessionId} for no key update`,
  );
}

export async function setFactorAt(tx: Tx, sessionId: string, factorAt: Date): Promise<void> {
  await tx.run(sql`update sessions set factor_at = ${factorAt} where id = ${sessionId}`);
}

/** Makes all of the player's sessions unconfirmed. */
export async function clearFactorAt(tx: Tx, playerId: string): Promise<void> {
  await tx.run(
    sql`update sessions set factor_at = null where player_id = ${playerId} and factor_at is not null`,
  );
}

export async function insertSession(
  tx: Tx,
  session: { tokenHash: Buffer; playerId: string; device: string; createdAt: Date; expiresAt: Date },
): Promise<void> {
  await tx.run(sql`
    insert into sessions (token_hash, player_id, device, created_at, used_at, expires_at)
    values (${session.tokenHash}, ${session.playerId}, ${session.device}, ${session.createdAt}, ${session.createdAt},
      ${session.expiresAt})`);
}

export async function deleteSession(db: Queryable, sessionId: string): Promise<void> {
  await db.run(sql`delete from sessions where id = ${sessionId}`);
}

export interface ListedSession {
  id: string;
  device: string;
  createdAt: Date;
  usedAt: Date;
  expiresAt: Date;
}

const sessionsListed = 50;

/** The player's sessions, most recently used first. */
export function listSessions(db: Queryable, playerId: string, now: Date): Promise<ListedSession[]> {
  return db.rows<ListedSession>(sql`
    select id, device, created_at, used_at, expires_at from sessions
    where player_id = ${playerId} and expires_at > ${now}
    order by used_at desc, id desc limit ${sessionsListed}`);
}

/**
 * Ends the player's sessions, except `kept` if given, and their sign-ins in progress, which an intruder may have
 * started. Returns the number of sessions ended.
 */
export function deleteSessions(db: Queryable, playerId: string, kept?: string): Promise<number> {
  return db.run(sql`
    with sign_ins as (delete from sign_in_tokens where player_id = ${playerId})
    delete from sessions where player_id = ${playerId} and id is distinct from ${kept ?? null}::uuid`);
}

/** Deletes everything expired: sessions, tokens of sign-ins and Discord links, and records of used sign-ins. */
export async function deleteExpired(db: Queryable, now: Date): Promise<void> {
  const isOver = sql`expires_at <= ${now}`;
  await deleteInBatches(db, sql`sessions`, isOver);
  await deleteInBatches(db, sql`sign_in_tokens`, isOver);
  await deleteInBatches(db, sql`discord_link_tokens`, isOver);
  await deleteInBatches(db, sql`used_sign_ins`, isOver);
}

/** Ends all sessions and sign-ins in progress; returns the number of sessions ended. */
export async function endEverySession(tx: Tx, userId: string): Promise<number> {
  await tx.run(sql`delete from sign_in_tokens where player_id = ${userId}`);
  return tx.run(sql`delete from sessions where player_id = ${userId}`);
}
