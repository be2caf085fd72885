import sql from 'sql-template-tag';
import type { Queryable, Tx } from '../../platform/db/database.ts';
import type { ProviderPerson } from '../../providers/sign-in.ts';

type Provider = ProviderPerson['provider'];

export interface AccountState {
  playerId: string;
  role: string;
  suspendedAt: Date | null;
}

/**
 * Lets one sign-in at a time decide about an identity and about an e-mail address: two first sign-ins at once must
 * not make two accounts. `/link` takes the first lock too, since both may bind a Discord account.
 */
export async function lockIdentity(tx: Tx, provider: Provider, subject: string): Promise<void> {
  await tx.run(sql`select pg_advisory_xact_lock(7415, hashtext(${`${provider}:${subject}`}))`);
}

export async function lockEmail(tx: Tx, email: string): Promise<void> {
  await tx.run(sql`select pg_advisory_xact_lock(7416, hashtext(${email}))`);
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

/** Undefined when the referral code is taken, so that the caller tries another. */
export async function insertPlayer(tx: Tx, account: NewAccount): Promise<string | undefined> {
  const { name, email, isVerified, avatarUrl, referralCode, referredBy, createdAt } = account;
  const row = await tx.row<{ id: string }>(sql`
    insert into players (name, email, avatar_url, is_verified, referral_code, referred_by, created_at)
    values (${name}, ${email}, ${avatarUrl}, ${isVerified}, ${referralCode}, ${referredBy}, ${createdAt})
    on conflict (referral_code) do nothing
    returning id`);
  return row?.id;
}

/** Counts one more sign-up for the owner of a referral code; null where nobody may be credited. */
export async function countInvited(tx: Tx, referralCode: string): Promise<string | null> {
  const row = await tx.row<{ id: string }>(sql`
    update players set invited_users_count = invited_users_count + 1
    where referral_code = ${referralCode} and deleted_at is null and suspended_at is null
    returning id`);
  return row?.id ?? null;
}

/** Keeps who invited a player whose sign-up counts only now. */
export async function setReferrer(tx: Tx, playerId: string, referrerId: string): Promise<void> {
  await tx.run(sql`update players set referred_by = ${referrerId} where id = ${playerId}`);
}

/** One more of those whom a player invited has finished a first challenge; false where the account was deleted. */
export async function countReferral(tx: Tx, referrerId: string): Promise<boolean> {
  const counted = await tx.run(sql`
    update players set total_referrals = total_referrals + 1 where id = ${referrerId} and deleted_at is null`);
  return counted === 1;
}

/** Takes one of them off again. */
export async function uncountReferral(tx: Tx, referrerId: string): Promise<void> {
  await tx.run(sql`
    update players set total_referrals = total_referrals - 1 where id = ${referrerId} and deleted_at is null`);
}

/** Whether the player came by somebody's invitation. */
export async function isInvited(db: Queryable, playerId: string): Promise<boolean> {
  return (
    (await db.row(sql`select from players where id = ${playerId} and referred_by is not null`)) !== undefined
  );
}

export async function setRole(tx: Tx, playerId: string, role: string): Promise<void> {
  await tx.run(sql`update players set role = ${role} where id = ${playerId}`);
}

/** Uses up a sign-in that its provider sent back; false where that was done before. */
export async function claimSignIn(
  db: Queryable,
  { stateHash, expiresAt }: { stateHash: Buffer; expiresAt: Date },
): Promise<boolean> {
  const row = await db.row(sql`
    insert into used_sign_ins (state_hash, expires_at) values (${stateHash}, ${expiresAt})
    on conflict do nothing returning expires_at`);
  return row !== undefined;
}

export async function insertSignInToken(
  tx: Tx,
  token: { tokenHash: Buffer; browserHash: Buffer; playerId: string; expiresAt: Date },
): Promise<void> {
  await tx.run(sql`
    insert into sign_in_tokens (token_hash, browser_hash, player_id, expires_at)
    values (${token.tokenHash}, ${token.browserHash}, ${token.playerId}, ${token.expiresAt})`);
}

interface GivenToken {
  tokenHash: Buffer;
  browserHash: Buffer;
  now: Date;
}

const givenToken = ({ tokenHash, browserHash, now }: GivenToken) => sql`
  token_hash = ${tokenHash} and browser_hash = ${browserHash} and expires_at > ${now}`;

/** Whose sign-in a token and its browser's secret belong to; undefined when they do not count (any more). */
export async function findSignInToken(db: Queryable, token: GivenToken): Promise<string | undefined> {
  const row = await db.row<{ playerId: string }>(
    sql`select player_id as "playerId" from sign_in_tokens where ${givenToken(token)}`,
  );
  return row?.playerId;
}

/** Uses up a token together with its browser's secret; undefined when it does not count (any more). */
export function takeSignInToken(tx: Tx, token: GivenToken): Promise<AccountState | undefined> {
  return tx.row<AccountState>(sql`
    with taken as (delete from sign_in_tokens where ${givenToken(token)} returning player_id)
    select p.id as "playerId", p.role, p.suspended_at as "suspendedAt"
    from taken join players p on p.id = taken.player_id
    where p.deleted_at is null`);
}

export interface PlayerRow {
  id: string;
  googleId: string | null;
  name: string;
  email: string;
  role: string;
  avatarUrl: string | null;
  isVerified: boolean;
  createdAt: Date;
  discordUserId: string | null;
  referralCode: string;
  totalReferrals: number;
  invitedUsersCount: number;
}

export function findPlayer(db: Queryable, playerId: string): Promise<PlayerRow | undefined> {
  return db.row<PlayerRow>(sql`
    select p.id, g.subject as "googleId", p.name, p.email, p.role, p.avatar_url as "avatarUrl",
      p.is_verified as "isVerified", p.created_at as "createdAt", p.discord_user_id as "discordUserId",
      p.referral_code as "referralCode", p.total_referrals as "totalReferrals",
      p.invited_users_count as "invitedUsersCount"
    from players p
    left join identities g on g.player_id = p.id and g.provider = 'google'
    where p.id = ${playerId}`);
}
