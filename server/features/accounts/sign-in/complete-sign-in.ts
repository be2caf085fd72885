// SPDX-License-Identifier: Apache-2.0

import { openWallets } from '../../../ledger/balances.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database, Tx } from '../../../platform/db/database.ts';
import { publish } from '../../../platform/jobs/outbox.ts';
import { isRefusal, type Refusal, refuse } from '../../../platform/refusal.ts';
import type { PlayPauses } from '../../../play-ports.ts';
import type { ProviderPerson } from '../../../providers/sign-in.ts';
import {
  type AccountState,
  countInvited,
  findPlayerByDiscord,
  insertPlayer,
  setDiscord,
  setReferrer,
  setRole,
} from '../player-store.ts';
import {
  accountToJoin,
  authTokenLastsMs,
  becomesAnother,
  displayName,
  newReferralCode,
  shownAvatar,
} from '../rules.ts';
import { type AccountKeys, hashToken, identityHash, networkHash, newToken } from '../tokens.ts';
import { findDeletedIdentity } from './deleted-identity-store.ts';
import * as identities from './identity-store.ts';
import { insertSignInToken } from './sign-in-token-store.ts';

export interface CompleteSignInDeps {
  db: Database;
  clock: Clock;
  keys: AccountKeys;
  superAdminEmails: readonly string[];
  playPauses: PlayPauses;
}

interface AddressedPerson extends ProviderPerson {
  email: string;
}

type Account = AccountState & { referrerId: string | null };

/** @param ref the invitation that counts immediately: none unless the address is verified */
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

/** Publishes that an identity's address is verified for the first time; promotions reward it. */
async function tellFirstSignIn(
  tx: Tx,
  { provider, subject }: ProviderPerson,
  { playerId, isJoining }: { playerId: string; isJoining: boolean },
  { keys, clock }: Pick<CompleteSignInDeps, 'keys' | 'clock'>,
): Promise<void> {
  await publish(tx, 'player.first-signed-in', {
    playerId,
    provider,
    identityHash: identityHash(keys.identity, provider, subject),
    ...(isJoining && { isJoining }),
    at: clock.now().toISOString(),
  });
}

/** The account of a first-seen identity: the one it joins, or a new one. */
async function adopt(
  tx: Tx,
  person: AddressedPerson,
  ref: string | null,
  deps: CompleteSignInDeps,
): Promise<Account | Refusal> {
  const { provider, subject, email, isEmailVerified: isVerified } = person;
  const at = deps.clock.now();
  await identities.lockEmail(tx, email);
  const deleted = await findDeletedIdentity(tx, identityHash(deps.keys.identity, provider, subject));
  if (deleted?.wasSuspended) return refuse('sign_in_suspended');
  const owners = isVerified ? await identities.findVerifiedOwners(tx, provider, email) : [];
  const joined = accountToJoin(owners);
  if (joined?.suspendedAt) return refuse('sign_in_suspended');
  if (joined?.isLeaving) return { ...joined, referrerId: null };
  const isOwnCode = ref !== null && isVerified && (await identities.isCodeOfOwner(tx, ref, email));
  const code = deleted || joined || isOwnCode ? null : ref;
  const account = joined
    ? { ...joined, referrerId: null }
    : {
        role: 'USER',
        suspendedAt: null,
        isLeaving: false,
        ...(await signUp(tx, person, isVerified ? code : null, at)),
      };
  const { playerId } = account;
  if (deleted?.playPausedUntil) {
    await deps.playPauses.resumePause(tx, playerId, deleted.playPausedUntil, at);
  }
  const pendingReferralCode = isVerified ? null : code;
  const identity = { provider, subject, email, playerId, isVerified, pendingReferralCode, at };
  await identities.insertIdentity(tx, identity);
  // A Discord account that the bot linked to another player stays with that player.
  if (provider === 'discord' && !(await findPlayerByDiscord(tx, subject))) {
    await setDiscord(tx, playerId, subject);
  }
  if (isVerified) {
    await tellFirstSignIn(tx, person, { playerId, isJoining: joined !== undefined }, deps);
  }
  return account;
}

