// SPDX-License-Identifier: Apache-2.0

import type { Tx } from '../../../platform/db/database.ts';
import type { ProviderPerson } from '../../../providers/sign-in.ts';
import * as identities from './identity-store.ts';
import { recordSignInChange } from './record-sign-in-change.ts';

/**
 * Marks the account as verified, and makes it show the address that its provider verified, unless an administrator
 * entered another (docs/rules/accounts.md, 10). Only a changed address is taken over: an account with two identities
 * would otherwise show the one used last. An address that no identity has any more is left behind by an earlier change.
 *
 * Players are notified at both addresses, except at one that was never verified: anyone can type another person's.
 */
export async function followAddress(
  tx: Tx,
  {
    playerId,
    provider,
    verified,
    at,
    ...known
  }: identities.KnownIdentity & { provider: ProviderPerson['provider']; verified: string; at: Date },
): Promise<void> {
  const isChanged = known.email !== verified || !known.isVerified;
  const isToFollow = async (shown: identities.ShownAddress) => {
    if (shown.isEntered || shown.email.toLowerCase() === verified) return false;
    return isChanged || !(await identities.hasIdentityWith(tx, playerId, shown.email.toLowerCase()));
  };
  // Calls hold their player: a sign-in that locked it each time would wait for them.
  if (known.isVerified && !(await isToFollow(await identities.readShownAddress(tx, playerId)))) return;
  const shown = await identities.lockShownAddress(tx, playerId);
  if (!known.isVerified) await identities.markVerified(tx, playerId);
  if (!(await isToFollow(shown))) return;
  await identities.showAddress(tx, playerId, verified);
  if (!shown.isVerified && !known.wasEverVerified) return;
  await recordSignInChange(tx, {
    ...{ playerId, what: 'address-followed', provider, at },
    before: { email: shown.email },
    after: { email: verified },
  });
}
