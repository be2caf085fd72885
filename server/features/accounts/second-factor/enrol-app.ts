// SPDX-License-Identifier: Apache-2.0

import type { Tx } from '../../../platform/db/database.ts';
import { isRefusal, type Refusal, refuse } from '../../../platform/refusal.ts';
import { findPlayer } from '../player-store.ts';
import { setFactorAt } from '../sessions/session-store.ts';
import { factorVault, newSecret, toAddress } from './authenticator-app.ts';
import * as store from './authenticator-app-store.ts';
import { takeAppCode } from './confirm-factor.ts';
import {
  type Asker,
  type FactorDeps,
  holdForEnrolment,
  type LockedFactors,
  recordFactorChange,
} from './lock-second-factor.ts';
import { giveRecoveryCodes } from './renew-recovery-codes.ts';

/** Whether the player may set up an app now: the conditions of `holdForEnrolment`, and no app yet. */
async function holdForApp(tx: Tx, asker: Asker, deps: FactorDeps): Promise<LockedFactors | Refusal> {
  const held = await holdForEnrolment(tx, asker, deps);
  return !isRefusal(held) && held.app?.confirmedAt ? refuse('second_factor_exists') : held;
}

/**
 * A new secret for an app, which has no effect until it is confirmed. Refuses `forbidden` to plain players,
 * `second_factor_exists`, `sign_in_stale`, `second_factor_required`, `session_ended`.
 */
export function startApp(
  asker: Asker,
  deps: FactorDeps,
): Promise<{ secret: string; address: string } | Refusal> {
  const { playerId } = asker;
  return deps.db.transaction<{ secret: string; address: string } | Refusal>(async (tx) => {
    const held = await holdForApp(tx, asker, deps);
    if (isRefusal(held)) return held;
    const player = await findPlayer(tx, playerId);
    const secret = newSecret();
    const sealed = factorVault(deps.appSecret).seal(secret, playerId);
    await store.storeNewApp(tx, playerId, { ...sealed, startedAt: deps.clock.now() });
    const label = player?.email || player?.name || 'Administrator';
    return { secret, address: toAddress(secret, { issuer: deps.brandName, label }) };
  });
}

/**
 * Finishes the set-up with a code from the app, which confirms this session too. Refuses what `startApp` refuses,
 * `second_factor_missing` if no set-up was started, and `second_factor_wrong`.
 */
export async function finishApp(
  asker: Asker,
  code: string,
  deps: FactorDeps,
): Promise<{ recoveryCodes: string[] } | Refusal> {
  const { playerId, sessionId } = asker;
  const outcome = await deps.db.transaction<{ recoveryCodes: string[] } | Refusal>(async (tx) => {
    const held = await holdForApp(tx, asker, deps);
    if (isRefusal(held)) return held;
    const { app } = held;
    if (!app) return refuse('second_factor_missing');
    // Guesses are not counted: the player has just been shown the secret.
    const isRight = await takeAppCode(tx, { playerId, app, code }, deps);
    if (!isRight) return refuse('second_factor_wrong');
    const now = deps.clock.now();
    await store.confirmApp(tx, playerId, now);
    await setFactorAt(tx, sessionId, now);
    await recordFactorChange(tx, { what: 'app-added', playerId });
    const isFirst = held.recoveryCodesLeft === 0;
    return { recoveryCodes: isFirst ? await giveRecoveryCodes(tx, playerId, deps) : [] };
  });
  deps.sessions.forget(playerId);
  return outcome;
}
