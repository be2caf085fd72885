// SPDX-License-Identifier: Apache-2.0

import { randomBytes } from 'node:crypto';
import { isRefusal, type Refusal, refuse } from '../../../platform/refusal.ts';
import type { SignInProvider } from '../../../providers/sign-in.ts';
import { displayName, shownAvatar, signInLastsMs } from '../rules.ts';
import { hashToken } from '../tokens.ts';
import { type CompleteSignInDeps, completeSignIn } from './complete-sign-in.ts';
import { type JoinUnderWay, type SignInUnderWay, seal } from './cookies.ts';
import { hasAddress, readPerson } from './sign-in-person.ts';

/** The destination of a sign-in: a path of the web app, and its cookies. */
export interface SignInOutcome {
  path: string;
  /** Lets only this browser exchange the token in `path`. */
  exchange?: string;
  /** Identifies who decides on that page whether to join an account. */
  join?: string;
}

/** Limits a decision about joining to a single use. */
export const onceOf = ({ state, expiresAt }: { state: string; expiresAt: number }) => ({
  stateHash: hashToken(state),
  expiresAt: new Date(expiresAt),
});

/**
 * Redeems the parameters of the provider's callback. A person whose address belongs to an account decides on a separate
 * page, and comes back here through that account's provider.
 * @param join the person, if any, who waits for this sign-in's confirmation
 */
export async function finishSignIn(
  provider: SignInProvider,
  {
    query,
    underWay,
    join,
    network,
  }: { query: URLSearchParams; underWay: SignInUnderWay; join: JoinUnderWay | undefined; network: string },
  deps: CompleteSignInDeps,
): Promise<SignInOutcome | Refusal> {
  if (underWay.joins && !join) return refuse('sign_in_expired');
  const told = await provider.identify(query, underWay);
  if (isRefusal(told)) return told;
  const joining = underWay.joins && join ? { person: join.person, once: onceOf(join) } : undefined;
  const { ref } = underWay;
  const done = await completeSignIn(told, { ref, network, ...(joining && { joining }) }, deps);
  if (isRefusal(done)) {
    if (done.refused !== 'sign_in_join_other') return done;
    return { path: `/join-account?with=${provider.name}&error=${done.refused}` };
  }
  if ('authToken' in done) {
    return { path: `/google-login-success?authToken=${done.authToken}`, exchange: done.browserSecret };
  }
  const person = readPerson(told);
  if (!hasAddress(person)) return refuse('sign_in_email_missing');
  const asked: JoinUnderWay = {
    state: randomBytes(24).toString('base64url'),
    // Shortened, since a cookie has room for 4 kB.
    person: {
      ...person,
      isEmailVerified: true,
      name: displayName(person.name, person.email),
      avatarUrl: shownAvatar(person.avatarUrl),
    },
    ref,
    expiresAt: deps.clock.now().getTime() + signInLastsMs,
  };
  return { path: `/join-account?with=${done.mayJoin}`, join: seal(deps.keys.cookie, 'join', asked) };
}
