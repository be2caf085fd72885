// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import type { Queryable, Tx } from '../../../platform/db/database.ts';
import { getPermissions } from '../rules.ts';
import type { HeldRole, RoleRow } from './role-store.ts';

/** Who made a change, when, and whether it gave a role or more permissions. */
export interface OfficerChange {
  actorId: string;
  at: Date;
  gives?: boolean;
}

const mayDecide = ({ role, kept }: Pick<HeldRole, 'role' | 'kept'>): boolean =>
  getPermissions(role, kept).has('approvals:decide');

/**
 * Records that someone changed an administrator's rights, or ended their sessions (docs/rules/approvals.md, 16).
 * @param held the administrator before the change
 */
export async function noteOfficerChange(
  tx: Tx,
  held: HeldRole,
  { actorId, at, gives = false }: OfficerChange,
): Promise<void> {
  const couldDecide = mayDecide(held);
  if (!couldDecide && !gives) return;
  await tx.run(sql`
    insert into officer_changes (player_id, actor_id, at, gives, could_decide)
    values (${held.id}, ${actorId}, ${at}, ${gives}, ${couldDecide})`);
}

/** The same for every holder of a role. @param role before the change */
export async function noteRoleChange(
  tx: Tx,
  role: RoleRow,
  { actorId, at, gives = false }: OfficerChange,
): Promise<void> {
  const couldDecide = mayDecide({ role: role.name, kept: role.kept });
  if (!couldDecide && !gives) return;
  await tx.run(sql`
    insert into officer_changes (player_id, actor_id, at, gives, could_decide)
    select id, ${actorId}, ${at}, ${gives}, ${couldDecide} from players
    where role = ${role.name} and deleted_at is null`);
}

/** Whether anyone changed the rights of an administrator, other than `except`, who could have decided. */
export async function wereOfficersChanged(
  db: Queryable,
  { except, since }: { except: string; since: Date },
): Promise<boolean> {
  const change = await db.row(sql`
    select from officer_changes where could_decide and at > ${since} and player_id <> ${except} limit 1`);
  return change !== undefined;
}
