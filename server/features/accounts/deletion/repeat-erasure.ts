// SPDX-License-Identifier: Apache-2.0

import { lockWallets } from '../../../ledger/forfeit.ts';
import type { Tx } from '../../../platform/db/database.ts';
import type { JournalEntries } from '../../../platform/journal/entries.ts';
import { noJournal } from '../../../platform/journal/journal.ts';
import type { Erasure } from '../../../ports.ts';
import { accountKeys } from '../tokens.ts';
import * as deletions from './account-deletion-store.ts';
import { type EraseDeps, eraseAccount, lockSignIns } from './erase-account.ts';

type AgainDeps = Omit<EraseDeps, 'journal' | 'keys'> & {
  appSecret: string;
  departures: readonly Erasure[];
};

/**
 * Erases an account again after the database was restored to a time before its erasure. Even a running attempt or
 * purchase does not stop it: the player left long ago.
 * @returns whether there was anything to erase
 */
export function repeatErasure(
  { playerId, deletedAt }: { playerId: string; deletedAt: Date },
  { departures, appSecret, ...deps }: AgainDeps,
): Promise<boolean> {
  return deps.db.transaction(async (tx) => {
    await lockSignIns(tx, playerId);
    const player = await deletions.lockPlayer(tx, playerId);
    if (!player || player.erasedAt) return false;
    await lockWallets(tx, playerId);
    if (!player.deletedAt) {
      const now = deps.clock.now();
      const deletion = { deletedAt, eraseAt: now, forfeitedGC: 0, deletedBy: null, sessionHash: null };
      await deletions.insertDeletion(tx, { playerId, ...deletion });
      await deletions.endAccess(tx, playerId);
      for (const depart of departures) await depart(tx, playerId);
    }
    // The journal already contains the erasure.
    const known = { ...deps, keys: accountKeys(appSecret), journal: noJournal };
    await eraseAccount(tx, playerId, { ...player, deletedAt: player.deletedAt ?? deletedAt }, known);
    return true;
  });
}

/**
 * Repeats the cancelled deletions in a database that was restored to an earlier time.
 * @returns the players whose deletion it cancelled
 */
export async function cancelDeletionsAgain(
  tx: Tx,
  kept: readonly JournalEntries['kept'][],
): Promise<string[]> {
  const done: string[] = [];
  for (const { playerId, keptAt } of kept) {
    const player = await deletions.lockPlayer(tx, playerId);
    if (!player?.deletedAt || player.erasedAt || player.deletedAt > new Date(keptAt)) continue;
    await deletions.takeBack(tx, playerId);
    done.push(playerId);
  }
  return done;
}
