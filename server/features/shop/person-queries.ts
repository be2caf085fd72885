// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import type { Queryable, Tx } from '../../platform/db/database.ts';
import { type Refusal, refuse } from '../../platform/refusal.ts';

/** An account cannot be deleted while a card that it bought has no code yet: the delivery would have no recipient. */
export async function refuseWhileDelivering(tx: Tx, playerId: string): Promise<Refusal | undefined> {
  const waiting = await tx.row<{ title: string }>(sql`
    select title from purchases where player_id = ${playerId} and status = 'on_its_way' order by id limit 1`);
  return waiting && refuse('deletion_delivery_pending', { title: waiting.title });
}

/** Erases this player's network addresses from the record of shown codes. */
export async function forgetAddresses(tx: Tx, playerId: string): Promise<void> {
  await tx.run(sql`update code_reveals set address = '' where viewer_id = ${playerId} and address <> ''`);
}

/** Ends a player's restock alerts as soon as the account is deleted. */
export async function forgetAlerts(tx: Tx, playerId: string): Promise<void> {
  await tx.run(sql`delete from restock_alerts where player_id = ${playerId}`);
}

/** Sold-out cards that the player is waiting for, in the order in which they asked. */
export function getAlerts(db: Queryable, playerId: string): Promise<{ giftCard: string; askedAt: Date }[]> {
  return db.rows(sql`
    select g.title as gift_card, a.asked_at
    from restock_alerts a join gift_cards g on g.id = a.gift_card_id
    where a.player_id = ${playerId} order by a.asked_at, a.id`);
}

export interface CodeLook {
  id: string;
  giftCard: string;
  address: string;
  seenAt: Date;
}

/** A page of when and from where codes were shown to the player, in order. */
export function listCodeLooks(
  db: Queryable,
  playerId: string,
  { after, limit }: { after: string | undefined; limit: number },
): Promise<CodeLook[]> {
  return db.rows<CodeLook>(sql`
    select r.id, g.title as gift_card, r.address, r.revealed_at as seen_at
    from code_reveals r
    join gift_card_codes c on c.id = r.code_id
    join gift_cards g on g.id = c.gift_card_id
    where r.viewer_id = ${playerId} and (${after ?? null}::uuid is null or r.id > ${after ?? null}::uuid)
    order by r.id limit ${limit}`);
}
