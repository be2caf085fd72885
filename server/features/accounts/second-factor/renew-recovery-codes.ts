// SPDX-License-Identifier: Apache-2.0

import type { Tx } from '../../../platform/db/database.ts';
import { isRefusal, type Refusal, refuse } from '../../../platform/refusal.ts';
import {
  type Asker,
  type FactorDeps,
  lockFactors,
  recordFactorChange,
  requireFresh,
} from './lock-second-factor.ts';
import { replaceRecoveryCodes } from './recovery-code-store.ts';
import { hashRecoveryCode, newRecoveryCodes } from './recovery-codes.ts';

export async function giveRecoveryCodes(
  tx: Tx,
  playerId: string,
  { appSecret }: Pick<FactorDeps, 'appSecret'>,
): Promise<string[]> {
  const codes = newRecoveryCodes();
  const hashes = codes.map((code) => hashRecoveryCode(appSecret, playerId, code));
  await replaceRecoveryCodes(tx, playerId, hashes);
  return codes;
}

/** Replaces all recovery codes with new ones. Refuses `second_factor_missing`, `second_factor_required`. */
export function renewRecoveryCodes(
  asker: Asker,
  deps: FactorDeps,
): Promise<{ recoveryCodes: string[] } | Refusal> {
  return deps.db.transaction<{ recoveryCodes: string[] } | Refusal>(async (tx) => {
    const held = await lockFactors(tx, asker);
    if (isRefusal(held)) return held;
    if (!held.isEnrolled) return refuse('second_factor_missing');
    const refusal = requireFresh(held, deps);
    if (refusal) return refusal;
    await recordFactorChange(tx, { what: 'recovery-codes-renewed', playerId: asker.playerId });
    return { recoveryCodes: await giveRecoveryCodes(tx, asker.playerId, deps) };
  });
}
