import type { Tx } from '../../../platform/db/database.ts';
import { isRefusal, type Refusal, refuse } from '../../../platform/refusal.ts';
import * as store from '../factor-store.ts';
import { findPlayer } from '../player-store.ts';
import { holdRights } from '../roles/authority.ts';
import { setFactorAt } from '../sessions/session-store.ts';
import { factorVault, newSecret, toAddress } from './authenticator-app.ts';
import { takeAppCode } from './confirm-factor.ts';
import {
  type Asker,
  type FactorDeps,
  type HeldFactors,
  holdFactors,
  recordFactorChange,
  requireFresh,
  requireFreshOrNew,
} from './hold-factors.ts';
import { hashRecoveryCode, newRecoveryCodes } from './recovery-codes.ts';

/** Whether the player may set an app up now: an administrator with none, who proved a moment ago who they are. */
async function holdForEnrolment(tx: Tx, asker: Asker, deps: FactorDeps): Promise<HeldFactors | Refusal> {
  const held = await holdFactors(tx, asker);
  if (isRefusal(held)) return held;
  if ((await holdRights(tx, asker.playerId)).size === 0) return refuse('forbidden');
  if (held.app?.confirmedAt) return refuse('second_factor_exists');
  return requireFreshOrNew(held, deps) ?? held;
}

/**
 * A new secret for an app, which counts for nothing yet. Refuses `forbidden` for who is no administrator,
 * `second_factor_exists`, `sign_in_stale`, `second_factor_required`, `session_ended`.
 */
export function startApp(
  asker: Asker,
  deps: FactorDeps,
): Promise<{ secret: string; address: string } | Refusal> {
  const { playerId } = asker;
  return deps.db.transaction<{ secret: string; address: string } | Refusal>(async (tx) => {
    const held = await holdForEnrolment(tx, asker, deps);
    if (isRefusal(held)) return held;
    const player = await findPlayer(tx, playerId);
    const secret = newSecret();
    const sealed = factorVault(deps.appSecret).seal(secret, playerId);
    await store.keepNewApp(tx, playerId, { ...sealed, startedAt: deps.clock.now() });
    const label = player?.email || player?.name || 'Administrator';
    return { secret, address: toAddress(secret, { issuer: deps.brandName, label }) };
  });
}

/**
 * Sets the app up by a code of it, which confirms this session too. Refuses as `startApp` does, and
 * `second_factor_missing` where none was started, `second_factor_wrong`.
 */
export async function finishApp(
  asker: Asker,
  code: string,
  deps: FactorDeps,
): Promise<{ recoveryCodes: string[] } | Refusal> {
  const { playerId, sessionId } = asker;
  const outcome = await deps.db.transaction<{ recoveryCodes: string[] } | Refusal>(async (tx) => {
    const held = await holdForEnrolment(tx, asker, deps);
    if (isRefusal(held)) return held;
    const { app } = held;
    if (!app) return refuse('second_factor_missing');
    // Nothing is there to be guessed: whoever asks has just been shown the secret.
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

async function giveRecoveryCodes(
  tx: Tx,
  playerId: string,
  { appSecret }: Pick<FactorDeps, 'appSecret'>,
): Promise<string[]> {
  const codes = newRecoveryCodes();
  const hashes = codes.map((code) => hashRecoveryCode(appSecret, playerId, code));
  await store.replaceRecoveryCodes(tx, playerId, hashes);
  return codes;
}

/** New recovery codes in place of all earlier ones. Refuses `second_factor_missing`, `second_factor_required`. */
export function renewRecoveryCodes(
  asker: Asker,
  deps: FactorDeps,
): Promise<{ recoveryCodes: string[] } | Refusal> {
  return deps.db.transaction<{ recoveryCodes: string[] } | Refusal>(async (tx) => {
    const held = await holdFactors(tx, asker);
    if (isRefusal(held)) return held;
    if (!held.isEnrolled) return refuse('second_factor_missing');
    const refusal = requireFresh(held, deps);
    if (refusal) return refusal;
    await recordFactorChange(tx, { what: 'recovery-codes-renewed', playerId: asker.playerId });
    return { recoveryCodes: await giveRecoveryCodes(tx, asker.playerId, deps) };
  });
}
