// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import type { Queryable, Tx } from '../../../platform/db/database.ts';

/**
 * Codes that buyers have seen but that a restored database lacks, because they were typed in after the backup. Such a
 * purchase is paid, so its buyer owes nothing. It gets the same code again, and neither a different code nor a refund.
 */

/** Condition on a purchase `p` and a lost code `lost`: the purchase has none of the codes that its buyer saw. */
const isMissing = sql`
  lost.purchase_id = p.id and lost.order_id is null and lost.settled is null
  and not exists (
    select from lost_codes seen join gift_card_codes c on c.fingerprint = seen.fingerprint
    where seen.purchase_id = p.id and c.purchase_id = p.id)`;

/** Whether a purchase `p` lacks such a code. */
export const lacksSeenCode = sql`exists (select from lost_codes lost where ${isMissing})`;

export interface MissingCode {
  orderId: string;
  purchaseId: string;
  playerId: string;
}

export function listMissingCodes(db: Queryable): Promise<MissingCode[]> {
  return db.rows(sql`
    select p.order_id, p.id as purchase_id, p.player_id from purchases p
    where p.id in (select purchase_id from lost_codes where order_id is null and settled is null)
      and ${lacksSeenCode}
    order by p.order_id, p.id`);
}

/** The fingerprints of a purchase's missing codes; it must get one of these codes. */
export async function listMissingFingerprints(tx: Tx, purchaseId: string): Promise<Buffer[]> {
  const rows = await tx.rows<{ fingerprint: Buffer }>(sql`
    select lost.fingerprint from purchases p join lost_codes lost on ${isMissing} where p.id = ${purchaseId}`);
  return rows.map(({ fingerprint }) => fingerprint);
}

/** Lets an order's purchases get a different code or a refund from now on. @returns how many rows changed */
export function forgiveMissing(tx: Tx, orderId: string, at: Date): Promise<number> {
  return tx.run(sql`
    update lost_codes set settled = 'left', settled_at = ${at}
    where code_id in (
      select lost.code_id from orders o
      join purchases p on p.player_id = o.player_id and p.order_id = o.id join lost_codes lost on ${isMissing}
      where o.id = ${orderId})`);
}
