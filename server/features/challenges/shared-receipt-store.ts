import sql from 'sql-template-tag';
import type { Queryable, Tx } from '../../platform/db/database.ts';

export interface SharedReceiptRow {
  id: string;
  attemptId: string;
  showsEpicName: boolean;
  sharedAt: Date;
}

const columns = sql`id, attempt_id, shows_epic_name, shared_at`;

export function findShareOfAttempt(db: Queryable, attemptId: string): Promise<SharedReceiptRow | undefined> {
  return db.row(sql`select ${columns} from shared_receipts where attempt_id = ${attemptId}`);
}

export function findSharedReceipt(db: Queryable, id: string): Promise<SharedReceiptRow | undefined> {
  return db.row(sql`select ${columns} from shared_receipts where id = ${id}`);
}

/** Shares an attempt's receipt, or changes what its link shows. */
export function saveShare(
  tx: Tx,
  share: { attemptId: string; playerId: string; showsEpicName: boolean; at: Date },
): Promise<SharedReceiptRow> {
  return tx.one<SharedReceiptRow>(sql`
    insert into shared_receipts (attempt_id, player_id, shows_epic_name, shared_at)
    values (${share.attemptId}, ${share.playerId}, ${share.showsEpicName}, ${share.at})
    on conflict (attempt_id) do update set shows_epic_name = excluded.shows_epic_name
    returning ${columns}`);
}

export async function deleteShare(tx: Tx, attemptId: string): Promise<void> {
  await tx.run(sql`delete from shared_receipts where attempt_id = ${attemptId}`);
}

/** Takes back every link of a player whose account is deleted. */
export async function forgetSharedReceipts(tx: Tx, playerId: string): Promise<void> {
  await tx.run(sql`delete from shared_receipts where player_id = ${playerId}`);
}

export function getShares(db: Queryable, playerId: string): Promise<SharedReceiptRow[]> {
  return db.rows(
    sql`select ${columns} from shared_receipts where player_id = ${playerId} order by shared_at, id`,
  );
}
