// SPDX-License-Identifier: Apache-2.0

import type { Sql } from 'sql-template-tag';
import sql from 'sql-template-tag';
import type { Queryable, Tx } from '../../platform/db/database.ts';
import type { Contact, Standstill } from '../../ports.ts';
import { eraseAtOf } from './deletion/erase-at-queries.ts';

/**
 * SQL condition for a column of player ids in another feature's query: the player has an account, or can still cancel
 * its deletion. Until the erasure, we still pay such players what we owe them.
 */
export function hasAccount(playerId: Sql): Sql {
  return sql`exists (select from players account where account.id = ${playerId} and account.erased_at is null)`;
}

/**
 * The given players who have an account, or can still cancel its deletion. Prevents their erasure until the transaction
 * ends.
 */
export async function holdPayees(tx: Tx, playerIds: readonly string[]): Promise<Set<string>> {
  const rows = await tx.rows<{ id: string }>(sql`
    select id from players where id = any (${[...playerIds]}::uuid[]) and erased_at is null
    order by id for key share`);
  return new Set(rows.map(({ id }) => id));
}

/** The given players who have an account. Prevents its deletion until the transaction ends. */
export async function holdPlayers(tx: Tx, playerIds: readonly string[]): Promise<Set<string>> {
  const rows = await tx.rows<{ id: string }>(sql`
    select id from players where id = any (${[...playerIds]}::uuid[]) and deleted_at is null
    order by id for key share`);
  return new Set(rows.map(({ id }) => id));
}

/**
 * Until when the player can cancel the deletion; undefined if there is none to cancel. `saidAt` is the time that the
 * player was told at the deletion: standstills move it back.
 */
export function findEraseAt(
  db: Queryable,
  playerId: string,
  standstills: readonly Standstill[],
): Promise<{ saidAt: Date; eraseAt: Date } | undefined> {
  return db.row(sql`
    select d.erase_at as said_at, ${eraseAtOf(standstills)} as erase_at
    from account_deletions d join players p on p.id = d.player_id
    where p.id = ${playerId} and p.deleted_at is not null and p.erased_at is null`);
}

/** Whether an account exists and is not suspended; it stays so until the transaction ends. */
export async function holdActivePlayer(tx: Tx, playerId: string): Promise<boolean> {
  const row = await tx.row(sql`
    select id from players
    where id = ${playerId} and deleted_at is null and suspended_at is null for share`);
  return row !== undefined;
}

/** The same, with a lock that serializes a player's changes to their own data. */
export async function lockActivePlayer(tx: Tx, playerId: string): Promise<boolean> {
  const row = await tx.row(sql`
    select id from players
    where id = ${playerId} and deleted_at is null and suspended_at is null for no key update`);
  return row !== undefined;
}

/**
 * Name and address for mail to a player; undefined if the address is not verified, or the account is erased. A player
 * whose account is deleted but not erased still gets mail about their account and their money. Only verified addresses,
 * since anyone can type another person's.
 */
export function getContact(
  db: Queryable,
  playerId: string,
): Promise<{ name: string; email: string } | undefined> {
  return db.row<{ name: string; email: string }>(
    sql`select name, email from players where id = ${playerId} and erased_at is null and is_verified and email <> ''`,
  );
}

/**
 * Stores whether the mail server accepted mail for a player, or rejected their address permanently. Does nothing if
 * they have another address by now.
 */
export async function noteMail(
  db: Queryable,
  { playerId, address, isTaken, at }: { playerId: string; address: string; isTaken: boolean; at: Date },
): Promise<void> {
  await db.run(sql`
    update players set mail_refused_at = ${isTaken ? null : at}
    where id = ${playerId} and email = ${address} and (mail_refused_at is null) = ${!isTaken}`);
}

/** Players whose address the mail server rejects permanently. */
export async function countMailRefused(db: Queryable): Promise<number> {
  const { count } = await db.one<{ count: number }>(sql`
    select count(*) from players where mail_refused_at is not null and deleted_at is null`);
  return count;
}

