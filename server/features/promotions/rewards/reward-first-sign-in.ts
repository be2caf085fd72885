// SPDX-License-Identifier: Apache-2.0

import type { DomainEvents } from '../../../platform/jobs/outbox.ts';
import { firstSignInTriggers } from '../rules.ts';
import { claimFirstSignIn } from './event-reward-store.ts';
import { type RewardDeps, rewardFact } from './reward-fact.ts';

/**
 * Pays for an identity's first sign-in, only once ever: a person who deleted the account and returns with the same
 * identity gets nothing (docs/rules/events.md, 6).
 */
export async function rewardFirstSignIn(
  { playerId, provider, identityHash, isJoining = false, at }: DomainEvents['player.first-signed-in'],
  deps: RewardDeps,
): Promise<void> {
  const first = await deps.db.transaction((tx) => claimFirstSignIn(tx, identityHash, playerId));
  if (first.playerId !== playerId) return;
  // A returning player's first identity is recorded as their earlier account's.
  const isPlayersFirst = first.isPlayersFirst && !isJoining;
  await rewardFact(
    {
      playerId,
      triggers: firstSignInTriggers(provider, isPlayersFirst),
      cause: `first-sign-in:${provider}`,
      at: new Date(at),
    },
    deps,
  );
}
