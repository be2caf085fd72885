// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import type { Queryable, Tx } from '../../../platform/db/database.ts';
import { deleteInBatches } from '../../../platform/db/delete-in-batches.ts';
import { availability } from './gift-card-store.ts';

interface Asked {
  playerId: string;
  giftCardId: string;
}

/** Serializes a player's new alerts, so that they can be counted exactly. */
export async function holdAlerts(tx: Tx, playerId: string): Promise<void> {
  await tx.run(sql`select pg_advisory_xact_lock(7422, hashtext(${playerId}))`);
}

/** Whether the player is waiting for this card, and for how many others that still exist. */
export function countAlerts(
  tx: Tx,
  { playerId, giftCardId }: Asked,
): Promise<{ isAsked: boolean; others: number }> {
  return tx.one(sql`
    select count(*) filter (where a.gift_card_id = ${giftCardId}) > 0 as is_asked,
      count(*) filter (where a.gift_card_id <> ${giftCardId}) as others
    from restock_alerts a join gift_cards g on g.id = a.gift_card_id and g.deleted_at is null
    where a.player_id = ${playerId}`);
}

export async function insertAlert(tx: Tx, { playerId, giftCardId }: Asked, at: Date): Promise<void> {
  await tx.run(sql`
    insert into restock_alerts (gift_card_id, player_id, asked_at) values (${giftCardId}, ${playerId}, ${at})`);
}

export async function deleteAlert(tx: Tx, { playerId, giftCardId }: Asked): Promise<void> {
  await tx.run(
    sql`delete from restock_alerts where player_id = ${playerId} and gift_card_id = ${giftCardId}`,
  );
}

/** A card on sale, and whether it is sold out; undefined if it is not on sale. */
export function findOnSale(
  db: Queryable,
  giftCardId: string,
): Promise<{ title: string; isSoldOut: boolean } | undefined> {
  return db.row(sql`
    select g.title, ${availability} = 'sold_out' as is_sold_out from gift_cards g
    where g.id = ${giftCardId} and g.is_active and g.deleted_at is null`);
}

/**
 * Which of these cards players are waiting for, ordered by id so that two imports that enqueue for the same cards
 * cannot deadlock.
 */
export async function listAwaitedCards(db: Queryable, giftCardIds: readonly string[]): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(sql`
    select card.id from unnest(${[...giftCardIds]}::uuid[]) card (id)
    where exists (select from restock_alerts a where a.gift_card_id = card.id)
    order by card.id`);
  return rows.map(({ id }) => id);
}

/** Available cards for which players are still waiting. */
export async function listRestockedCards(db: Queryable, limit: number): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(sql`
    select g.id from gift_cards g
    where g.is_active and g.deleted_at is null
      and exists (select from restock_alerts a where a.gift_card_id = g.id)
      and ${availability} <> 'sold_out'
    order by g.id limit ${limit}`);
  return rows.map(({ id }) => id);
}

export interface Alert {
  alertId: string;
  playerId: string;
}

/** Takes the oldest alerts, skipping those locked by another transaction. */
export function takeAlerts(tx: Tx, giftCardId: string, limit: number): Promise<Alert[]> {
  return tx.rows<Alert>(sql`
    delete from restock_alerts where id = any (array(
      select a.id from restock_alerts a where a.gift_card_id = ${giftCardId}
      order by a.asked_at, a.id limit ${limit} for update skip locked))
    returning id as alert_id, player_id`);
}

/** A deleted card never comes back, so its alerts are deleted. */
export async function forgetAlertsOfDeletedCards(db: Queryable): Promise<void> {
  await deleteInBatches(
    db,
    sql`restock_alerts`,
    sql`gift_card_id in (select id from gift_cards where deleted_at is not null)`,
  );
}
