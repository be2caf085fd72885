// SPDX-License-Identifier: Apache-2.0

import type { Tx } from '../../../platform/db/database.ts';
import type { ProviderPerson } from '../../../providers/sign-in.ts';
import { countInvited, setReferrer } from '../player-store.ts';
import { followAddress } from './follow-address.ts';
import * as identities from './identity-store.ts';
import { publishFirstSignIn } from './publish-first-sign-in.ts';
import type { Account, ResolveIdentityDeps } from './resolve-identity.ts';

/**
 * Lets a known identity sign in, even if its provider no longer verifies the address, and adopts a changed address.
 * Grants that had to wait, for a verified address or until no other account has it, come with the first sign-in without
 * that obstacle. They come only once, even if the provider changes its answer repeatedly.
 */
export async function welcomeBack(
  tx: Tx,
  person: ProviderPerson,
  known: identities.KnownIdentity,
  deps: ResolveIdentityDeps,
): Promise<Account> {
  const { provider, subject, email, isEmailVerified: isVerified } = person;
  const { playerId, isWelcomed, pendingReferralCode: code } = known;
  const at = deps.clock.now();
  if (email && (email !== known.email || !isWelcomed)) await identities.lockEmail(tx, email);
  await identities.rememberSignIn(tx, { provider, subject, email, isVerified, at });
  if (known.isVerified && !isVerified) await identities.markUnverified(tx, playerId);
  if (isVerified && email) await followAddress(tx, { ...known, provider, verified: email, at });
  if (isWelcomed || !isVerified || !email) return { ...known, referrerId: null };
  if (await identities.isAddressHeld(tx, email, playerId)) {
    await identities.markWaiting(tx, { provider, subject });
    return { ...known, referrerId: null };
  }
  await identities.markWelcomed(tx, { provider, subject, at });
  // The code was stored before the address was verified: this may now turn out to be the code owner's own address.
  const isOwnCode = code ? await identities.isCodeOfOwner(tx, code, email) : true;
  const referrerId = code && !isOwnCode ? await countInvited(tx, code) : null;
  if (referrerId) await setReferrer(tx, playerId, referrerId);
  await publishFirstSignIn(tx, person, { playerId, isJoining: false }, deps);
  return { ...known, referrerId };
}
