// SPDX-License-Identifier: Apache-2.0

import { isRefusal, type Refusal, refuse } from '../../../platform/refusal.ts';
import { type DeleteAccountDeps, type Deleted, deleteAccount } from './delete-account.ts';

/** The obstacles to a deletion, worded for an administrator. */
const obstacles: Record<string, (data: Record<string, unknown>) => string> = {
  deletion_attempt_active: () => 'a challenge is running',
  deletion_delivery_pending: ({ title }) => `“${title}” is not delivered yet (Alerts)`,
  deletion_payment_open: ({ paymentId, time }) =>
    `the card payment ${paymentId} is still open and ends by ${time}`,
};

/**
 * Deletes another user's account, by the same rules as the player's own deletion (docs/rules/deletion.md). Refuses like
 * `deleteAccount`, except that an obstacle becomes `user_not_deletable` with its reason.
 */
export async function deleteUser(
  { actorId, userId, reason }: { actorId: string; userId: string; reason: string },
  deps: DeleteAccountDeps,
): Promise<Deleted | Refusal> {
  const outcome = await deleteAccount(userId, { kind: 'administrator', id: actorId, reason }, deps);
  if (!isRefusal(outcome)) return outcome;
  const why = obstacles[outcome.refused]?.(outcome.data ?? {});
  return why ? refuse('user_not_deletable', { why }) : outcome;
}
