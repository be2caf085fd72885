// SPDX-License-Identifier: Apache-2.0

import type { Officer } from '../../../approval-ports.ts';
import type { Queryable } from '../../../platform/db/database.ts';
import { getRights } from './authority.ts';
import { readOfficers } from './role-store.ts';

/** All users with any permission who may sign in, since when they have it, and who gave it (docs/rules.md, Approvals). */
export async function listOfficers(db: Queryable): Promise<Officer[]> {
  const rows = await readOfficers(db);
  return rows
    .map((row) => ({
      playerId: row.id,
      permissions: getRights(row),
      since: new Date(Math.max(row.roleSince.getTime(), row.widenedAt?.getTime() ?? 0)),
      appointedBy: [row.roleGivenBy, row.widenedBy].filter((id) => id !== null),
    }))
    .filter(({ permissions }) => permissions.size > 0);
}
