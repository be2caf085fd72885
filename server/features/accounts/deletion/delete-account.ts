import { forfeitCoins, lockWallets } from '../../../ledger/forfeit.ts';
import type { Clock } from '../../../platform/clock.ts';
import { recordAdminChange } from '../../../platform/db/admin-changes.ts';
import type { Database, Tx } from '../../../platform/db/database.ts';
import { forgetPerson } from '../../../platform/db/forget-person.ts';
import { enqueue } from '../../../platform/jobs/outbox.ts';
import { isRefusal, type Refusal, refuse } from '../../../platform/refusal.ts';
import type { PlayPauses } from '../../../play-ports.ts';
import type { DeletionObstacle, Erasure } from '../../../ports.ts';
import { reserveHandles } from '../handles/handle-store.ts';
import { handleReservedMs } from '../handles/rules.ts';
import { authoriseOverOther } from '../roles/authority.ts';
import { hasOtherSuperAdmin } from '../roles/role-store.ts';
import { deletionRepeatedAfterMs, newReferralCode } from '../rules.ts';
import type { Sessions } from '../sessions/sessions.ts';
import { rememberDeletedIdentity } from '../sign-in/deleted-identity-store.ts';
import { getIdentities, lockEmail, lockIdentities } from '../sign-in/identity-store.ts';
import { identityHash } from '../tokens.ts';
import { forgetNotes } from '../users/user-note-store.ts';
import * as deletions from './account-deletion-store.ts';

/** Who wants an account gone: its player, by the session with this hash, or an administrator. */
export type DeletionActor =
  | { kind: 'player'; sessionHash: Buffer }
  | { kind: 'administrator'; id: string; reason: string };

/** What other features have to say. */
interface DeletionParts {
  obstacles: readonly DeletionObstacle[];
  erasures: readonly Erasure[];
}

export interface DeleteAccountDeps {
  db: Database;
  clock: Clock;
  keys: { identity: Buffer };
  sessions: Sessions;
  deletionParts: DeletionParts;
  playPauses: PlayPauses;
}

type Deleted = { deletedAt: string; forfeitedGC: number };

export const forgetTask = 'forget-deleted-player';

function toAnswer({ deletedAt, forfeitedGC }: deletions.Deletion): Deleted {
  return { deletedAt: deletedAt.toISOString(), forfeitedGC };
}

/**
 * Deletes an account (docs/rules.md, Deleting an account): sessions end, what is known about the person goes, the
 * ledger stays under the id that is left. Asked again it answers the same.
 *
 * Refuses `deletion_attempt_active`, `deletion_delivery_pending`, `deletion_payment_open`, `last_super_admin`,
 * `not_found` where there is no such player, and what `authoriseOverOther` does where an administrator asks.
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

/** The answer to a deletion whose first answer got lost: the session that asked is gone, its hash is remembered. */
export async function findLostAnswer(db: Database, sessionHash: Buffer): Promise<Deleted | undefined> {
  const known = await deletions.findDeletionBySession(db, sessionHash);
  return known && toAnswer(known);
}

/**
 * Locks in the order of a sign-in: identities, addresses (nobody joins the account meanwhile), the player; then the
 * wallets, at which entries and purchases of the same moment wait and afterwards find them empty.
 */
async function deleteWithin(
  tx: Tx,
  playerId: string,
  actor: DeletionActor,
  deps: DeleteAccountDeps,
): Promise<Deleted | Refusal> {
  const held = await lockIdentities(tx, playerId);
  for (const email of [...new Set(held.map((identity) => identity.email))].sort()) await lockEmail(tx, email);
  const refused = actor.kind === 'administrator' ? await authorise(tx, playerId, actor.id) : undefined;
  const player = await deletions.lockPlayer(tx, playerId);
  // A user who is not there (any more) was deleted only where that is on record.
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
  const playPausedUntil = await deps.playPauses.findPauseEnd(tx, playerId, deletedAt);
  for (const { provider, subject } of await getIdentities(tx, playerId)) {
    const hash = identityHash(deps.keys.identity, provider, subject);
    await rememberDeletedIdentity(tx, {
      hash,
      deletedAt,
      wasSuspended: player.suspendedAt !== null,
      playPausedUntil,
    });
  }
  const forfeitedGC = await forfeitCoins(tx, playerId, 'deletion');
  const isOwn = actor.kind === 'player';
  const deletion = {
    playerId,
    deletedAt,
    forfeitedGC,
    deletedBy: isOwn ? null : actor.id,
    sessionHash: isOwn ? actor.sessionHash : null,
  };
  await deletions.insertDeletion(tx, deletion);
  if (actor.kind === 'administrator') {
    await recordAdminChange(tx, {
      actorId: actor.id,
      action: 'user.delete',
      subject: `user:${playerId}`,
      before: { role: player.role, gamerCoins: forfeitedGC },
      after: null,
      reason: actor.reason,
    });
  }
  await erase(tx, playerId, deletedAt, deps.deletionParts);
  const runAt = new Date(deletedAt.getTime() + deletionRepeatedAfterMs);
  await enqueue(tx, forgetTask, { playerId }, { runAt });
  return toAnswer(deletion);
}

async function authorise(tx: Tx, userId: string, actorId: string): Promise<Refusal | undefined> {
  const authority = await authoriseOverOther(tx, { actorId, userId, permission: 'users:delete' });
  return isRefusal(authority) ? authority : undefined;
}

async function erase(tx: Tx, playerId: string, now: Date, { erasures }: DeletionParts): Promise<void> {
  await deletions.makePseudonym(tx, playerId, newReferralCode());
  await reserveHandles(tx, playerId, new Date(now.getTime() + handleReservedMs));
  await forgetNotes(tx, playerId);
  for (const eraseOne of erasures) await eraseOne(tx, playerId);
  await forgetPerson(tx, playerId);
}

/**
 * Removes what was still on its way when the account was deleted: a job that wrote afterwards, an entry in the same
 * moment, coins that came in late.
 */
export async function forgetDeletedPlayer(
  playerId: string,
  { db, clock, deletionParts }: Pick<DeleteAccountDeps, 'db' | 'clock' | 'deletionParts'>,
): Promise<void> {
  await db.transaction(async (tx) => {
    await forfeitCoins(tx, playerId, 'afterwards');
    await erase(tx, playerId, clock.now(), deletionParts);
    await deletions.forgetDeletingSession(tx, playerId);
  });
}
