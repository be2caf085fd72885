// SPDX-License-Identifier: Apache-2.0

import { openWallets } from '../../../ledger/balances.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { type Refusal, refuse } from '../../../platform/refusal.ts';
import type { PlayPauses } from '../../../play-ports.ts';
import type { ProviderPerson } from '../../../providers/sign-in.ts';
import {
  type AccountState,
  countInvited,
  findPlayerByDiscord,
  insertPlayer,
  setDiscord,
} from '../player-store.ts';
import { accountToJoin, displayName, newReferralCode, shownAvatar } from '../rules.ts';
import { type AccountKeys, identityHash } from '../tokens.ts';
import { findDeletedIdentity } from './deleted-identity-store.ts';
import * as identities from './identity-store.ts';
import { publishFirstSignIn } from './publish-first-sign-in.ts';
import type { AddressedPerson } from './sign-in-person.ts';

export interface ResolveIdentityDeps {
  clock: Clock;
  keys: AccountKeys;
  playPauses: PlayPauses;
}

export type Account = AccountState & { referrerId: string | null };

/** Another provider verified this address for an account: if the person can sign in there as well, they may join it. */
export interface MayJoin {
  mayJoin: ProviderPerson['provider'];
}

/** @param ref the invitation, if it counts immediately */
async function signUp(
  tx: Tx,
  person: AddressedPerson,
  ref: string | null,
  now: Date,
): Promise<{ playerId: string; referrerId: string | null }> {
  const referrerId = ref ? await countInvited(tx, ref) : null;
  const account = {
    name: displayName(person.name, person.email),
    email: person.email,
    isVerified: person.isEmailVerified,
    avatarUrl: shownAvatar(person.avatarUrl),
    referredBy: referrerId,
    createdAt: now,
  };
  let playerId: string | undefined;
  while (!playerId) playerId = await insertPlayer(tx, { ...account, referralCode: newReferralCode() });
  await openWallets(tx, playerId);
  return { playerId, referrerId };
}

/** Binds an identity to an account, with its Discord account unless the bot linked that to another player. */
export async function bindIdentity(tx: Tx, identity: identities.IdentityRow): Promise<void> {
  const { provider, subject, playerId } = identity;
  await identities.insertIdentity(tx, identity);
  if (provider === 'discord' && !(await findPlayerByDiscord(tx, subject))) {
    await setDiscord(tx, playerId, subject);
  }
}

/**
 * Creates an account for a new identity, or offers to join the account that has its address. The address alone joins
 * nothing, as it may have belonged to someone else before. While another account has the address verified, the new one
 * gets no welcome coins, and its invitation does not count.
 *
 * Refuses `sign_in_suspended`.
 */
export async function resolveIdentity(
  tx: Tx,
  person: AddressedPerson,
  { ref, isSeparate }: { ref: string | null; isSeparate: boolean },
  deps: ResolveIdentityDeps,
): Promise<Account | MayJoin | Refusal> {
  const { provider, subject, email, isEmailVerified: isVerified } = person;
  const at = deps.clock.now();
  await identities.lockEmail(tx, email);
  const deleted = await findDeletedIdentity(tx, identityHash(deps.keys.identity, provider, subject));
  if (deleted?.wasSuspended) return refuse('sign_in_suspended');
  const owner = isVerified
    ? accountToJoin(await identities.findVerifiedOwners(tx, provider, email))
    : undefined;
  if (owner?.suspendedAt) return refuse('sign_in_suspended');
  if (owner && !isSeparate) return { mayJoin: owner.provider };
  const waits = isVerified && (await identities.isAddressHeld(tx, email));
  const isOwnCode = ref !== null && isVerified && (await identities.isCodeOfOwner(tx, ref, email));
  const code = deleted || isOwnCode ? null : ref;
  const isWelcome = isVerified && !waits;
  const { playerId, referrerId } = await signUp(tx, person, isWelcome ? code : null, at);
  if (deleted?.playPausedUntil) {
    await deps.playPauses.resumePause(tx, playerId, deleted.playPausedUntil, at);
  }
  const pendingReferralCode = isWelcome ? null : code;
  await bindIdentity(tx, { provider, subject, email, playerId, isVerified, waits, pendingReferralCode, at });
  if (isWelcome) await publishFirstSignIn(tx, person, { playerId, isJoining: false }, deps);
  return { playerId, referrerId, role: 'USER', suspendedAt: null, isLeaving: false };
}
