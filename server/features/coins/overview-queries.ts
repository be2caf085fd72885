// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import type { Queryable } from '../../platform/db/database.ts';

/** Card payments by the day (UTC) of their credit, in cents, net of refunds. */
export function sumPaymentsByDay(
  db: Queryable,
  { from, until }: { from: Date; until: Date },
): Promise<{ day: string; payments: number; paidCents: number }[]> {
  return db.rows(sql`
    select to_char((credited_at at time zone 'UTC')::date, 'YYYY-MM-DD') as day, count(*) as payments,
      sum(greatest(0, amount_cents - refunded_cents - disputed_cents))::bigint as paid_cents
    from payments
    where credited_at >= ${from} and credited_at < ${until}
    group by 1 order by 1`);
}

/** The sum of card payments credited in the span, net of refunds, and the coins they bought. */
export function sumBoughtCoins(
  db: Queryable,
  { from, until }: { from: Date; until: Date },
): Promise<{ paidCents: number; coins: number }> {
  return db.one(sql`
    select coalesce(sum(greatest(0, amount_cents - refunded_cents - disputed_cents)), 0)::bigint as paid_cents,
      coalesce(sum(greatest(0, coins - clawed_back_gc)), 0)::bigint as coins
    from payments
    where credited_at >= ${from} and credited_at < ${until}`);
}

/** How many payments the card provider has not decided yet. */
export async function countOpenPayments(db: Queryable): Promise<number> {
  const { open } = await db.one<{ open: number }>(
    sql`select count(*) as open from payments where status = 'open'`,
  );
  return open;
}