/** Whether a provider or an administrator vouches for the player's address. */
export async function isVerified(db: Queryable, playerId: string): Promise<boolean> {
  return (await db.row(sql`select from players where id = ${playerId} and is_verified`)) !== undefined;
}

/** The player's referral code; undefined if the account is suspended or deleted. */
export async function getReferralCode(db: Queryable, playerId: string): Promise<string | undefined> {
  const row = await db.row<{ referralCode: string }>(sql`
    select referral_code from players
    where id = ${playerId} and deleted_at is null and suspended_at is null`);
  return row?.referralCode;
}

/** Names, addresses and handles of these players, except those whose account is deleted. */
export async function getContacts(
  db: Queryable,
  playerIds: readonly string[],
): Promise<Map<string, Contact>> {
  const rows = await db.rows<Contact & { id: string }>(sql`
    select p.id, p.name, p.email, h.handle from players p join handles h on h.player_id = p.id and h.is_worn
    where p.id = any (${playerIds}::uuid[]) and p.deleted_at is null`);
  return new Map(rows.map(({ id, ...contact }) => [id, contact]));
}

export interface AccountState {
  playerId: string;
  role: string;
  suspendedAt: Date | null;
  /** Deleted, but not erased yet: the player may sign in and cancel the deletion. */
  isLeaving: boolean;
}

export interface NewAccount {
  name: string;
  email: string;
  isVerified: boolean;
  avatarUrl: string | null;
  referralCode: string;
  referredBy: string | null;
  createdAt: Date;
}

/** Undefined if the referral code is taken; the caller then tries another. */
export async function insertPlayer(tx: Tx, account: NewAccount): Promise<string | undefined> {
  const { name, email, isVerified, avatarUrl, referralCode, referredBy, createdAt } = account;
  const row = await tx.row<{ id: string }>(sql`
    insert into players (name, email, avatar_url, is_verified, referral_code, referred_by, created_at)
    values (${name}, ${email}, ${avatarUrl}, ${isVerified}, ${referralCode}, ${referredBy}, ${createdAt})
    on conflict (referral_code) do nothing
    returning id`);
  return row?.id;
}

/** The owner of this referral code; undefined if no player can be credited. */
export async function findReferrer(db: Queryable, referralCode: string): Promise<string | undefined> {
  const row = await db.row<{ id: string }>(sql`
    select id from players where referral_code = ${referralCode} and deleted_at is null and suspended_at is null`);
  return row?.id;
}

/** Counts one more sign-up for the owner of a referral code; null if no player can be credited. */
export async function countInvited(tx: Tx, referralCode: string): Promise<string | null> {
  const row = await tx.row<{ id: string }>(sql`
    update players set invited_users_count = invited_users_count + 1
    where referral_code = ${referralCode} and deleted_at is null and suspended_at is null
    returning id`);
  return row?.id ?? null;
}

/** Stores the referrer of a player whose sign-up counts only now. */
export async function setReferrer(tx: Tx, playerId: string, referrerId: string): Promise<void> {
  await tx.run(sql`update players set referred_by = ${referrerId} where id = ${playerId}`);
}

/** Counts one more invited player who finished a first challenge; false if the referrer's account was deleted. */
export async function countReferral(tx: Tx, referrerId: string): Promise<boolean> {
  const counted = await tx.run(sql`
    update players set total_referrals = total_referrals + 1 where id = ${referrerId} and deleted_at is null`);
  return counted === 1;
}

/** Subtracts one again, even from a referrer who deleted the account: they can still cancel that. */
export async function uncountReferral(tx: Tx, referrerId: string): Promise<void> {
  await tx.run(sql`update players set total_referrals = total_referrals - 1 where id = ${referrerId}`);
}

/** Whether the player was invited by another. */
export async function isInvited(db: Queryable, playerId: string): Promise<boolean> {
  return (
    (await db.row(sql`select from players where id = ${playerId} and referred_by is not null`)) !== undefined
  );
}

