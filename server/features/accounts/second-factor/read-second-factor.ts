// SPDX-License-Identifier: Apache-2.0

import { isGuarded } from '../../../../contract/permissions.ts';
import type { SecondFactor } from '../../../../contract/second-factor.ts';
import type { SessionPlayer } from '../../../platform/http/authentication.ts';
import { readFactors } from '../factor-queries.ts';
import { listPasskeys } from '../passkey-store.ts';
import { viewFreshness } from './confirm-factor.ts';
import type { FactorDeps } from './lock-second-factor.ts';

/** An administrator's factors, and until when no new confirmation is needed. */
export async function readSecondFactor(player: SessionPlayer, deps: FactorDeps): Promise<SecondFactor> {
  const [{ appSince, recoveryCodesLeft, lockedUntil }, passkeys] = await Promise.all([
    readFactors(deps.db, player.id),
    listPasskeys(deps.db, player.id),
  ]);
  const { confirmedAt } = player.secondFactor;
  const freshness = confirmedAt && viewFreshness(confirmedAt, deps);
  const isLocked = lockedUntil !== null && lockedUntil > deps.clock.now();
  return {
    isDemanded: deps.secondFactor.isDemanded && isGuarded(player.held),
    mayEnrol: player.held.size > 0,
    appSince: appSince?.toISOString() ?? null,
    passkeys,
    recoveryCodesLeft,
    confirmedAt: freshness?.confirmedAt ?? null,
    freshUntil: freshness?.freshUntil ?? null,
    lockedUntil: isLocked ? lockedUntil.toISOString() : null,
  };
}
