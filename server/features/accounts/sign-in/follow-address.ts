// SPDX-License-Identifier: Apache-2.0

import type { Tx } from '../../../platform/db/database.ts';
import type { ProviderPerson } from '../../../providers/sign-in.ts';
import * as identities from './identity-store.ts';
import { recordSignInChange } from './record-sign-in-change.ts';

/**
 * Marks the account as verified, and shows the address that its provider verified, unless an administrator entered
 * another (docs/rules/accounts.md, 10). Only a changed address is used: otherwise an account with two identities would
 * show the one used last. An address that no identity has any more comes from an earlier change, and is replaced.
 *
 * Notifies players at both addresses, except at one that was never verified: anyone can type another person's.
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
  // Calls lock their player, so a sign-in that locked the player every time would have to wait for them.
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
