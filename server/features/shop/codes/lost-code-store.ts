// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import type { Queryable, Tx } from '../../../platform/db/database.ts';
import { getFingerprints, isUnreadable, type NamedCode } from './quarantine-queries.ts';

/** Who saw a code: nobody, its buyer, or `somebody`: another person looked, or the journal may lack a look. */
export type Seen = 'nobody' | 'buyer' | 'somebody';

/** A code that was sold or shown after the backup that this database was restored from. */
export interface LostCode extends NamedCode {
  seen: Seen;
  /** Undefined if it belongs to no lost order. */
  order?: { orderId: string; playerId: string; purchaseId: string; gcCoin: number };
  /**
   * Its purchase, if the order exists here and is paid: then an administrator typed the code in after the backup
   * (missing-code-queries.ts).
   */
  purchaseId?: string;
}

/** Which of these codes are missing here under any id, because they were imported after the backup. */
export async function listLackingCodes(db: Queryable, codes: readonly NamedCode[]): Promise<Set<string>> {
  const rows = await db.rows<{ id: string }>(sql`
    select id from unnest(${codes.map(({ id }) => id)}::uuid[], ${getFingerprints(codes)}::bytea[]) as noted (id, print)
    where not exists (select from gift_card_codes c where c.id = noted.id)
      and not exists (select from gift_card_codes c where c.fingerprint = noted.print)`);
  return new Set(rows.map(({ id }) => id));
}

/** Records such codes. Safe to repeat: a settlement is kept, unless the code was sold to someone else. */
export async function storeLost(tx: Tx, codes: readonly LostCode[], at: Date): Promise<void> {
  const of = <Part extends 'orderId' | 'playerId' | 'gcCoin'>(part: Part) =>
    codes.map(({ order }) => order?.[part] ?? null);
  const purchaseIds = codes.map(({ order, purchaseId }) => order?.purchaseId ?? purchaseId ?? null);
  await tx.run(sql`
    insert into lost_codes (code_id, fingerprint, seen, order_id, player_id, purchase_id, gc_coin, noted_at)
    select *, ${at}::timestamptz from unnest(${codes.map(({ id }) => id)}::uuid[], ${getFingerprints(codes)}::bytea[],
      ${codes.map(({ seen }) => seen)}::text[], ${of('orderId')}::uuid[], ${of('playerId')}::uuid[],
      ${purchaseIds}::uuid[], ${of('gcCoin')}::bigint[])
    on conflict (code_id) do update
      set seen = excluded.seen, order_id = excluded.order_id, player_id = excluded.player_id,
        purchase_id = excluded.purchase_id, gc_coin = excluded.gc_coin, noted_at = excluded.noted_at,
        settled = null, settled_at = null
      where lost_codes.settled is null or lost_codes.order_id is distinct from excluded.order_id`);
}

/** Which of these fingerprints (hexadecimal) belong to codes that must not return to stock. */
export async function findLostFingerprints(
  db: Queryable,
  fingerprints: readonly Buffer[],
): Promise<Set<string>> {
  const rows = await db.rows<{ print: string }>(sql`
    select encode(fingerprint, 'hex') as print from lost_codes
    where fingerprint = any (${fingerprints}::bytea[]) and settled is distinct from 'released'`);
  return new Set(rows.map(({ print }) => print));
}

/** The unsettled part of an order that was lost with the old database. */
export interface LostOrder {
  orderId: string;
  playerId: string;
  /** The price of the codes that its buyer saw. */
  owedGC: number;
  seenCodes: number;
  /** Codes that nobody saw. */
  unseenCodes: number;
  /** Codes that the buyer may or may not have seen. */
  doubtfulCodes: number;
  /** The first of its unsettled codes. */
  firstCodeId: string;
  /** False: the account was created later and is lost too, or is erased. */
  hasAccount: boolean;
}

/**
 * A buyer owes each purchase only once, no matter which of its codes they saw or when that was found: a bad code may
 * have been replaced.
 */
export function listLostOrders(db: Queryable, orderId?: string): Promise<LostOrder[]> {
  return db.rows<LostOrder>(sql`
    select order_id, player_id, coalesce(sum(gc_coin) filter (where is_seen), 0)::bigint as owed_gc,
      sum(seen)::int as seen_codes, sum(unseen)::int as unseen_codes, sum(doubtful)::int as doubtful_codes,
      min(first_code_id) as first_code_id,
      exists (select from player_states p where p.id = player_id and p.erased_at is null) as has_account
    from (
      select order_id, player_id, max(gc_coin) as gc_coin, min(code_id::text) as first_code_id,
        bool_or(seen = 'buyer') and not exists (
          select from lost_codes paid
          where paid.order_id = open.order_id and paid.purchase_id = open.purchase_id and paid.settled = 'debited') as is_seen,
        count(*) filter (where seen = 'buyer') as seen, count(*) filter (where seen = 'nobody') as unseen,
        count(*) filter (where seen = 'somebody') as doubtful
      from lost_codes open
      where settled is null and order_id is not null and (${orderId ?? null}::uuid is null or order_id = ${orderId ?? null})
      group by order_id, player_id, purchase_id
    ) bought
    group by order_id, player_id order by order_id`);
}

/** Ids of an order's unsettled codes that nobody saw. Locks all unsettled codes of the order until the transaction ends. */
export async function lockUnseen(tx: Tx, orderId: string): Promise<string[]> {
  const rows = await tx.rows<{ id: string; seen: Seen }>(sql`
    select code_id as id, seen from lost_codes where order_id = ${orderId} and settled is null order by code_id for update`);
  return rows.filter(({ seen }) => seen === 'nobody').map(({ id }) => id);
}

/**
 * Settles a lost order's codes, with or without a debit; codes that nobody saw return to stock. Codes with a lost key
 * do not, because nobody could decrypt them; they may be imported again.
 * @returns how many returned to stock
 */
export async function settleLost(
  tx: Tx,
  { orderId, isDebited, at }: { orderId: string; isDebited: boolean; at: Date },
): Promise<number> {
  const unseen = sql`
    from lost_codes l
    where l.order_id = ${orderId} and l.settled is null and l.seen = 'nobody' and c.quarantine = 'sold'
      and (c.id = l.code_id or c.fingerprint = l.fingerprint)`;
  await tx.run(sql`
    update gift_card_codes c set quarantine = null, fingerprint = sha256(c.fingerprint || c.id::text::bytea)
    ${unseen} and ${isUnreadable}`);
  const released = await tx.run(sql`
    update gift_card_codes c set withdrawn_at = null, quarantine = null ${unseen}`);
  await tx.run(sql`
    update lost_codes set settled_at = ${at}, settled = case seen
      when 'nobody' then 'released' when 'buyer' then ${isDebited ? 'debited' : 'left'} else 'left' end
    where order_id = ${orderId} and settled is null`);
  return released;
}
