// SPDX-License-Identifier: Apache-2.0

import type { Sql } from 'sql-template-tag';
import sql from 'sql-template-tag';
import { type AdminGiftCard, type giftCardSorts, maxStock } from '../../../../contract/shop-admin.ts';
import { containing } from '../../../platform/db/containing.ts';
import { counted } from '../../../platform/db/counted.ts';
import type { Queryable, Tx } from '../../../platform/db/database.ts';
import { toPageSql } from '../../../platform/db/page.ts';
import type { NewGiftCard } from './gift-card-store.ts';

type Row = Omit<AdminGiftCard, 'createdAt'> & { createdAt: Date };

const cards = sql`
  select g.id as _id, g.title, g.description, g.image, g.type, g.kind, g.region,
    g.how_to_redeem, g.gc_coin, g.is_active,
    g.is_fulfilled_by_hand, g.promise_hours, g.low_stock_at,
    stock.size as stock, ${counted('card sales', sql`g.id`)} as sold, g.low_stock_at > 0 and stock.size <= g.low_stock_at as is_low_stock,
    quarantine.codes as quarantine, coalesce(newest.masked, '') as hash_code, newest.id as newest_code_id, g.created_at
  from gift_cards g
  cross join lateral (
    select count(*) as size from (
      select from gift_card_codes c where c.gift_card_id = g.id and c.purchase_id is null and c.withdrawn_at is null limit ${maxStock + 1}
    ) counted
  ) stock
  cross join lateral (
    select json_build_object('sold', count(*) filter (where c.quarantine = 'sold'),
      'unproven', count(*) filter (where c.quarantine = 'unproven')) as codes
    from gift_card_codes c where c.gift_card_id = g.id and c.quarantine is not null
  ) quarantine
  left join lateral (
    select c.id, c.masked from gift_card_codes c where c.gift_card_id = g.id order by c.created_at desc, c.id limit 1
  ) newest on true
  where g.deleted_at is null`;

const view = (row: Row): AdminGiftCard => ({ ...row, createdAt: row.createdAt.toISOString() });

const sortedBy: Record<(typeof giftCardSorts)[number], Sql> = {
  createdAt: sql`created_at`,
  title: sql`lower(title)`,
  gcCoin: sql`gc_coin`,
  stock: sql`stock`,
  isActive: sql`is_active`,
};

export interface CardsQuery {
  search?: string | undefined;
  status?: 'active' | 'inactive' | undefined;
  sort: (typeof giftCardSorts)[number];
  order: 'asc' | 'desc';
  page: number;
  pageSize: number;
}

/** A page of the cards that are not deleted, and their total. */
export async function listCards(
  db: Queryable,
  { search, status, sort, order, page, pageSize }: CardsQuery,
): Promise<{ list: AdminGiftCard[]; total: number }> {
  const like = search ? containing(search.toLowerCase()) : null;
  const isActive = status === undefined ? null : status === 'active';
  const found = sql`
    select * from (${cards}) card
    where (${like}::text is null or lower(concat_ws(E'\n', title, description, type, hash_code)) like ${like})
      and (${isActive}::boolean is null or is_active = ${isActive})`;
  const direction = order === 'asc' ? sql`asc` : sql`desc`;
  const rows = await db.rows<Row & { total: number }>(sql`
    select *, count(*) over () as total from (${found}) found
    order by ${sortedBy[sort]} ${direction}, "_id" ${direction}
    ${toPageSql({ page, pageSize })}`);
  const [first] = rows;
  const { total } =
    first ?? (await db.one<{ total: number }>(sql`select count(*) as total from (${found}) found`));
  return { list: rows.map(({ total: _, ...row }) => view(row)), total };
}

/** A card that certainly exists, such as one just written. */
export async function readCard(tx: Tx, giftCardId: string): Promise<AdminGiftCard> {
  return view(await tx.one<Row>(sql`${cards} and g.id = ${giftCardId}`));
}

export type CardTerms = Required<NewGiftCard> & { image: string };

/** The editable fields of a card, locked until the transaction ends; codes can still be added. Undefined once deleted. */
export function lockCard(tx: Tx, giftCardId: string): Promise<CardTerms | undefined> {
  return tx.row<CardTerms>(sql`
    select title, description, type, kind, region, how_to_redeem, image,
      gc_coin, is_active, is_fulfilled_by_hand, promise_hours, low_stock_at
    from gift_cards where id = ${giftCardId} and deleted_at is null for no key update`);
}

export async function updateCard(tx: Tx, giftCardId: string, card: CardTerms, at: Date): Promise<void> {
  await tx.run(sql`
    update gift_cards set title = ${card.title}, description = ${card.description}, type = ${card.type},
      kind = ${card.kind}, region = ${card.region}, how_to_redeem = ${card.howToRedeem}, image = ${card.image},
      gc_coin = ${card.gcCoin}, is_active = ${card.isActive}, is_fulfilled_by_hand = ${card.isFulfilledByHand}, promise_hours = ${card.promiseHours},
      low_stock_at = ${card.lowStockAt}, updated_at = ${at}
    where id = ${giftCardId}`);
}

export async function markDeleted(tx: Tx, giftCardId: string, at: Date): Promise<void> {
  await tx.run(
    sql`update gift_cards set deleted_at = ${at}, is_active = false, updated_at = ${at} where id = ${giftCardId}`,
  );
}
