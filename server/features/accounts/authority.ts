import type { Permission } from '../../../contract/permissions.ts';
import type { Tx } from '../../platform/db/database.ts';
import { isRefusal, type Refusal, refuse } from '../../platform/refusal.ts';
import { hasOtherSuperAdmin } from './deletion-store.ts';
import { holdsAll, permissionsOf } from './rules.ts';
import { type HeldRole, lockWithRoles } from './user-store.ts';

export interface Authority {
  /** What the administrator may do, as of this transaction. */
  mine: ReadonlySet<Permission>;
  /** Whom it is done to. */
  target: HeldRole;
}

/**
 * What an administrator may do to a user, settled within the transaction: of two administrators who demote each other
 * at once only the first one succeeds.
 *
 * Refuses `forbidden` (no longer allowed), `not_found`, and `user_outranks_you` where the user holds a permission that
 * the administrator lacks (docs/rules.md, Users).
 */
export async function authoriseOver(
  tx: Tx,
  { actorId, userId, permission }: { actorId: string; userId: string; permission: Permission },
): Promise<Authority | Refusal> {
  const held = await lockWithRoles(tx, [actorId, userId]);
  const actor = held.find(({ id }) => id === actorId);
  const mine = actor && !actor.suspendedAt ? permissionsOf(actor.role, actor.kept) : undefined;
  if (!mine?.has(permission)) return refuse('forbidden');
  const target = held.find(({ id }) => id === userId);
  if (!target) return refuse('not_found');
  if (!holdsAll(mine, permissionsOf(target.role, target.kept))) return refuse('user_outranks_you');
  return { mine, target };
}

/** The same where nobody may do it to themselves: refuses `own_account` too. */
export async function authoriseOverOther(
  tx: Tx,
  input: { actorId: string; userId: string; permission: Permission },
): Promise<Authority | Refusal> {
  const authority = await authoriseOver(tx, input);
  return !isRefusal(authority) && input.actorId === input.userId ? refuse('own_account') : authority;
}

/** Refuses `last_super_admin` where nobody would be left who may do everything. */
export async function keepOneSuperAdmin(tx: Tx, target: HeldRole): Promise<Refusal | undefined> {
  const isLast = target.role === 'SUPER_ADMIN' && !(await hasOtherSuperAdmin(tx, target.id));
  return isLast ? refuse('last_super_admin') : undefined;
}
