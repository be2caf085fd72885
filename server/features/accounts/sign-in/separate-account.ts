// SPDX-License-Identifier: Apache-2.0

import { isRefusal, type Refusal } from '../../../platform/refusal.ts';
import { type CompleteSignInDeps, completeSignIn } from './complete-sign-in.ts';
import type { JoinUnderWay } from './cookies.ts';
import { type ExchangeDeps, exchangeToken } from './exchange-token.ts';
import { onceOf } from './finish-sign-in.ts';

/**
 * Opens a separate account and session for a person who does not join the account that has their address. Refuses
 * `sign_in_expired` if they decided before, and what a sign-in and its exchange refuse.
 */
export async function separateAccount(
  join: JoinUnderWay,
  { network, userAgent }: { network: string; userAgent: string | undefined },
  deps: CompleteSignInDeps & ExchangeDeps,
): Promise<{ authToken: string } | Refusal> {
  const { ref, person } = join;
  const done = await completeSignIn(person, { ref, network, separate: { once: onceOf(join) } }, deps);
  if (isRefusal(done)) return done;
  if ('mayJoin' in done) throw new Error('a separate account was asked about again');
  return exchangeToken({ ...done, userAgent }, deps);
}
