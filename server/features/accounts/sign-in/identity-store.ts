// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import type { Queryable, Tx } from '../../../platform/db/database.ts';
import type { ProviderPerson } from '../../../providers/sign-in.ts';
import type { AccountState } from '../player-store.ts';

type Provider = ProviderPerson['provider'];

/** A known identity and its account. */
export interface KnownIdentity extends AccountState {
  /** The newest address from the provider. */
  email: string;
  isVerified: boolean;
  /** Whether the provider has ever verified an address of this identity. */
  wasEverVerified: boolean;
  /** Whether welcome coins and the invitation were granted, which happens only once. */
  isWelcomed: boolean;
  /** The referral code of its sign-up, until that counts. */
  pendingReferralCode: string | null;
}

/**
 * The account of an identity, locked until the transaction ends. If the account is being deleted, this waits and then
 * finds none. The account is read after the identity is locked, so it is current.
 */
export async function findByIdentity(
  tx: Tx,
  provider: Provider,
  subject: string,
): Promise<KnownIdentity | undefined> {
  const identity = await tx.row<Omit<KnownIdentity, 'role' | 'suspendedAt' | 'isLeaving'>>(sql`
    select player_id, email, email_verified as is_verified,
      email_verified or first_verified_at is not null as was_ever_verified,
      (email_verified or first_verified_at is not null) and not welcome_waits as is_welcomed,
      pending_referral_code
    from identities
    where provider = ${provider} and subject = ${subject} for no key update`);
  if (!identity) return undefined;
  const account = await tx.row<AccountState>(sql`
    select id as player_id, role, suspended_at, deleted_at is not null as is_leaving
    from players where id = ${identity.playerId}`);
  return account && { ...identity, ...account };
}

/** Accounts for which a provider other than `provider` verified this address, and that provider. */
export function findVerifiedOwners(
  tx: Tx,
  provider: Provider,
  email: string,
): Promise<(AccountState & { provider: Provider })[]> {
  return tx.rows(sql`
    select distinct on (p.id) p.id as player_id, p.role, p.suspended_at, p.deleted_at is not null as is_leaving, i.provider
    from identities i join players p on p.id = i.player_id
    where i.email = ${email} and i.email_verified
      and not exists (select from identities own where own.player_id = p.id and own.provider = ${provider})`);
}

/** Whether any account other than `except` has this address verified. */
export async function isAddressHeld(tx: Tx, email: string, except: string | null = null): Promise<boolean> {
  const row = await tx.row(sql`
    select from identities
    where email = ${email} and email_verified and player_id is distinct from ${except}::uuid limit 1`);
  return row !== undefined;
}

/** Whether an identity of the player has this address, verified or not. */
export async function hasIdentityWith(tx: Tx, playerId: string, email: string): Promise<boolean> {
  const row = await tx.row(
    sql`select from identities where player_id = ${playerId} and email = ${email} limit 1`,
  );
  return row !== undefined;
}

/** Whether this referral code belongs to an account with this address verified. */
export async function isCodeOfOwner(tx: Tx, referralCode: string, email: string): Promise<boolean> {
  const row = await tx.row(sql`
    select from players p join identities i on i.player_id = p.id
    where p.referral_code = ${referralCode} and i.email = ${email} and i.email_verified limit 1`);
  return row !== undefined;
}

export interface IdentityRow {
  provider: Provider;
  subject: string;
  playerId: string;
  email: string;
  isVerified: boolean;
  /** Whether welcome coins and the invitation must wait until no other account has the address. */
  waits: boolean;
  /** Stored until the invitation counts; null if it counts already, or none was used. */
  pendingReferralCode: string | null;
  at: Date;
}

export async function insertIdentity(tx: Tx, identity: IdentityRow): Promise<void> {
  const { provider, subject, playerId, email, isVerified, waits, pendingReferralCode, at } = identity;
  await tx.run(sql`
    insert into identities (provider, subject, player_id, email, email_verified, first_verified_at,
      welcome_waits, pending_referral_code, created_at, last_signed_in_at)
    values (${provider}, ${subject}, ${playerId}, ${email}, ${isVerified}, ${isVerified ? at : null},
      ${waits}, ${pendingReferralCode}, ${at}, ${at})`);
}

/** Stores the provider's current data; a sign-in without an address keeps the last one, unverified. */
export async function rememberSignIn(
  tx: Tx,
  told: Pick<IdentityRow, 'provider' | 'subject' | 'isVerified' | 'at'> & { email: string | null },
): Promise<void> {
  const { provider, subject, email, isVerified, at } = told;
  await tx.run(sql`
    update identities set email = coalesce(${email}, email), email_verified = ${isVerified},
      first_verified_at = coalesce(first_verified_at, ${isVerified ? at : null}),
      last_signed_in_at = ${at}
    where provider = ${provider} and subject = ${subject}`);
}

type Identity = Pick<IdentityRow, 'provider' | 'subject'>;

/** Marks welcome coins and the invitation as waiting, because another account has the address. */
export async function markWaiting(tx: Tx, { provider, subject }: Identity): Promise<void> {
  await tx.run(
    sql`update identities set welcome_waits = true where provider = ${provider} and subject = ${subject}`,
  );
}

