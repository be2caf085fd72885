// SPDX-License-Identifier: Apache-2.0

import { createHmac } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/db/database.ts';
import type { Logger } from '../../../platform/log.ts';
import { type Refusal, refuse } from '../../../platform/refusal.ts';
import { createVault, type Vault } from '../../../platform/vault/vault.ts';
import { outcomeLastsMs } from '../rules.ts';
import type { AccountKeys } from '../tokens.ts';
import type { SignInUnderWay } from './cookies.ts';
import { onceOf, type SignInOutcome } from './finish-sign-in.ts';
import { claimSignIn, findOutcome, storeOutcome } from './sign-in-token-store.ts';

interface OnceDeps {
  db: Database;
  clock: Clock;
  keys: Pick<AccountKeys, 'cookie'>;
  log: Logger;
}

/** Longer than a provider's time limit. */
const maxWaitMs = 15_000;
const waitsMs = 100;
const nonceBytes = 12;

/** Opens only with this browser's cookie and the exact address that the provider sent it to. */
function vaultOf(key: Buffer, { state, codeVerifier }: SignInUnderWay, query: string): Vault {
  const own = createHmac('sha256', key).update(`outcome:${state}:${codeVerifier}:${query}`).digest();
  return createVault({ keys: [{ id: 'browser', key: own }], fingerprintKey: own });
}

/**
 * Finishes a sign-in once. The same browser may call back twice at the same time, as Discord's page does, or again
 * within seconds: it gets the first outcome. The outcome is stored encrypted, since it can open a session.
 *
 * Refuses `sign_in_code_used` to every other browser, and later.
 * @param query of the callback
 */
export async function finishOnce(
  { underWay, query }: { underWay: SignInUnderWay; query: string },
  finish: () => Promise<SignInOutcome | Refusal>,
  deps: OnceDeps,
): Promise<SignInOutcome | Refusal> {
  const { db, clock, keys, log } = deps;
  const once = onceOf(underWay);
  const vault = vaultOf(keys.cookie, underWay, query);
  if (!(await claimSignIn(db, once))) return findFirst(vault, once.stateHash, deps);
  let outcome: SignInOutcome | Refusal = refuse('sign_in_failed');
  try {
    outcome = await finish();
    return outcome;
  } finally {
    const { nonce, ciphertext } = vault.seal(JSON.stringify(outcome), 'outcome');
    const kept = {
      stateHash: once.stateHash,
      outcome: Buffer.concat([nonce, ciphertext]),
      endedAt: clock.now(),
    };
    // The first callback does not depend on storing the outcome.
    await storeOutcome(db, kept).catch((error) =>
      log.warn({ err: error }, 'could not store the outcome of a sign-in'),
    );
  }
}

async function findFirst(
  vault: Vault,
  stateHash: Buffer,
  { db, clock }: OnceDeps,
): Promise<SignInOutcome | Refusal> {
  const used = refuse('sign_in_code_used');
  for (let waited = 0; waited < maxWaitMs; waited += waitsMs) {
    const kept = await findOutcome(db, stateHash);
    if (kept) {
      if (clock.now().getTime() - kept.endedAt.getTime() >= outcomeLastsMs) return used;
      const [nonce, ciphertext] = [kept.outcome.subarray(0, nonceBytes), kept.outcome.subarray(nonceBytes)];
      try {
        return JSON.parse(vault.open({ keyId: 'browser', nonce, ciphertext }, 'outcome'));
      } catch {
        return used;
      }
    }
    await wait(waitsMs);
  }
  return used;
}
