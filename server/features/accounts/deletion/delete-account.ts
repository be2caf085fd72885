// SPDX-License-Identifier: Apache-2.0

import { getBalances } from '../../../ledger/balances.ts';
import { lockWallets } from '../../../ledger/forfeit.ts';
import { recordAdminChange } from '../../../platform/db/admin-changes.ts';
import type { Database, Tx } from '../../../platform/db/database.ts';
import { publish } from '../../../platform/jobs/outbox.ts';
import { isRefusal, type Refusal, refuse } from '../../../platform/refusal.ts';
import type { DeletionObstacle, Erasure } from '../../../ports.ts';
import { endExports } from '../export/forget-exports.ts';
import { authoriseOverOther } from '../roles/authority.ts';
import { noteOfficerChange } from '../roles/officer-change-store.ts';
import { hasOtherSuperAdmin } from '../roles/role-store.ts';
import type { Sessions } from '../sessions/sessions.ts';
import * as deletions from './account-deletion-store.ts';
import { type EraseDeps, type ErasureParts, eraseAccount, lockSignIns } from './erase-account.ts';

/** Who deletes an account: its player, identified by the hash of their session, or an administrator. */
export type DeletionActor =
  | { kind: 'player'; sessionHash: Buffer }
  | { kind: 'administrator'; id: string; reason: string };

/** What other features contribute. */
interface DeletionParts extends ErasureParts {
  obstacles: readonly DeletionObstacle[];
  departures: readonly Erasure[];
}

export interface DeleteAccountDeps extends EraseDeps {
  sessions: Sessions;
  deletionParts: DeletionParts;
  /** How long the player can cancel the deletion; 0 erases everything immediately. */
  deletionGraceMs: number;
}

/** `forfeitedGC`: the coins that the player loses at `eraseAt`. */
export type Deleted = { deletedAt: string; eraseAt: string; forfeitedGC: number };

function toAnswer({ deletedAt, eraseAt, forfeitedGC }: deletions.Deletion): Deleted {
  return { deletedAt: deletedAt.toISOString(), eraseAt: eraseAt.toISOString(), forfeitedGC };
}

/**
 * Deletes an account (docs/rules/deletion.md). Its sessions end and it disappears for others immediately. After the
 * grace period, a job erases all personal data; the ledger stays, under the remaining id. A repeated call gives the
 * same answer.
 *
 * Refuses `deletion_attempt_active`, `deletion_delivery_pending`, `deletion_payment_open`, `last_super_admin`,
 * `not_found` for unknown players; for administrators also the refusals of `authoriseOverOther`.
 */
export async function deleteAccount(
  playerId: string,
  actor: DeletionActor,
  deps: DeleteAccountDeps,
): Promise<Deleted | Refusal> {
  const outcome = await deps.db.transaction((tx) => deleteWithin(tx, playerId, actor, deps));
  if (!isRefusal(outcome)) deps.sessions.forget(playerId);
  return outcome;
}

/** Repeats the answer to a deletion whose first answer got lost: the session has ended, but its hash was stored. */
export async function findLostAnswer(db: Database, sessionHash: Buffer): Promise<Deleted | undefined> {
  const known = await deletions.findDeletionBySession(db, sessionHash);
  return known && toAnswer(known);
}

/**
 * Locks in the order of a sign-in: identities, addresses (so that no identity joins the account meanwhile), the player,
 * the wallets. Concurrent entries and purchases wait for the wallets and then find them empty.
 */
async function deleteWithin(
  tx: Tx,
  playerId: string,
  actor: DeletionActor,
  deps: DeleteAccountDeps,
): Promise<Deleted | Refusal> {
  await lockSignIns(tx, playerId);
  const refused = actor.kind === 'administrator' ? await authorise(tx, playerId, actor.id, deps) : undefined;
  const player = await deletions.lockPlayer(tx, playerId);
  // If the user no longer exists, the recorded deletion decides, if there is one.
  if (!player || (refused && refused.refused !== 'not_found')) return refused ?? refuse('not_found');
  const before = await deletions.findDeletion(tx, playerId);
  if (before) return toAnswer(before);
  if (refused) return refused;
  if (player.role === 'SUPER_ADMIN' && !(await hasOtherSuperAdmin(tx, playerId))) {
    return refuse('last_super_admin');
  }
  await lockWallets(tx, playerId);
  for (const obstacle of deps.deletionParts.obstacles) {
    const refusal = await obstacle(tx, playerId);
    if (refusal) return refusal;
  }

  const deletedAt = deps.clock.now();
  const eraseAt = new Date(deletedAt.getTime() + deps.deletionGraceMs);
  const { gamerCoins } = await getBalances(tx, playerId);
  const isOwn = actor.kind === 'player';
  const deletion = {
    playerId,
    deletedAt,
    eraseAt,
    forfeitedGC: Math.max(0, gamerCoins),
    deletedBy: isOwn ? null : actor.id,
    sessionHash: isOwn ? actor.sessionHash : null,
  };
  await deletions.insertDeletion(tx, deletion);
  if (actor.kind === 'administrator') {
    // Must come before erasing, which also removes names from the log. Players' own deletions are not logged.
    await recordAdminChange(tx, {
      actorId: actor.id,
      action: 'user.delete',
      subject: `user:${playerId}`,
      before: { role: player.role, gamerCoins: deletion.forfeitedGC },
      after: null,
      reason: actor.reason,
    });
  }
  await deletions.endAccess(tx, playerId);
  await endExports(tx, playerId, deletedAt);
  for (const depart of deps.deletionParts.departures) await depart(tx, playerId);
  if (deps.deletionGraceMs === 0) await eraseAccount(tx, playerId, { ...player, deletedAt }, deps);
  else await publish(tx, 'player.deleted', { playerId, eraseAt: eraseAt.toISOString() });
  return toAnswer(deletion);
}

async function authorise(
  tx: Tx,
  userId: string,
  actorId: string,
  { clock }: DeleteAccountDeps,
): Promise<Refusal | undefined> {
  const authority = await authoriseOverOther(tx, { actorId, userId, permission: 'users:delete' });
  if (isRefusal(authority)) return authority;
  await noteOfficerChange(tx, authority.target, { actorId, at: clock.now() });
  return undefined;
}