/**
 * Lets a known identity in, even if its provider no longer vouches for the address. What an unverified address had to
 * wait for is granted at the first sign-in that verifies one, and only once, even if the provider changes its mind
 * repeatedly.
 */
async function welcomeBack(
  tx: Tx,
  person: ProviderPerson,
  known: identities.KnownIdentity,
  deps: CompleteSignInDeps,
): Promise<Account> {
  const { provider, subject, email, isEmailVerified: isVerified } = person;
  const { playerId, wasEverVerified, pendingReferralCode: code } = known;
  await identities.rememberSignIn(tx, { provider, subject, email, isVerified, at: deps.clock.now() });
  if (known.isVerified && !isVerified) await identities.markUnverified(tx, playerId);
  if (!known.isVerified && isVerified && email) {
    await identities.markVerified(tx, playerId, { email, unproven: wasEverVerified ? null : known.email });
  }
  if (wasEverVerified || !isVerified) return { ...known, referrerId: null };
  // The code was stored before the address was verified: the address may turn out to be that of the code's own owner.
  const isOwnCode = code && email ? await identities.isCodeOfOwner(tx, code, email) : true;
  const referrerId = code && !isOwnCode ? await countInvited(tx, code) : null;
  if (referrerId) await setReferrer(tx, playerId, referrerId);
  await tellFirstSignIn(tx, person, { playerId, isJoining: false }, deps);
  return { ...known, referrerId };
}

/**
 * Finds or makes the account of the person that a provider names (docs/rules.md, Accounts), and a token that only the
 * browser holding `browserSecret` can turn into a session within five minutes.
 * @param ref referral code carried through the sign-in; counts only at a first sign-up
 * @param network where the sign-in came from (platform/http/rate-limit.ts)
 *
 * Refuses `sign_in_email_missing`, `sign_in_suspended`.
 */
export async function completeSignIn(
  told: ProviderPerson,
  { ref, network }: { ref: string | null; network: string },
  deps: CompleteSignInDeps,
): Promise<{ authToken: string; browserSecret: string } | Refusal> {
  const email = told.email?.trim().toLowerCase() || null;
  const isEmailVerified = told.isEmailVerified && email !== null && !becomesAnother(told.email ?? '');
  const person = { ...told, email, isEmailVerified };
  const { provider, subject } = person;

  return deps.db.transaction(async (tx) => {
    const now = deps.clock.now();
    await identities.lockIdentity(tx, provider, subject);
    const known = await identities.findByIdentity(tx, provider, subject);
    if (known?.suspendedAt) return refuse('sign_in_suspended');
    if (!known && email === null) return refuse('sign_in_email_missing');
    // Signing in to a deleted account has no effects until the deletion is taken back.
    if (known?.isLeaving) return giveToken(tx, known.playerId, now);
    const account = known
      ? await welcomeBack(tx, person, known, deps)
      : await adopt(tx, { ...person, email: email as string }, ref, deps);
    if (isRefusal(account)) return account;
    const { playerId, role, referrerId } = account;
    if (account.isLeaving) return giveToken(tx, playerId, now);
    await publish(tx, 'player.signed-in', {
      playerId,
      referrerId,
      networkHash: networkHash(deps.keys.network, network),
      at: now.toISOString(),
    });

    const { epicAccountIds } = person;
    if (epicAccountIds) {
      const shown = { playerId, accountIds: [...epicAccountIds], at: now.toISOString() };
      await publish(tx, 'player.epic-accounts-shown', shown);
    }

    const proven = person.isEmailVerified ? email : null;
    if (proven && deps.superAdminEmails.includes(proven) && role !== 'SUPER_ADMIN') {
      await setRole(tx, playerId, { role: 'SUPER_ADMIN', by: null, at: now });
    }

    return giveToken(tx, playerId, now);
  });
}

async function giveToken(
  tx: Tx,
  playerId: string,
  now: Date,
): Promise<{ authToken: string; browserSecret: string }> {
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
