// SPDX-License-Identifier: Apache-2.0

import { forfeitCoins, lockWallets } from '../../../ledger/forfeit.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database, Tx } from '../../../platform/db/database.ts';
import { forgetPerson } from '../../../platform/db/forget-person.ts';
import { forEachId } from '../../../platform/jobs/for-each-id.ts';
import { enqueue } from '../../../platform/jobs/outbox.ts';
import type { Journal } from '../../../platform/journal/journal.ts';
import type { PlayPauses } from '../../../play-ports.ts';
import type { Erasure, ListStandstills } from '../../../ports.ts';
import { dropExports } from '../export/forget-exports.ts';
import { reserveHandles } from '../handles/handle-store.ts';
import { handleReservedMs } from '../handles/rules.ts';
import { noteDone } from '../note-in-journal.ts';
import { deletionRepeatedAfterMs, newReferralCode } from '../rules.ts';
import { rememberDeletedIdentity } from '../sign-in/deleted-identity-store.ts';
import { getIdentities, lockEmail, lockIdentities } from '../sign-in/identity-store.ts';
import { identityHash } from '../tokens.ts';
import { forgetNotes } from '../users/user-note-store.ts';
import * as deletions from './account-deletion-store.ts';

export interface ErasureParts {
  erasures: readonly Erasure[];
  /** The audit log's fields that may contain personal data. */
  personalFields: readonly string[];
}

export interface EraseDeps {
  db: Database;
  clock: Clock;
  keys: { identity: Buffer };
  deletionParts: ErasureParts;
  playPauses: PlayPauses;
  /** Tells a database that is restored to an earlier time about the erasure. */
  journal: Journal;
}

export const forgetTask = 'forget-deleted-player';

/** Locks in the order of a sign-in: identities, then addresses, so that no identity joins the account meanwhile. */
export async function lockSignIns(tx: Tx, playerId: string): Promise<void> {
  const held = await lockIdentities(tx, playerId);
  for (const email of [...new Set(held.map((identity) => identity.email))].sort()) await lockEmail(tx, email);
}

/**
 * Erases all personal data of a deleted account permanently, and takes its remaining coins. The caller has locked the
 * player, the wallets and the identities. A second run a day later catches late writes of jobs.
 */
export async function eraseAccount(
  tx: Tx,
  playerId: string,
  { deletedAt, suspendedAt }: { deletedAt: Date; suspendedAt: Date | null },
  { clock, keys, playPauses, deletionParts, journal }: Omit<EraseDeps, 'db'>,
): Promise<void> {
  const now = clock.now();
  const playPausedUntil = await playPauses.findPauseEnd(tx, playerId, now);
  for (const { provider, subject } of await getIdentities(tx, playerId)) {
    const hash = identityHash(keys.identity, provider, subject);
    const wasSuspended = suspendedAt !== null;
    await rememberDeletedIdentity(tx, { hash, deletedAt, wasSuspended, playPausedUntil });
  }
  await deletions.markErased(tx, playerId, {
    erasedAt: now,
    forfeitedGC: await forfeitCoins(tx, playerId, 'deletion'),
  });
  await erase(tx, playerId, now, deletionParts);
  await enqueue(tx, forgetTask, { playerId }, { runAt: new Date(now.getTime() + deletionRepeatedAfterMs) });
  // Without a journal entry, restoring a backup would bring the erased data back.
  const said = { playerId, deletedAt: deletedAt.toISOString() };
  await noteDone(tx, { kind: 'erased', ...said }, journal);
  await journal.write({ kind: 'erasing', ...said });
}

async function erase(
  tx: Tx,
  playerId: string,
  now: Date,
  { erasures, personalFields }: ErasureParts,
): Promise<void> {
  await deletions.makePseudonym(tx, playerId, newReferralCode());
  await reserveHandles(tx, playerId, new Date(now.getTime() + handleReservedMs));
  await forgetNotes(tx, playerId);
  await dropExports(tx, playerId);
  for (const eraseOne of erasures) await eraseOne(tx, playerId);
  await forgetPerson(tx, playerId, personalFields);
}

/**
 * Erases every account that is due, each in its own transaction, so that a failure does not hold up the others. After a
 * failure the job itself fails, so it is retried and the operator notices.
 */
export async function eraseDue(deps: EraseDeps & { listStandstills: ListStandstills }): Promise<void> {
  const now = deps.clock.now();
  const due = await deletions.listDue(deps.db, now, await deps.listStandstills(deps.db, now));
  await forEachId(due, (playerId) => deps.db.transaction((tx) => eraseOneDue(tx, playerId, deps)));
}

async function eraseOneDue(tx: Tx, playerId: string, deps: EraseDeps): Promise<void> {
  await lockSignIns(tx, playerId);
  const player = await deletions.lockPlayer(tx, playerId);
  // The player cancelled the deletion, or the account was erased, since the list was read.
  if (!player?.deletedAt || player.erasedAt) return;
  await lockWallets(tx, playerId);
  await eraseAccount(tx, playerId, { ...player, deletedAt: player.deletedAt }, deps);
}

/** Removes data that arrived after the erasure: late writes of jobs, simultaneous entries, late coins. */
export async function forgetDeletedPlayer(
  playerId: string,
  { db, clock, deletionParts }: Pick<EraseDeps, 'db' | 'clock' | 'deletionParts'>,
): Promise<void> {
  await db.transaction(async (tx) => {
    await forfeitCoins(tx, playerId, 'afterwards');
    await erase(tx, playerId, clock.now(), deletionParts);
    await deletions.forgetDeletingSession(tx, playerId);
  });
}
