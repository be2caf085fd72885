// SPDX-License-Identifier: Apache-2.0

import { randomBytes } from 'node:crypto';
import { isRefusal, type Refusal, refuse } from '../../../platform/refusal.ts';
import type { SignInProvider } from '../../../providers/sign-in.ts';
import { displayName, shownAvatar, signInLastsMs } from '../rules.ts';
import { hashToken } from '../tokens.ts';
import { type CompleteSignInDeps, completeSignIn } from './complete-sign-in.ts';
import { type JoinUnderWay, type SignInUnderWay, seal } from './cookies.ts';
import { hasAddress, readPerson } from './sign-in-person.ts';

/** Where a sign-in ends: a path of the web app, and the cookies that belong to it. */
export interface SignInOutcome {
  path: string;
  /** What lets only this browser exchange the token in `path`. */
  exchange?: string;
  /** Who decides on that page whether to join an account. */
  join?: string;
}

/** What makes the decision of somebody who may join an account count once. */
export const onceOf = ({ state, expiresAt }: { state: string; expiresAt: number }) => ({
  stateHash: hashToken(state),
  expiresAt: new Date(expiresAt),
});

/**
 * Redeems what the provider sent the browser back with. Somebody whose address an account has is asked on a page of its
 * own, and comes back here by that account's provider.
 * @param join who waits for this sign-in's confirmation, if anybody
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
