// SPDX-License-Identifier: Apache-2.0

import type { Clock } from '../../../platform/clock.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { publish } from '../../../platform/jobs/outbox.ts';
import type { ProviderPerson } from '../../../providers/sign-in.ts';
import { type AccountKeys, identityHash } from '../tokens.ts';

/** Publishes that an identity first counts as a player's own, which promotions reward. */
export async function publishFirstSignIn(
  tx: Tx,
  { provider, subject }: Pick<ProviderPerson, 'provider' | 'subject'>,
  { playerId, isJoining }: { playerId: string; isJoining: boolean },
  { keys, clock }: { keys: Pick<AccountKeys, 'identity'>; clock: Clock },
): Promise<void> {
  await publish(tx, 'player.first-signed-in', {
    playerId,
    provider,
    identityHash: identityHash(keys.identity, provider, subject),
    ...(isJoining && { isJoining }),
    at: clock.now().toISOString(),
  });
}
