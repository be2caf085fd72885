// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import type { Tx } from '../../../platform/db/database.ts';

export async function rememberDeletedIdentity(
  tx: Tx,
  identity: { hash: string; deletedAt: Date; wasSuspended: boolean; playPausedUntil: Date | null },
): Promise<void> {
  await tx.run(sql`
    insert into deleted_identities (identity_hash, deleted_at, was_suspended, play_paused_until)
    values (${identity.hash}, ${identity.deletedAt}, ${identity.wasSuspended}, ${identity.playPausedUntil})
    on conflict (identity_hash) do update
      set deleted_at = excluded.deleted_at, was_suspended = excluded.was_suspended,
        play_paused_until = excluded.play_paused_until`);
}

export function findDeletedIdentity(
  tx: Tx,
  hash: string,
): Promise<{ wasSuspended: boolean; playPausedUntil: Date | null } | undefined> {
  return tx.row(
    sql`select was_suspended, play_paused_until from deleted_identities where identity_hash = ${hash}`,
  );
}
