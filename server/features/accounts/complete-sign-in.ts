import { openWallets } from '../../ledger/balances.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Tx } from '../../platform/db/database.ts';
import { publish } from '../../platform/jobs/outbox.ts';
import { isRefusal, type Refusal, refuse } from '../../platform/refusal.ts';
import type { ProviderPerson } from '../../providers/sign-in.ts';
import { findDeletedIdentity } from './deletion-store.ts';
import * as discord from './discord-store.ts';
import { accountToJoin, authTokenLastsMs, displayName, newReferralCode, shownAvatar } from './rules.ts';
import * as store from './store.ts';
import { type AccountKeys, hashOf, identityHash, networkHash, newToken } from './tokens.ts';

export interface CompleteSignInDeps {
  db: Database;
  clock: Clock;
  keys: AccountKeys;
  superAdminEmails: readonly string[];
}

interface ProvenPerson extends ProviderPerson {
  email: string;
}

async function signUp(
  tx: Tx,
  person: ProvenPerson,
  ref: string | null,
  now: Date,
): Promise<{ playerId: string; referrerId: string | null }> {
  const referrerId = ref ? await store.countInvited(tx, ref) : null;
  const account = {
    name: displayName(person.name, person.email),
    email: person.email,
    avatarUrl: shownAvatar(person.avatarUrl),
    referredBy: referrerId,
    createdAt: now,
  };
  let playerId: string | undefined;
  while (!playerId) playerId = await store.insertPlayer(tx, { ...account, referralCode: newReferralCode() });
  await openWallets(tx, playerId);
  return { playerId, referrerId };
}

/** The account of a first-seen identity: the one it joins, or a new one. */
async function adopt(
  tx: Tx,
  person: ProvenPerson,
  ref: string | null,
  deps: CompleteSignInDeps,
): Promise<(store.AccountState & { referrerId: string | null }) | Refusal> {
  const { provider, subject, email } = person;
  const at = deps.clock.now();
  await store.lockEmail(tx, email);
  const hash = identityHash(deps.keys.identity, provider, subject);
  const deleted = await findDeletedIdentity(tx, hash);
  if (deleted?.wasSuspended) return refuse('sign_in_suspended');
  const joined = accountToJoin(await store.findVerifiedOwners(tx, provider, email));
  if (joined?.suspendedAt) return refuse('sign_in_suspended');
  const { playerId, referrerId } = joined
    ? { playerId: joined.playerId, referrerId: null }
    : await signUp(tx, person, deleted ? null : ref, at);
  await store.insertIdentity(tx, { provider, subject, email, playerId, at });
  // A Discord account that the bot linked to another player stays with that player.
  if (provider === 'discord' && !(await discord.findPlayerOfDiscord(tx, subject))) {
    await discord.setDiscord(tx, playerId, subject);
  }
  await publish(tx, 'player.first-signed-in', {
    playerId,
    provider,
    identityHash: hash,
    at: at.toISOString(),
  });
  return { ...(joined ?? { playerId, role: 'USER', suspendedAt: null }), referrerId };
}

/**
 * Finds or makes the account of a person whom a provider vouches for (docs/rules.md, Accounts), and a token that only
 * the browser holding `browserSecret` can turn into a session within five minutes.
 * @param ref referral code carried through the sign-in; counts at a first sign-up only
 * @param network from where it came (platform/http/rate-limit.ts)
 *
 * Refuses `sign_in_email_unverified`, `sign_in_suspended`.
 */
export async function completeSignIn(
  person: ProviderPerson,
  { ref, network }: { ref: string | null; network: string },
  deps: CompleteSignInDeps,
): Promise<{ authToken: string; browserSecret: string } | Refusal> {
  const email = person.email?.trim().toLowerCase();
  if (!email || !person.isEmailVerified) return refuse('sign_in_email_unverified');
  const { provider, subject } = person;

  return deps.db.transaction(async (tx) => {
    const now = deps.clock.now();
    await store.lockIdentity(tx, provider, subject);
    const known = await store.findByIdentity(tx, provider, subject);
    if (known?.suspendedAt) return refuse('sign_in_suspended');
    const account = known ? { ...known, referrerId: null } : await adopt(tx, { ...person, email }, ref, deps);
    if (isRefusal(account)) return account;
    const { playerId, role, referrerId } = account;
    await publish(tx, 'player.signed-in', {
      playerId,
      referrerId,
      networkHash: networkHash(deps.keys.network, network),
      at: now.toISOString(),
    });

    if (known) await store.rememberSignIn(tx, { provider, subject, email, playerId, at: now });
    if (deps.superAdminEmails.includes(email) && role !== 'SUPER_ADMIN') {
      await store.setRole(tx, playerId, 'SUPER_ADMIN');
    }

    const [authToken, browserSecret] = [newToken(), newToken()];
    const expiresAt = new Date(now.getTime() + authTokenLastsMs);
    await store.insertSignInToken(tx, {
      tokenHash: hashOf(authToken),
      browserHash: hashOf(browserSecret),
      playerId,
      expiresAt,
    });
    return { authToken, browserSecret };
  });
}
