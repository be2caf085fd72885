// SPDX-License-Identifier: Apache-2.0

import { isRefusal, type Refusal, refuse } from '../../../platform/refusal.ts';
import { type DeleteAccountDeps, deleteAccount } from './delete-account.ts';

/** What the player is asked to wait for, told to somebody else. */
const obstacles: Record<string, string> = {
  deletion_attempt_active: 'a challenge is running',
  deletion_delivery_pending: 'a gift card that was bought is still on its way',
  deletion_payment_open: 'a card payment is not decided',
};

/**
 * Deletes somebody else's account, by the same rules as if its player did (docs/rules.md, Deleting an account).
 * Refuses what `deleteAccount` does, but `user_not_deletable` with what stands in the way.
 */
export async function deleteUser(
  { actorId, userId, reason }: { actorId: string; userId: string; reason: string },
  deps: DeleteAccountDeps,
): Promise<{ deletedAt: string; forfeitedGC: number } | Refusal> {
  const outcome = await deleteAccount(userId, { kind: 'administrator', id: actorId, reason }, deps);
  if (!isRefusal(outcome)) return outcome;
  const why = obstacles[outcome.refused];
  return why ? refuse('user_not_deletable', { why }) : outcome;
}
