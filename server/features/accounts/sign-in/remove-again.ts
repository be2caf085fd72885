// SPDX-License-Identifier: Apache-2.0

import type { Queryable, Tx } from '../../../platform/db/database.ts';
import type { NotedSignIn } from '../journal-entries.ts';
import { clearDiscord } from '../player-store.ts';
import * as identities from './identity-store.ts';

/**
 * Whether a way to sign in is back that its player had removed, as after a restore. The last one of an account does not
 * count: without it nobody could sign in.
 */
export async function isRemovalLacking(db: Queryable, noted: NotedSignIn): Promise<boolean> {
  return (await identities.findRemoved(db, noted)) !== undefined;
}

/** Removes it again; false if it is not there. */
export async function removeAgain(tx: Tx, noted: NotedSignIn): Promise<boolean> {
  const { playerId, provider } = noted;
  const subject = await identities.findRemoved(tx, noted);
  if (subject === undefined) return false;
  await identities.deleteIdentity(tx, { provider, subject });
  await identities.markUnverified(tx, playerId);
  if (provider === 'discord') await clearDiscord(tx, playerId, subject);
  return true;
}
