// SPDX-License-Identifier: Apache-2.0

import { findAdminChange } from '../../../platform/db/admin-changes.ts';
import type { Database } from '../../../platform/db/database.ts';
import { getContact } from '../player-store.ts';
import { getIdentities } from './identity-store.ts';

/**
 * The addresses to notify about a change of sign-in methods: the account's, those of its identities, and the replaced
 * or removed one. Someone else may own one of these mailboxes by now, so the owner must not depend on a single one.
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