export interface FoundAccount {
  id: string;
  email: string;
  role: string;
  isVerified: boolean;
  suspendedAt: Date | null;
}

/** Accounts by id, address or current handle, which is how operators identify players. */
export function findAccounts(db: Queryable, named: string): Promise<FoundAccount[]> {
  return db.rows<FoundAccount>(sql`
    select p.id, p.email, p.role, p.is_verified, p.suspended_at
    from players p left join handles h on h.player_id = p.id and h.is_worn
    where p.deleted_at is null
      and (p.id::text = lower(${named}) or lower(p.email) = lower(${named}) or lower(h.handle) = lower(${named}))
    order by p.id`);
}

/** Sets a role and records when and by whom; null if it comes from the configuration. */
export async function setRole(
  tx: Tx,
  playerId: string,
  { role, by, at }: { role: string; by: string | null; at: Date },
): Promise<void> {
  await tx.run(sql`
    update players set role = ${role}, role_since = ${at}, role_given_by = ${by} where id = ${playerId}`);
}

export interface PlayerRow {
  id: string;
  googleId: string | null;
  name: string;
  email: string;
  role: string;
  avatarUrl: string | null;
  handle: string;
  drawnAvatar: string | null;
  isVerified: boolean;
  isMailRefused: boolean;
  createdAt: Date;
  discordUserId: string | null;
  referralCode: string;
  totalReferrals: number;
  invitedUsersCount: number;
}

/** A query for a player's row. */
export const playerRow = (playerId: string) => sql`
    select p.id, g.subject as google_id, p.name, p.email, p.role, p.avatar_url,
      coalesce(h.handle, '') as handle, p.drawn_avatar, p.is_verified,
      p.mail_refused_at is not null as is_mail_refused, p.created_at, p.discord_user_id,
      p.referral_code, p.total_referrals,
      p.invited_users_count
    from players p
    left join handles h on h.player_id = p.id and h.is_worn
    left join identities g on g.player_id = p.id and g.provider = 'google'
    where p.id = ${playerId}`;

export function findPlayer(db: Queryable, playerId: string): Promise<PlayerRow | undefined> {
  return db.row<PlayerRow>(playerRow(playerId));
}

export async function findLinkedDiscord(db: Queryable, playerId: string): Promise<string | null> {
  const row = await db.row<{ discordUserId: string | null }>(
    sql`select discord_user_id from players where id = ${playerId}`,
  );
  return row?.discordUserId ?? null;
}

export async function findPlayerByDiscord(tx: Tx, discordUserId: string): Promise<string | undefined> {
  const row = await tx.row<{ id: string }>(
    sql`select id from players where discord_user_id = ${discordUserId}`,
  );
  return row?.id;
}

/** Binds a Discord account to a player who has none; false if the player already has one. */
export async function setDiscord(tx: Tx, playerId: string, discordUserId: string): Promise<boolean> {
  const changed = await tx.run(sql`
    update players set discord_user_id = ${discordUserId}
    where id = ${playerId} and discord_user_id is null and deleted_at is null`);
  return changed === 1;
}

/** Unlinks this Discord account from its player. */
export async function clearDiscord(tx: Tx, playerId: string, discordUserId: string): Promise<void> {
  await tx.run(sql`
    update players set discord_user_id = null where id = ${playerId} and discord_user_id = ${discordUserId}`);
}

/**
 * How many accounts have an address at `domain`, and how many have another one; the latter leaves out addresses in
 * `known`.
 */
export function countByDomain(
  db: Queryable,
  domain: string,
  known: readonly string[],
): Promise<{ ofDomain: number; ofOthers: number }> {
  const isOfDomain = sql`email like ${`%@${domain}`}`;
  return db.one(sql`
    select count(*) filter (where ${isOfDomain}) as of_domain,
      count(*) filter (where not (${isOfDomain}) and email <> all(${known})) as of_others
    from players where deleted_at is null`);
}
