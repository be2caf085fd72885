// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import type { Queryable, Tx } from '../../../platform/db/database.ts';

/**
 * Codes that buyers of purchases have seen, and a restored database does not have: they were typed in after the moment. Such a
 * purchase is paid, so nothing is owed; it gets the same code again, and neither another one nor its coins.
 */

/** Of purchases `p`, with the lost codes `lost`: none of these is theirs yet. */
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

/** The fingerprints of codes of which a purchase has to get one. */
export async function listMissingFingerprints(tx: Tx, purchaseId: string): Promise<Buffer[]> {
  const rows = await tx.rows<{ fingerprint: Buffer }>(sql`
    select lost.fingerprint from purchases p join lost_codes lost on ${isMissing} where p.id = ${purchaseId}`);
  return rows.map(({ fingerprint }) => fingerprint);
}

/** Leaves buyers of an order what they have: another code, or their coins. @returns how many purchases */
export function forgiveMissing(tx: Tx, orderId: string, at: Date): Promise<number> {
  return tx.run(sql`
    update lost_codes set settled = 'left', settled_at = ${at}
    where code_id in (
      select lost.code_id from orders o
      join purchases p on p.player_id = o.player_id and p.order_id = o.id join lost_codes lost on ${isMissing}
      where o.id = ${orderId})`);
}
