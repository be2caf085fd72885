// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import type { CardKind, GiftCard, GiftCardPage } from '../../../../contract/shop.ts';
import type { Queryable, Tx } from '../../../platform/db/database.ts';

type Row<Card extends { createdAt: string }> = Omit<Card, 'createdAt'> & { createdAt: Date };

/** Availability of the card `g`. */
export const availability = sql`
  case when exists (select from gift_card_codes c where c.gift_card_id = g.id and c.purchase_id is null and c.withdrawn_at is null)
      then 'in_stock'
    when g.is_fulfilled_by_hand then 'by_hand'
    else 'sold_out' end`;

const columns = sql`
  g.id as _id, g.title, g.description, g.image, g.type, g.kind, g.gc_coin, g.is_active,
  g.created_at, g.promise_hours, ${availability} as availability`;

function view<Card extends { createdAt: Date }>(row: Card): Omit<Card, 'createdAt'> & { createdAt: string } {
  return { ...row, createdAt: row.createdAt.toISOString() };
}

/** Every gift card on sale, newest first. */
export async function listOnSale(db: Queryable): Promise<GiftCard[]> {
  const rows = await db.rows<Row<GiftCard>>(sql`
    select ${columns} from gift_cards g
    where g.is_active and g.deleted_at is null
    order by g.created_at desc, g.id desc`);
  return rows.map(view);
}

/** One card, on sale or not. Only buyers find a deleted card, which they may still want to redeem. */
export async function findPage(
  db: Queryable,
  { giftCardId, playerId }: { giftCardId: string; playerId: string },
): Promise<Omit<GiftCardPage, 'related'> | undefined> {
  const row = await db.row<Row<Omit<GiftCardPage, 'related'>>>(sql`
    select ${columns}, g.region, g.how_to_redeem,
      exists (select from restock_alerts a where a.gift_card_id = g.id and a.player_id = ${playerId}) as wants_alert
    from gift_cards g
    where g.id = ${giftCardId} and (g.deleted_at is null
      or exists (select from purchases p where p.player_id = ${playerId} and p.gift_card_id = g.id))`);
  return row && view(row);
}

/** Cards on sale of the same type or kind: available ones first, then those with both in common, then by price. */
export async function listRelated(db: Queryable, giftCardId: string, limit: number): Promise<GiftCard[]> {
  const rows = await db.rows<Row<GiftCard>>(sql`
    select ${columns} from gift_cards own
    join gift_cards g on g.id <> own.id and (g.type = own.type or g.kind = own.kind)
    where own.id = ${giftCardId} and g.is_active and g.deleted_at is null
    order by ${availability} = 'sold_out', g.type = own.type desc, g.kind = own.kind desc,
      abs(g.gc_coin - own.gc_coin), g.id
    limit ${limit}`);
  return rows.map(view);
}

export interface NewGiftCard {
  title: string;
  description: string;
  /** Lower case: psn, dota, pubg. */
  type: string;
  /** `wallet` if omitted. */
  kind?: CardKind;
  /** Where its code works, and how to redeem it; empty if omitted. */
  region?: string;
  howToRedeem?: string;
  /** Price in coins, at least 1. */
  gcCoin: number;
  isActive: boolean;
  /** Can be sold without a code in stock. */
  isFulfilledByHand: boolean;
  /** The promised delivery time by an administrator, in hours. */
  promiseHours: number;
  /** Reported as running low with this many codes in stock or fewer; 0: never. 5 if omitted. */
  lowStockAt?: number;
}

/** @returns the new card's id */
export async function insertGiftCard(
  tx: Tx,
  card: NewGiftCard & { image: string; at: Date },
): Promise<string> {
  const { id } = await tx.one<{ id: string }>(sql`
    insert into gift_cards
      (title, description, type, kind, region, how_to_redeem, image, gc_coin, is_active, is_fulfilled_by_hand,
        promise_hours, low_stock_at, created_at, updated_at)
    values (${card.title}, ${card.description}, ${card.type}, ${card.kind ?? 'wallet'}, ${card.region ?? ''},
      ${card.howToRedeem ?? ''}, ${card.image}, ${card.gcCoin}, ${card.isActive}, ${card.isFulfilledByHand},
      ${card.promiseHours}, ${card.lowStockAt ?? 5}, ${card.at}, ${card.at})
    returning id`);
  return id;
}

/** Whether a card can receive codes: on sale or not, but not deleted. */
export async function hasGiftCard(db: Queryable, giftCardId: string): Promise<boolean> {
  return (
    (await db.row(sql`select id from gift_cards where id = ${giftCardId} and deleted_at is null`)) !==
    undefined
  );
}

/** The cards' prices in coins; locked until the transaction ends. */
export async function readPrices(tx: Tx, giftCardIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await tx.rows<{ id: string; gcCoin: number }>(
    sql`select id, gc_coin from gift_cards where id = any (${giftCardIds}::uuid[]) order by id for share`,
  );
  return new Map(rows.map(({ id, gcCoin }) => [id, gcCoin]));
}

/**
 * Finds cards that are not deleted by id or title, ignoring case and spaces.
 * @returns for each name, every matching card; names without a match are missing
 */
export async function findCardsByName(
  db: Queryable,
  names: readonly string[],
): Promise<Map<string, { id: string; title: string }[]>> {
  const rows = await db.rows<{ name: string; id: string; title: string; isId: boolean }>(sql`
    with named as (
      select distinct name, lower(regexp_replace(trim(normalize(name)), '\\s+', ' ', 'g')) as plain from unnest(${names}::text[]) as name)
    select name, id, title, true as is_id from named join gift_cards on id::text = plain where deleted_at is null
    union all
    select name, id, title, false from named
    join gift_cards on lower(regexp_replace(trim(normalize(title)), '\\s+', ' ', 'g')) = plain where deleted_at is null
    order by id`);
  const found = new Map<string, { id: string; title: string }[]>();
  const byId = new Set(rows.filter(({ isId }) => isId).map(({ name }) => name));
  for (const { name, id, title, isId } of rows) {
    // An id always means its own card, even if it is another card's title.
    if (isId || !byId.has(name)) found.set(name, [...(found.get(name) ?? []), { id, title }]);
  }
  return found;
}

export async function hasGiftCards(db: Queryable): Promise<boolean> {
  return (await db.row(sql`select id from gift_cards limit 1`)) !== undefined;
}

export async function hasCardOnSale(db: Queryable): Promise<boolean> {
  return (
    (await db.row(sql`select from gift_cards where is_active and deleted_at is null limit 1`)) !== undefined
  );
}
