// SPDX-License-Identifier: Apache-2.0

import type { Tx } from '../../../platform/db/database.ts';
import { type Refusal, refuse } from '../../../platform/refusal.ts';
import type { ProviderPerson } from '../../../providers/sign-in.ts';
import { accountToJoin } from '../rules.ts';
import { identityHash } from '../tokens.ts';
import { findDeletedIdentity } from './deleted-identity-store.ts';
import * as identities from './identity-store.ts';
import { publishFirstSignIn } from './publish-first-sign-in.ts';
import { recordSignInChange } from './record-sign-in-change.ts';
import { bindIdentity, type ResolveIdentityDeps } from './resolve-identity.ts';
import { hasAddress } from './sign-in-person.ts';
import { claimSignIn, type UsedSignIn } from './sign-in-token-store.ts';

/**
 * Joins a new identity to the account whose own identity has just confirmed it, and notifies the owner. Refuses
 * `sign_in_join_other` if a different account has the address, `sign_in_suspended`, and `sign_in_expired` if the new
 * identity's sign-in was used before.
 */
export async function joinAccount(
  tx: Tx,
  { person, once }: { person: ProviderPerson; once: UsedSignIn },
  account: identities.KnownIdentity,
  deps: ResolveIdentityDeps,
): Promise<Refusal | undefined> {
  if (!hasAddress(person)) return refuse('sign_in_join_other');
  const { provider, subject, email } = person;
  const { playerId } = account;
  await identities.lockEmail(tx, email);
  const known = await identities.findByIdentity(tx, provider, subject);
  // Two windows of one browser may both confirm.
  if (known?.playerId === playerId) return undefined;
  const owner = accountToJoin(await identities.findVerifiedOwners(tx, provider, email));
  if (known || owner?.playerId !== playerId) return refuse('sign_in_join_other');
  const deleted = await findDeletedIdentity(tx, identityHash(deps.keys.identity, provider, subject));
  if (deleted?.wasSuspended) return refuse('sign_in_suspended');
  if (!(await claimSignIn(tx, once))) return refuse('sign_in_expired');
  const at = deps.clock.now();
  if (deleted?.playPausedUntil) {
    await deps.playPauses.resumePause(tx, playerId, deleted.playPausedUntil, at);
  }
  await bindIdentity(tx, {
    ...{ provider, subject, email, playerId, at },
    ...{ isVerified: true, waits: false, pendingReferralCode: null },
  });
  await publishFirstSignIn(tx, person, { playerId, isJoining: true }, deps);
  await identities.markNotified(tx, person);
  await recordSignInChange(tx, {
    ...{ playerId, what: 'added', provider, at },
    after: { provider, email },
  });
  return undefined;
}
