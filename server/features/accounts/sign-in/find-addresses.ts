// SPDX-License-Identifier: Apache-2.0

import { findAdminChange } from '../../../platform/db/admin-changes.ts';
import type { Database } from '../../../platform/db/database.ts';
import { getContact } from '../player-store.ts';
import { getIdentities } from './identity-store.ts';

/**
 * The addresses at which a change of how a player signs in is reported: the account's own, those of its identities, and
 * the one that was left behind or removed. One mailbox may be somebody else's by now, so the owner must not depend on it.
 * None once the account is erased.
 */
export async function findAddresses(
  db: Database,
  { playerId, changeId }: { playerId: string; changeId: string | null },
): Promise<string[]> {
  const contact = await getContact(db, playerId);
  const own = (await getIdentities(db, playerId)).filter(({ isVerified }) => isVerified);
  const subject = `user:${playerId}`;
  const change = changeId === null ? undefined : await findAdminChange(db, { changeId, subject });
  const former = (change?.before as { email?: string } | null | undefined)?.email;
  const all = [contact?.email, former, ...own.map(({ email }) => email)].filter(
    (email) => email !== undefined,
  );
  return [...new Map(all.toReversed().map((email) => [email.toLowerCase(), email])).values()];
}
