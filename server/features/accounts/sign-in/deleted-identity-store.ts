import sql from 'sql-template-tag';
import type { Tx } from '../../../platform/db/database.ts';

export async function rememberDeletedIdentity(
  tx: Tx,
  identity: { hash: string; deletedAt: Date; wasSuspended: boolean },
): Promise<void> {
  await tx.run(sql`
    insert into deleted_identities (identity_hash, deleted_at, was_suspended)
    values (${identity.hash}, ${identity.deletedAt}, ${identity.wasSuspended})
    on conflict (identity_hash) do update
      set deleted_at = excluded.deleted_at, was_suspended = excluded.was_suspended`);
}

export function findDeletedIdentity(tx: Tx, hash: string): Promise<{ wasSuspended: boolean } | undefined> {
  return tx.row<{ wasSuspended: boolean }>(
    sql`select was_suspended from deleted_identities where identity_hash = ${hash}`,
  );
}
