// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import type { Queryable, Tx } from '../../../platform/db/database.ts';
import type { ProviderPerson } from '../../../providers/sign-in.ts';
import type { AccountState } from '../player-store.ts';

type Provider = ProviderPerson['provider'];

/** An identity that signed in before, and its account. */
export interface KnownIdentity extends AccountState {
  /** The address that the provider gave last. */
  email: string;
  isVerified: boolean;
  /** Whether the provider has ever verified an address of it: what follows from that is granted only once. */
  wasEverVerified: boolean;
  /** The referral code that it signed up with, while that does not count yet. */
  pendingReferralCode: string | null;
}

/**
 * The account of an identity, which stays with it until the transaction ends. If the account is being deleted, this
 * waits and then finds none. The account is read after the identity is locked, so it is up to date.
 */
export async function findByIdentity(
  tx: Tx,
  provider: Provider,
  subject: string,
): Promise<KnownIdentity | undefined> {
  const identity = await tx.row<Omit<KnownIdentity, 'role' | 'suspendedAt' | 'isLeaving'>>(sql`
    select player_id, email, email_verified as is_verified,
      email_verified or first_verified_at is not null as was_ever_verified,
      pending_referral_code
    from identities
    where provider = ${provider} and subject = ${subject} for no key update`);
  if (!identity) return undefined;
  const account = await tx.row<AccountState>(sql`
    select id as player_id, role, suspended_at, deleted_at is not null as is_leaving
    from players where id = ${identity.playerId}`);
  return account && { ...identity, ...account };
}

/** Accounts for which another provider than `provider` has verified this address. */
export function findVerifiedOwners(tx: Tx, provider: Provider, email: string): Promise<AccountState[]> {
  return tx.rows<AccountState>(sql`
    select distinct p.id as player_id, p.role, p.suspended_at, p.deleted_at is not null as is_leaving
    from identities i join players p on p.id = i.player_id
    where i.email = ${email} and i.email_verified
      and not exists (select from identities own where own.player_id = p.id and own.provider = ${provider})`);
}

/** Whether a referral code belongs to an account with this address, verified. */
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
  /** Stored until the address is verified; null if the invitation counts already, or there was none. */
  pendingReferralCode: string | null;
  at: Date;
}

export async function insertIdentity(tx: Tx, identity: IdentityRow): Promise<void> {
  const { provider, subject, playerId, email, isVerified, pendingReferralCode, at } = identity;
  await tx.run(sql`
    insert into identities (provider, subject, player_id, email, email_verified, first_verified_at,
      pending_referral_code, created_at, last_signed_in_at)
    values (${provider}, ${subject}, ${playerId}, ${email}, ${isVerified}, ${isVerified ? at : null},
      ${pendingReferralCode}, ${at}, ${at})`);
}

/** Stores what the provider says now; a sign-in without an address leaves the last one, unverified. */
export async function rememberSignIn(
  tx: Tx,
  told: Pick<IdentityRow, 'provider' | 'subject' | 'isVerified' | 'at'> & { email: string | null },
): Promise<void> {
  const { provider, subject, email, isVerified, at } = told;
  await tx.run(sql`
    update identities set email = coalesce(${email}, email), email_verified = ${isVerified},
      first_verified_at = coalesce(first_verified_at, ${isVerified ? at : null}),
      pending_referral_code = case when ${isVerified} then null else pending_referral_code end,
      last_signed_in_at = ${at}
    where provider = ${provider} and subject = ${subject}`);
}

/**
 * Marks an account as verified. If it still shows `unproven`, an address that was never verified, it shows the verified
 * one from now on, since mail goes to the address shown.
 */
export async function markVerified(
  tx: Tx,
  playerId: string,
  { email, unproven }: { email: string; unproven: string | null },
): Promise<void> {
  await tx.run(sql`
    update players set is_verified = true,
      email = case when lower(email) = ${unproven} then ${email} else email end
    where id = ${playerId}`);
}

/** Removes the mark unless another provider still vouches for the account. */
export async function markUnverified(tx: Tx, playerId: string): Promise<void> {
  await tx.run(sql`
    update players set is_verified = exists (
      select from identities where player_id = ${playerId} and email_verified)
    where id = ${playerId}`);
}

/**
 * Lets only one sign-in at a time decide about an identity and about an e-mail address: two simultaneous first sign-ins
 * must not make two accounts. `/link` takes the first lock too, since both may bind a Discord account.
 */
export async function lockIdentity(tx: Tx, provider: Provider, subject: string): Promise<void> {
  await tx.run(sql`select pg_advisory_xact_lock(7415, hashtext(${`${provider}:${subject}`}))`);
}

export async function lockEmail(tx: Tx, email: string): Promise<void> {
  await tx.run(sql`select pg_advisory_xact_lock(7416, hashtext(${email}))`);
}

export interface LinkedIdentity {
  provider: 'google' | 'discord';
  subject: string;
  email: string;
  createdAt: Date;
  lastSignedInAt: Date;
}

const linkedIdentities = (playerId: string) => sql`
  select provider, subject, email, created_at, last_signed_in_at
  from identities where player_id = ${playerId} order by provider, subject`;

export function getIdentities(db: Queryable, playerId: string): Promise<LinkedIdentity[]> {
  return db.rows<LinkedIdentity>(linkedIdentities(playerId));
}

/** Also keeps sign-ins from changing their addresses until the transaction ends. */
export function lockIdentities(tx: Tx, playerId: string): Promise<LinkedIdentity[]> {
  return tx.rows<LinkedIdentity>(sql`${linkedIdentities(playerId)} for update`);
}
