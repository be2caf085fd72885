// SPDX-License-Identifier: Apache-2.0

import type { Officer } from '../../../approval-ports.ts';
import type { Queryable } from '../../../platform/db/database.ts';
import { getRights } from './authority.ts';
import { readOfficers } from './role-store.ts';

/**
 * All users with any permission who may sign in, since when they have had it, and who appointed them, directly or
 * further up the chain (docs/rules/approvals.md, 12).
 * @param officeMs a role granted within this time of the granter's own appointment also counts as granted by the
 * granter's appointers
 */
export async function listOfficers(db: Queryable, officeMs: number): Promise<Officer[]> {
  const rows = await readOfficers(db, officeMs);
  return rows
    .map((row) => ({
      playerId: row.id,
      permissions: getRights(row),
      since: new Date(Math.max(row.roleSince.getTime(), row.widenedAt?.getTime() ?? 0)),
      appointedBy: row.appointedBy,
    }))
    .filter(({ permissions }) => permissions.size > 0);
}
