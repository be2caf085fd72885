// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import type { Growth } from '../../../contract/growth-admin.ts';
import type { BookedCodes, Span } from '../../business-ports.ts';
import type { Queryable } from '../../platform/db/database.ts';

export interface StockValue {
  /** Total price of the codes in stock, in coins, without deleted cards, which cannot be sold. */
  stockValue: number;
  stockCodes: number;
  /** Cards on sale that run low. */
  lowStockCards: number;
}

export function readStock(db: Queryable): Promise<StockValue> {
  return db.one<StockValue>(sql`
    select coalesce(sum(g.gc_coin * stock.size), 0)::bigint as stock_value,
      coalesce(sum(stock.size), 0)::bigint as stock_codes,
      count(*) filter (where g.is_active and g.low_stock_at > 0 and stock.size <= g.low_stock_at) as low_stock_cards
    from gift_cards g
    cross join lateral (
      select count(*) as size from gift_card_codes c where c.gift_card_id = g.id and c.purchase_id is null and c.withdrawn_at is null
    ) stock
    where g.deleted_at is null`);
}

/** Cards sold by day (UTC) and their price in coins, without refunded ones. */
export function sumCardSales(
  db: Queryable,
  { from, until }: { from: Date; until: Date },
): Promise<{ day: string; giftCards: number; giftCardCoins: number }[]> {
  return db.rows(sql`
    select to_char((created_at at time zone 'UTC')::date, 'YYYY-MM-DD') as day, count(*) as gift_cards,
      sum(gc_coin)::bigint as gift_card_coins
    from purchases
    where created_at >= ${from} and created_at < ${until} and status <> 'refunded'
    group by 1 order by 1`);
}

/** Codes replaced as bad, and how many of them had been shown before, so may have been used. */
export function countReplaced(
  db: Queryable,
  { from, until }: { from: Date; until: Date },
): Promise<{ replaced: number; shownBefore: number }> {
  return db.one(sql`
    select count(*) as replaced, count(*) filter (where exists (
      select from code_reveals r where r.code_id = c.id and r.revealed_at <= c.replaced_at)) as shown_before
    from gift_card_codes c where c.replaced_at >= ${from} and c.replaced_at < ${until}`);
}

/** Gift cards by sales, most coins first. Current and replaced codes each have an index. */
export function getCardMargins(
  db: Queryable,
  { from, until }: { from: Date; until: Date },
  limit: number,
): Promise<Growth['cards']> {
  return db.rows(sql`
    select p.gift_card_id as _id, max(g.title) as title, count(*) as sold,
      count(*) filter (where p.status = 'refunded') as refunded,
      coalesce(sum(p.gc_coin) filter (where p.status <> 'refunded'), 0)::bigint as coins,
      sum(given.codes)::bigint as codes, sum(given.costed)::bigint as costed,
      coalesce(sum(given.cost_cents), 0)::bigint as cost_cents
    from purchases p join gift_cards g on g.id = p.gift_card_id
    cross join lateral (
      select count(*) as codes, count(c.cost_cents) as costed, sum(c.cost_cents) as cost_cents
      from (
        select cost_cents from gift_card_codes c where c.purchase_id = p.id and c.replaced_at is null
        union all
        select cost_cents from gift_card_codes c where c.purchase_id = p.id and c.replaced_at is not null
      ) c
    ) given
    where p.created_at >= ${from} and p.created_at < ${until}
    group by 1 order by coins desc, sold desc, _id limit ${limit}`);
}

/** Codes given to purchases, and their cost if the import gave one. */
export function readCodeCosts(db: Queryable, { from, until }: Span): Promise<BookedCodes> {
  return db.one(sql`
    select count(*) as given, count(cost_cents) as costed, coalesce(sum(cost_cents), 0)::bigint as cost_cents
    from gift_card_codes where given_at >= ${from} and given_at < ${until}`);
}
