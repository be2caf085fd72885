// SPDX-License-Identifier: Apache-2.0

import type { DataOf } from '../../../../contract/endpoint.ts';
import {
  type Passkey,
  type PasskeyCreated,
  type PasskeyCreation,
  type PasskeyRequest,
  passkeyLimits,
  type passkeysApi,
} from '../../../../contract/passkeys.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { isRefusal, type Refusal, refuse } from '../../../platform/refusal.ts';
import * as store from '../passkey-store.ts';
import { findPlayer } from '../player-store.ts';
import { setFactorAt } from '../sessions/session-store.ts';
import {
  type Asker,
  type FactorDeps,
  holdForEnrolment,
  lockFactors,
  recordFactorChange,
} from './lock-second-factor.ts';
import { challengeMs, readCreated, toCreation, toRequest, toSite } from './passkeys.ts';
import { giveRecoveryCodes } from './renew-recovery-codes.ts';

/** The keys of a player who may add one more. Refuses what `holdForEnrolment` refuses, and `passkey_limit`. */
async function lockForNewPasskey(
  tx: Tx,
  asker: Asker,
  deps: FactorDeps,
): Promise<{ keys: store.PasskeyKey[]; hasCodes: boolean } | Refusal> {
  const held = await holdForEnrolment(tx, asker, deps);
  if (isRefusal(held)) return held;
  const keys = await store.listPasskeyKeys(tx, asker.playerId);
  if (keys.length >= passkeyLimits.perAccount) {
    return refuse('passkey_limit', { max: passkeyLimits.perAccount });
  }
  return { keys, hasCodes: held.recoveryCodesLeft > 0 };
}

const getExpiry = ({ clock }: Pick<FactorDeps, 'clock'>) => new Date(clock.now().getTime() + challengeMs);

/**
 * The options with which a browser creates a passkey. Refuses `forbidden` to plain players, `passkey_limit`,
 * `sign_in_stale`, `second_factor_required`, `session_ended`.
 */
export function startPasskey(asker: Asker, deps: FactorDeps): Promise<PasskeyCreation | Refusal> {
  const { playerId, sessionId } = asker;
  return deps.db.transaction<PasskeyCreation | Refusal>(async (tx) => {
    const held = await lockForNewPasskey(tx, asker, deps);
    if (isRefusal(held)) return held;
    const player = await findPlayer(tx, playerId);
    const name = player?.email || player?.name || 'Administrator';
    const creation = toCreation({ id: playerId, name }, held.keys, toSite(deps));
    const { challenge } = creation;
    await store.storeChallenge(tx, { sessionId, purpose: 'add', challenge, expiresAt: getExpiry(deps) });
    return creation;
  });
}

/**
 * Adds the passkey that the browser created. This also confirms the session, because the passkey has just verified its
 * user. Refuses what `startPasskey` refuses, `passkey_expired`, `passkey_refused` and `passkey_exists`.
 */
export async function finishPasskey(
  asker: Asker,
  { name, created }: { name: string; created: PasskeyCreated },
  deps: FactorDeps,
): Promise<DataOf<typeof passkeysApi.finish> | Refusal> {
  const { playerId, sessionId } = asker;
  type Added = DataOf<typeof passkeysApi.finish>;
  const now = deps.clock.now();
  // A wrong answer also uses up the challenge, which must be committed. A refusal would roll the transaction back, so
  // the inner result is none.
  const outcome = await deps.db.transaction<Added | Refusal | { afterwards: Refusal }>(async (tx) => {
    const held = await lockForNewPasskey(tx, asker, deps);
    if (isRefusal(held)) return held;
    const challenge = await store.takeChallenge(tx, { sessionId, purpose: 'add', now });
    if (!challenge) return { afterwards: refuse('passkey_expired') };
    const key = await readCreated(created, challenge, toSite(deps));
    if (!key) return { afterwards: refuse('passkey_refused') };
    const passkey = await store.insertPasskey(tx, { ...key, playerId, name, createdAt: now });
    if (!passkey) return { afterwards: refuse('passkey_exists') };
    await setFactorAt(tx, sessionId, now);
    await recordFactorChange(tx, { what: 'passkey-added', playerId, after: { passkey: passkey._id } });
    return { passkey, recoveryCodes: held.hasCodes ? [] : await giveRecoveryCodes(tx, playerId, deps) };
  });
  deps.sessions.forget(playerId);
  return 'afterwards' in outcome ? outcome.afterwards : outcome;
}

/**
 * The options with which a browser confirms this session by passkey. Refuses `second_factor_missing`, `session_ended`.
 */
export function requestPasskey(asker: Asker, deps: FactorDeps): Promise<PasskeyRequest | Refusal> {
  return deps.db.transaction<PasskeyRequest | Refusal>(async (tx) => {
    const held = await lockFactors(tx, asker);
    if (isRefusal(held)) return held;
    const keys = await store.listPasskeyKeys(tx, asker.playerId);
    if (keys.length === 0) return refuse('second_factor_missing');
    const request = toRequest(keys, toSite(deps));
    const { challenge } = request;
    const { sessionId } = asker;
    await store.storeChallenge(tx, { sessionId, purpose: 'confirm', challenge, expiresAt: getExpiry(deps) });
    return request;
  });
}

/** Needs no factor, since nothing depends on a name. Refuses `not_found`, `session_ended`. */
export function renamePasskey(
  asker: Asker,
  { id, name }: { id: string; name: string },
  deps: FactorDeps,
): Promise<Passkey | Refusal> {
  return deps.db.transaction<Passkey | Refusal>(async (tx) => {
    const held = await lockFactors(tx, asker);
    if (isRefusal(held)) return held;
    const { playerId } = asker;
    return (await store.renamePasskey(tx, { playerId, id, name })) ?? refuse('not_found');
  });
}
