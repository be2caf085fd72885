// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import type { Queryable, Tx } from '../../platform/db/database.ts';

export interface RestoreRow {
  size: number;
  notedAt: Date;
  reason: string;
  keyId: string;
  signature: Buffer;
}

const newest = 20;

/** The latest notes, newest first. */
export function listRestores(db: Queryable): Promise<RestoreRow[]> {
  return db.rows<RestoreRow>(sql`
    select size, noted_at, reason, key_id, signature from seal_restores order by noted_at desc, id desc limit ${newest}`);
}

export async function insertRestore(tx: Tx, note: RestoreRow): Promise<void> {
  await tx.run(sql`
    insert into seal_restores (size, noted_at, reason, key_id, signature)
    values (${note.size}, ${note.notedAt}, ${note.reason}, ${note.keyId}, ${note.signature})`);
}
