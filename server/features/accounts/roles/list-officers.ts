// SPDX-License-Identifier: Apache-2.0

import type { Officer } from '../../../approval-ports.ts';
import type { Queryable } from '../../../platform/db/database.ts';
import { getRights } from './authority.ts';
import { readOfficers } from './role-store.ts';

/**
 * All users with any permission who may sign in, since when they have it, and who stands behind them
 * (docs/rules/approvals.md, 12).
 * @param officeMs who was in office for less when they gave somebody a role did so for those who stand behind them
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