/** Marks welcome coins and the invitation as granted, permanently. */
export async function markWelcomed(
  tx: Tx,
  { provider, subject, at }: Identity & { at: Date },
): Promise<void> {
  await tx.run(sql`
    update identities set welcome_waits = false, pending_referral_code = null,
      first_verified_at = coalesce(first_verified_at, ${at})
    where provider = ${provider} and subject = ${subject}`);
}

export interface ShownAddress {
  email: string;
  isVerified: boolean;
  isEntered: boolean;
}

const shownAddress = (playerId: string) => sql`
  select email, is_verified, is_email_entered as is_entered from players where id = ${playerId}`;

/** The address that the account currently shows. */
export function readShownAddress(db: Queryable, playerId: string): Promise<ShownAddress> {
  return db.one<ShownAddress>(shownAddress(playerId));
}

/** The same, locked until the transaction ends. */
export function lockShownAddress(tx: Tx, playerId: string): Promise<ShownAddress> {
  return tx.one<ShownAddress>(sql`${shownAddress(playerId)} for no key update`);
}

/** Makes an account show its provider's address; mail goes there. */
export async function showAddress(tx: Tx, playerId: string, email: string): Promise<void> {
  await tx.run(sql`update players set email = ${email} where id = ${playerId}`);
}

export async function markVerified(tx: Tx, playerId: string): Promise<void> {
  await tx.run(sql`update players set is_verified = true where id = ${playerId}`);
}

/** Removes the mark unless another provider still verifies the account. */
export async function markUnverified(tx: Tx, playerId: string): Promise<void> {
  await tx.run(sql`
    update players set is_verified = exists (
      select from identities where player_id = ${playerId} and email_verified)
    where id = ${playerId}`);
}

/**
 * Serializes decisions about an identity and about an e-mail address: two simultaneous first sign-ins must not create
 * two accounts. `/link` takes the first lock too, since both may bind a Discord account.
 */
export async function lockIdentity(tx: Tx, provider: Provider, subject: string): Promise<void> {
  await tx.run(sql`select pg_advisory_xact_lock(7415, hashtext(${`${provider}:${subject}`}))`);
}

/** Locks several identities in a fixed order, so that two sign-ins cannot deadlock. */
export async function lockIdentitiesToCome(tx: Tx, people: readonly Identity[]): Promise<void> {
  const sorted = people.toSorted((one, other) => one.provider.localeCompare(other.provider));
  for (const { provider, subject } of sorted) await lockIdentity(tx, provider, subject);
}

export async function lockEmail(tx: Tx, email: string): Promise<void> {
  await tx.run(sql`select pg_advisory_xact_lock(7416, hashtext(${email}))`);
}

export interface LinkedIdentity {
  provider: 'google' | 'discord';
  subject: string;
  email: string;
  isVerified: boolean;
  createdAt: Date;
  lastSignedInAt: Date;
}

const linkedIdentities = (playerId: string) => sql`
  select provider, subject, email, email_verified as is_verified, created_at, last_signed_in_at
  from identities where player_id = ${playerId} order by provider, subject`;

export function getIdentities(db: Queryable, playerId: string): Promise<LinkedIdentity[]> {
  return db.rows<LinkedIdentity>(linkedIdentities(playerId));
}

/** Also keeps sign-ins from changing their addresses until the transaction ends. */
export function lockIdentities(tx: Tx, playerId: string): Promise<LinkedIdentity[]> {
  return tx.rows<LinkedIdentity>(sql`${linkedIdentities(playerId)} for update`);
}

export async function deleteIdentity(tx: Tx, { provider, subject }: Identity): Promise<void> {
  await tx.run(sql`delete from identities where provider = ${provider} and subject = ${subject}`);
}

/** The additional identity's own record notifies the owner, so nothing is due later. */
export async function markNotified(tx: Tx, { provider, subject }: Identity): Promise<void> {
  await tx.run(sql`
    update identities set owner_untold = false where provider = ${provider} and subject = ${subject}`);
}

/** Takes up to `limit` identities whose owners have not been notified of them. */
export function takeUnnotified(
  tx: Tx,
  limit: number,
): Promise<{ playerId: string; provider: Provider; createdAt: Date }[]> {
  return tx.rows(sql`
    update identities i set owner_untold = false
    from (
      select provider, subject from identities where owner_untold
      order by provider, subject limit ${limit} for update skip locked
    ) unnotified
    where i.provider = unnotified.provider and i.subject = unnotified.subject
    returning i.player_id, i.provider, i.created_at`);
}

/** The subject of a removed identity that has returned, if the account has another one. */
export async function findRemoved(
  db: Queryable,
  { playerId, provider, changedAt }: { playerId: string; provider: Provider; changedAt: string },
): Promise<string | undefined> {
  const row = await db.row<{ subject: string }>(sql`
    select subject from identities i
    where player_id = ${playerId} and provider = ${provider} and created_at <= ${changedAt}::timestamptz
      and exists (
        select from identities other where other.player_id = i.player_id and other.provider <> i.provider)`);
  return row?.subject;
}
