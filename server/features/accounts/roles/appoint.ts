// SPDX-License-Identifier: Apache-2.0

import { changeAndRecord } from '../../../platform/db/admin-changes.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { type Refusal, refuse } from '../../../platform/refusal.ts';
import { setRole } from '../player-store.ts';
import { requireOtherSuperAdmin } from './authority.ts';
import { findRole, lockWithRoles } from './role-store.ts';

/**
 * Gives a player a role on behalf of the operator, who has no account: the audit log records it as the player's own
 * change, with its origin as the reason. Granting the player's current role changes nothing.
 *
 * Refuses `role_unknown`, `not_found` if the account is gone or suspended, and `last_super_admin` if no other super
 * admin would remain.
 */
export function appoint(
  tx: Tx,
  { playerId, role, reason }: { playerId: string; role: string; reason: string },
  now: Date,
): Promise<{ before: string } | Refusal> {
  return changeAndRecord(tx, playerId, async () => {
    const [held] = await lockWithRoles(tx, [playerId]);
    if (!held || held.suspendedAt) return refuse('not_found');
    if (!(await findRole(tx, { name: role }))) return refuse('role_unknown');
    const answer = { before: held.role };
    if (held.role === role) return { answer };
    const isLast = await requireOtherSuperAdmin(tx, held);
    if (isLast) return isLast;
    await setRole(tx, playerId, { role, by: null, at: now });
    const change = {
      action: 'user.appoint',
      subject: `user:${playerId}`,
      before: { role: held.role },
      after: { role },
    };
    return { answer, change: { ...change, reason } };
  });
}
