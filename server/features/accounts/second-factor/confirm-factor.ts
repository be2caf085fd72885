// SPDX-License-Identifier: Apache-2.0

import type { z } from 'zod';
import type { PasskeyUsed } from '../../../../contract/passkeys.ts';
import type { secondFactorApi } from '../../../../contract/second-factor.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { isRefusal, type Refusal, refuse } from '../../../platform/refusal.ts';
import * as passkeys from '../passkey-store.ts';
import { deleteSession, setFactorAt } from '../sessions/session-store.ts';
import { factorVault, findStep } from './authenticator-app.ts';
import * as appStore from './authenticator-app-store.ts';
import {
  type Asker,
  type FactorDeps,
  type LockedFactors,
  lockFactors,
  recordFactorChange,
} from './lock-second-factor.ts';
import { readUsed, toSite } from './passkeys.ts';
import * as recoveryStore from './recovery-code-store.ts';
import { hashRecoveryCode } from './recovery-codes.ts';
import * as wrongStore from './wrong-code-store.ts';

/** From docs/rules/second-factor.md, 15. */
const wrongCodesAllowed = 5;
const codesLockedMs = 15 * 60_000;

type Given = z.output<typeof secondFactorApi.confirm.body>;
type GivenCode = Exclude<Given, { passkey: unknown }>;
type Confirmed = { confirmedAt: string; freshUntil: string };

/** Whether this is the app's current code, used for the first time. */
export async function takeAppCode(
  tx: Tx,
  { playerId, app, code }: { playerId: string; app: appStore.App | undefined; code: string },
  { appSecret, clock }: Pick<FactorDeps, 'appSecret' | 'clock'>,
): Promise<boolean> {
  if (!app) return false;
  const step = findStep(factorVault(appSecret).open(app, playerId), code, clock.now());
  return step !== undefined && appStore.takeStep(tx, playerId, step);
}

/**
 * Confirms a session with a code or a passkey. Too many wrong codes in a row lock codes for a while and end the session
 * that tried them. Each further guess then needs a new sign-in, so no attacker can lock a player out permanently
 * (docs/rules/second-factor.md, 16). A passkey's signature cannot be guessed, so passkeys neither count as guesses nor
 * get locked.
 *
 * Refuses `second_factor_missing`, `second_factor_wrong`, `second_factor_locked`, `passkey_expired`, `passkey_refused`,
 * `session_ended`.
 */
export async function confirmFactor(
  asker: Asker,
  given: Given,
  deps: FactorDeps,
): Promise<Confirmed | Refusal> {
  // The consequences of a wrong answer must be committed. A refusal would roll the transaction back, so the inner
  // result is none.
  const outcome = await deps.db.transaction<Confirmed | Refusal | { afterwards: Refusal }>(async (tx) => {
    const held = await lockFactors(tx, asker);
    if (isRefusal(held)) return held;
    if (!held.isEnrolled) return refuse('second_factor_missing');
    const refusal =
      'passkey' in given
        ? await takePasskey(tx, asker, given.passkey, deps)
        : await takeCode(tx, { ...asker, held, given }, deps);
    if (refusal) return { afterwards: refusal };
    const now = deps.clock.now();
    await setFactorAt(tx, asker.sessionId, now);
    return viewFreshness(now, deps);
  });
  deps.sessions.forget(asker.playerId);
  return 'afterwards' in outcome ? outcome.afterwards : outcome;
}

export function viewFreshness(
  confirmedAt: Date,
  { secondFactor }: Pick<FactorDeps, 'secondFactor'>,
): Confirmed {
  const freshUntil = new Date(confirmedAt.getTime() + secondFactor.freshMs);
  return { confirmedAt: confirmedAt.toISOString(), freshUntil: freshUntil.toISOString() };
}

async function takePasskey(
  tx: Tx,
  { playerId, sessionId }: Asker,
  used: PasskeyUsed,
  deps: FactorDeps,
): Promise<Refusal | undefined> {
  const now = deps.clock.now();
  const challenge = await passkeys.takeChallenge(tx, { sessionId, purpose: 'confirm', now });
  if (!challenge) return refuse('passkey_expired');
  const passkey = await passkeys.findPasskey(tx, playerId, Buffer.from(used.id, 'base64url'));
  const signCount = passkey && (await readUsed(used, passkey, challenge, toSite(deps)));
  if (!passkey || signCount === undefined) return refuse('passkey_refused');
  await passkeys.noteUseOfPasskey(tx, passkey.id, { signCount, lastUsedAt: now });
  return undefined;
}

async function takeCode(
  tx: Tx,
  { held, given, ...asker }: Asker & { held: LockedFactors; given: GivenCode },
  deps: FactorDeps,
): Promise<Refusal | undefined> {
  const now = deps.clock.now();
  if (held.lockedUntil && held.lockedUntil > now) return refuseLocked(held.lockedUntil, now);
  if (!(await isRightCode(tx, { ...asker, held, given }, deps))) return countWrong(tx, asker, now);
  await wrongStore.forgetWrongCodes(tx, asker.playerId);
  return undefined;
}

async function isRightCode(
  tx: Tx,
  { playerId, held, given }: Asker & { held: LockedFactors; given: GivenCode },
  deps: FactorDeps,
): Promise<boolean> {
  if ('code' in given) {
    const app = held.app?.confirmedAt ? held.app : undefined;
    return takeAppCode(tx, { playerId, app, code: given.code }, deps);
  }
  const codeHash = hashRecoveryCode(deps.appSecret, playerId, given.recoveryCode);
  const isRight = await recoveryStore.takeRecoveryCode(tx, { playerId, codeHash, usedAt: deps.clock.now() });
  if (isRight) {
    const left = held.recoveryCodesLeft;
    const counted = { before: { recoveryCodes: left }, after: { recoveryCodes: left - 1 } };
    await recordFactorChange(tx, { what: 'recovery-code-used', playerId, ...counted });
  }
  return isRight;
}

function refuseLocked(lockedUntil: Date, now: Date): Refusal {
  return refuse('second_factor_locked', {
    seconds: Math.ceil((lockedUntil.getTime() - now.getTime()) / 1000),
  });
}

async function countWrong(tx: Tx, { playerId, sessionId }: Asker, now: Date): Promise<Refusal> {
  const left = wrongCodesAllowed - (await wrongStore.countWrongCode(tx, playerId));
  if (left > 0) return refuse('second_factor_wrong', { left });
  const lockedUntil = new Date(now.getTime() + codesLockedMs);
  await wrongStore.lockCodes(tx, playerId, lockedUntil);
  await deleteSession(tx, sessionId);
  const after = { lockedUntil: lockedUntil.toISOString() };
  await recordFactorChange(tx, { what: 'locked', playerId, after });
  return refuseLocked(lockedUntil, now);
}
