// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import type { Queryable } from '../../platform/db/database.ts';

/** The highest cost of a code in stock of this card, in cents; null if no cost is known. */
export async function findHighestCost(db: Queryable, giftCardId: string): Promise<number | null> {
  const { cost } = await db.one<{ cost: number | null }>(sql`
    select max(cost_cents) as cost from gift_card_codes
    where gift_card_id = ${giftCardId} and purchase_id is null and withdrawn_at is null`);
  return cost;
}
