// SPDX-License-Identifier: Apache-2.0

import type { Database, Tx } from '../../../platform/db/database.ts';
import { publish } from '../../../platform/jobs/outbox.ts';
import { isRefusal, type Refusal, refuse } from '../../../platform/refusal.ts';
import type { ProviderPerson } from '../../../providers/sign-in.ts';
import { setRole } from '../player-store.ts';
import { authTokenLastsMs } from '../rules.ts';
import { hashToken, networkHash, newToken } from '../tokens.ts';
import * as identities from './identity-store.ts';
import { joinAccount } from './join-account.ts';
import { type Account, type MayJoin, type ResolveIdentityDeps, resolveIdentity } from './resolve-identity.ts';
import { hasAddress, readPerson } from './sign-in-person.ts';
import { claimSignIn, insertSignInToken, type UsedSignIn } from './sign-in-token-store.ts';
import { welcomeBack } from './welcome-back.ts';

export interface CompleteSignInDeps extends ResolveIdentityDeps {
  db: Database;
  superAdminEmails: readonly string[];
}

/** The circumstances of a sign-in. */
export interface SignInOrigin {
  /** Referral code carried through the sign-in; counts only at the first sign-up. */
  ref: string | null;
  /** The network that it came from (platform/http/rate-limit.ts). */
  network: string;
  /** The identity that signed in just before in this browser, and wants to join this sign-in's account. */
  joining?: { person: ProviderPerson; once: UsedSignIn };
  /** The person declined to join the account that has their address; used up together with the sign-in. */
  separate?: { once: UsedSignIn };
}

/** For the browser that signed in only: a token for the address, and a secret for its cookie. */
export interface SignedIn {
  authToken: string;
  browserSecret: string;
}

/**
 * Finds or creates the account of the provider's person (docs/rules/accounts.md), and a token that only the browser
 * holding `browserSecret` can turn into a session within five minutes. Answers `mayJoin` for a new person whose address
 * belongs to an account: nothing happens until they confirm or decline.
 *
 * Refuses `sign_in_email_missing`, `sign_in_suspended`, `sign_in_join_other`, `sign_in_expired` (a confirmation that
 * was used before).
 */
export async function completeSignIn(
  told: ProviderPerson,
  origin: SignInOrigin,
  deps: CompleteSignInDeps,
): Promise<SignedIn | MayJoin | Refusal> {
  const person = readPerson(told);
  const { joining } = origin;
  return deps.db.transaction(async (tx) => {
    const now = deps.clock.now();
    await identities.lockIdentitiesToCome(tx, joining ? [person, joining.person] : [person]);
    const account = await findOrSignUp(tx, person, origin, deps);
    if (isRefusal(account) || 'mayJoin' in account) return account;
    const { playerId, role, referrerId } = account;
    // Signing in to a deleted account has no effects until the player cancels the deletion.
    if (account.isLeaving) return giveToken(tx, playerId, now);
    await publish(tx, 'player.signed-in', {
      playerId,
      referrerId,
      networkHash: networkHash(deps.keys.network, origin.network),
      at: now.toISOString(),
    });
    for (const { gameAccountIds } of joining ? [person, joining.person] : [person]) {
      if (!gameAccountIds) continue;
      const shown = { playerId, accountIds: [...gameAccountIds], at: now.toISOString() };
      await publish(tx, 'player.epic-accounts-shown', shown);
    }
    const proven = person.isEmailVerified ? person.email : null;
    if (proven && deps.superAdminEmails.includes(proven) && role !== 'SUPER_ADMIN') {
      await setRole(tx, playerId, { role: 'SUPER_ADMIN', by: null, at: now });
    }
    return giveToken(tx, playerId, now);
  });
}

async function findOrSignUp(
  tx: Tx,
  person: ProviderPerson,
  { ref, joining, separate }: SignInOrigin,
  deps: CompleteSignInDeps,
): Promise<Account | MayJoin | Refusal> {
  const known = await identities.findByIdentity(tx, person.provider, person.subject);
  if (known?.suspendedAt) return refuse('sign_in_suspended');
  if (!known && joining) return refuse('sign_in_join_other');
  if (known?.isLeaving) return { ...known, referrerId: null };
  if (known && joining) {
    const refusal = await joinAccount(tx, { ...joining, person: readPerson(joining.person) }, known, deps);
    if (refusal) return refusal;
  }
  if (separate && !(await claimSignIn(tx, separate.once))) return refuse('sign_in_expired');
  if (known) return welcomeBack(tx, person, known, deps);
  if (!hasAddress(person)) return refuse('sign_in_email_missing');
  return resolveIdentity(tx, person, { ref, isSeparate: separate !== undefined }, deps);
}

async function giveToken(tx: Tx, playerId: string, now: Date): Promise<SignedIn> {
  const [authToken, browserSecret] = [newToken(), newToken()];
  const expiresAt = new Date(now.getTime() + authTokenLastsMs);
  await insertSignInToken(tx, {
    tokenHash: hashToken(authToken),
    browserHash: hashToken(browserSecret),
    playerId,
    expiresAt,
  });
  return { authToken, browserSecret };
}
