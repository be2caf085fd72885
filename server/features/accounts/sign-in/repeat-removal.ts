// SPDX-License-Identifier: Apache-2.0

import type { Tx } from '../../../platform/db/database.ts';
import type { JournalEntries } from '../../../platform/journal/entries.ts';
import { clearDiscord } from '../player-store.ts';
import * as identities from './identity-store.ts';

/**
 * Removes a sign-in method again that its player had removed; false if it is missing. An account keeps its last one:
 * without it nobody could sign in.
 */
export async function repeatRemoval(tx: Tx, noted: JournalEntries['sign-in-removed']): Promise<boolean> {
  const { playerId, provider } = noted;
  const subject = await identities.findRemoved(tx, noted);
  if (subject === undefined) return false;
  await identities.deleteIdentity(tx, { provider, subject });
  await identities.markUnverified(tx, playerId);
  if (provider === 'discord') await clearDiscord(tx, playerId, subject);
  return true;
}
