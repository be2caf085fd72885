// SPDX-License-Identifier: Apache-2.0

import sql, { empty, raw } from 'sql-template-tag';
import { cardsOnProfile, type Order, type PurchasedGiftCard } from '../../../../contract/shop.ts';
import { requestIdOfCall } from '../../../platform/call-context.ts';
import type { Queryable, Tx } from '../../../platform/db/database.ts';
import { type Part, part } from '../../../platform/db/parts.ts';
import { toPage } from '../../../platform/to-page.ts';
import type { FindSoldOrder } from '../../../ports.ts';
import { listMissingFingerprints } from '../codes/missing-code-queries.ts';
import type { purchaseWords } from '../rules.ts';
import { findHeld, type HeldDelivery } from './held-delivery-store.ts';

export interface CheckoutLine {
  giftCardId: string;
  quantity: number;
  /** The price in coins that the player saw; null: the current one. */
  seenGc: number | null;
}

export interface Cart {
  playerId: string;
  key: string;
  inputHash: Buffer;
  /** Each gift card at most once. */
  lines: readonly CheckoutLine[];
  at: Date;
  /**
   * Descriptions of a purchase of one card and of several, with %s for the titles; the form for several of one title,
   * with %s for the number and the title; and the separator.
   */
  words: typeof purchaseWords;
}

export interface CheckoutOutcome {
  outcome: 'bought' | 'key_reused' | 'changed' | 'own_price' | 'insufficient' | 'session_ended';
  /** JSON; null if the key was used for something else, or if the buyer's session has ended. */
  answer: string | null;
}

/**
 * The whole checkout. One statement is its own transaction, which saves the round trips of begin and commit. Its commit
 * waits for the disk, and for the standby if commits are synchronous. Nothing in it sends a NOTIFY before it has committed
 * (docs/decisions/0006), so concurrent sales wait together instead of one after the other.
 */
export async function buyCart(
  db: Queryable,
  { playerId, key, inputHash, lines, at, words }: Cart,
): Promise<CheckoutOutcome> {
  const row = await db.row<CheckoutOutcome>(sql`
    select outcome, answer from (
      select id from player_states
      where id = ${playerId} and deleted_at is null and suspended_at is null for share) buyer,
      shop_checkout(
      buyer.id, ${key}, ${inputHash}, ${lines.map((line) => line.giftCardId)},
      ${lines.map((line) => line.quantity)}, ${lines.map((line) => line.seenGc)}, ${at},
      ${requestIdOfCall() ?? null}, ${words.one}, ${words.several}, ${words.counted}, ${words.separator})`);
  // The player was deleted or suspended after the call was admitted.
  return row ?? { outcome: 'session_ended', answer: null };
}

/** A player's newest purchases, and where the next page begins; codes are masked. */
export function purchasesPart(
  playerId: string,
): Part<{ list: PurchasedGiftCard[]; nextBefore: string | null }> {
  const most = raw(String(cardsOnProfile + 1));
  return part<PurchasedGiftCard[] | null, { list: PurchasedGiftCard[]; nextBefore: string | null }>(
    // Picks the orders first, by their index alone: sorting the list directly would assemble all of a busy player's cards.
    sql`
      select json_agg(item) from (
        select item from purchased_gift_cards where player_id = ${playerId} and order_id in (
          select order_id from purchases where player_id = ${playerId} order by order_id desc limit ${most})
        order by order_id desc, id limit ${most}) newest`,
    (found) => toPage(found ?? [], cardsOnProfile),
  );
}

/** A bought card as its buyer sees it. */
export async function findPurchase(
  db: Queryable,
  { playerId, purchaseId }: { playerId: string; purchaseId: string },
): Promise<PurchasedGiftCard | undefined> {
  const row = await db.row<{ item: PurchasedGiftCard }>(sql`
    select item from purchased_gift_cards where player_id = ${playerId} and id = ${purchaseId}`);
  return row?.item;
}

/** A page of a player's purchases, newest first; continues after the purchase `before` if given. */
export async function listPurchasesBefore(
  db: Queryable,
  playerId: string,
  { before, limit }: { before?: string | undefined; limit: number },
): Promise<PurchasedGiftCard[]> {
  // Within an order purchases are listed oldest first, so the next page continues with the later ones of the same order.
  const rest = before
    ? sql`and order_id <= (select order_id from purchases where id = ${before})
        and not (id <= ${before} and order_id = (select order_id from purchases where id = ${before}))`
    : empty;
  const rows = await db.rows<{ item: PurchasedGiftCard }>(sql`
    select item from purchased_gift_cards where player_id = ${playerId} ${rest}
    order by order_id desc, id limit ${limit}`);
  return rows.map(({ item }) => item);
}

/** An order as its buyer sees it now, for the receipt by mail. */
export function findOrder(
  db: Queryable,
  orderId: string,
): Promise<(Omit<Order, 'createdAt'> & { playerId: string; createdAt: Date }) | undefined> {
  return db.row(sql`
    select o.id as _id, o.player_id, o.total_gc as total_gc_coin, o.created_at,
      (select jsonb_agg(item order by p.id) from purchased_gift_cards p
        where p.player_id = o.player_id and p.order_id = o.id) as purchases
    from orders o where o.id = ${orderId}`);
}

/** An order as it was sold, for the listeners that announce sales. */
export async function findSoldOrder(db: Queryable, orderId: string): ReturnType<FindSoldOrder> {
  const order = await findOrder(db, orderId);
  return (
    order && {
      createdAt: order.createdAt,
      totalGC: order.totalGcCoin,
      purchases: order.purchases.map(({ _id: purchaseId, giftCardId, title, gcCoin, promisedBy }) => ({
        purchaseId,
        giftCardId,
        title,
        priceGC: gcCoin,
        promisedBy,
      })),
    }
  );
}

/**
 * Invalidates every process's cached lists if this order took the last code of a card. Call it after the sale is
 * committed.
 */
export async function announceSoldOut(db: Queryable, orderId: string): Promise<void> {
  await db.run(sql`
    select pg_notify('gift_cards', '')
    where exists (
      select from orders o join purchases p on p.player_id = o.player_id and p.order_id = o.id
      where o.id = ${orderId} and not exists (
        select from gift_card_codes c where c.gift_card_id = p.gift_card_id and c.purchase_id is null and c.withdrawn_at is null))`);
}

/** The same if a purchase took the last code as a replacement for a bad one. */
export async function announceSoldOutByReplacement(db: Queryable, purchaseId: string): Promise<void> {
  await db.run(sql`
    select pg_notify('gift_cards', '')
    where exists (
      select from purchases p where p.id = ${purchaseId} and not exists (
        select from gift_card_codes c where c.gift_card_id = p.gift_card_id and c.purchase_id is null and c.withdrawn_at is null))`);
}

export interface PurchaseRow {
  id: string;
  playerId: string;
  giftCardId: string;
  title: string;
  gcCoin: number;
  status: 'delivered' | 'on_its_way' | 'refunded';
  promisedBy: Date | null;
  /** Delivered another way, without a code here. */
  isElsewhere: boolean;
  /** It was once delivered another way, even if unmarked since. */
  wasElsewhere: boolean;
  /** Fingerprint of its code; null if it never had one. */
  fingerprint: Buffer | null;
  /**
   * Fingerprints of codes that its buyer saw and a restore lost. The purchase must get one of these; empty once it has
   * one.
   */
  missing: readonly Buffer[];
  /** Its delivery, while that can be undone. */
  held: HeldDelivery | undefined;
}

/** Whether a purchase may get a code. If its buyer saw codes that are missing here, only one of those may. */
export const isTheirs = (code: { fingerprint: Buffer } | undefined, { missing }: PurchaseRow): boolean =>
  missing.length === 0 || missing.some((one) => code?.fingerprint.equals(one));

/** A purchase, locked until the transaction ends. Its code is read under the lock, as it may get one while we wait. */
export async function lockPurchase(tx: Tx, purchaseId: string): Promise<PurchaseRow | undefined> {
  const purchase = await tx.row<Omit<PurchaseRow, 'fingerprint' | 'missing' | 'held'>>(sql`
    select id, player_id, gift_card_id, title, gc_coin, status,
      promised_by, is_elsewhere, was_elsewhere
    from purchases where id = ${purchaseId} for update`);
  if (!purchase) return undefined;
  const code = await tx.row<{ fingerprint: Buffer }>(
    sql`select fingerprint from gift_card_codes where purchase_id = ${purchaseId} and replaced_at is null`,
  );
  const missing = await listMissingFingerprints(tx, purchaseId);
  const held = await findHeld(tx, purchaseId);
  return { ...purchase, fingerprint: code?.fingerprint ?? null, missing, held };
}

export async function setStatus(
  tx: Tx,
  purchaseId: string,
  status: PurchaseRow['status'],
  at: Date,
  isElsewhere = false,
): Promise<void> {
  await tx.run(sql`
    update purchases set status = ${status}::text, is_elsewhere = ${isElsewhere},
      was_elsewhere = was_elsewhere or is_elsewhere or ${isElsewhere},
      delivered_at = case when ${status}::text = 'delivered' then ${at}::timestamptz end,
      refunded_at = case when ${status}::text = 'refunded' then ${at}::timestamptz end
    where id = ${purchaseId}`);
}
