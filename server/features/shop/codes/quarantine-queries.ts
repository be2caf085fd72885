// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import { type AdminChange, changeAndRecord } from '../../../platform/db/admin-changes.ts';
import type { Queryable, Tx } from '../../../platform/db/database.ts';
import type { SoldCode } from '../../../platform/journal/entries.ts';

/** The codes that an order got from stock, in the journal's form. */
export function listCodesOfOrder(
  db: Queryable,
  { orderId, playerId }: { orderId: string; playerId: string },
): Promise<SoldCode[]> {
  return db.rows<SoldCode>(sql`
    select c.id, encode(c.fingerprint, 'hex') as print, p.id as purchase_id, p.gc_coin
    from purchases p
    join gift_card_codes c on c.purchase_id = p.id and c.purchase_id is not null and c.replaced_at is null
    where p.player_id = ${playerId} and p.order_id = ${orderId}`);
}

/** A code as the journal identifies it: it may have a different id here if it was imported again. */
export interface NamedCode {
  id: string;
  print: string;
}

export interface Noted {
  sold: readonly NamedCode[];
  /** Codes that were shown, and when. */
  shown: readonly (NamedCode & { at: Date })[];
}

const getIds = (codes: readonly NamedCode[]) => codes.map(({ id }) => id);
export const getFingerprints = (codes: readonly NamedCode[]) =>
  codes.map(({ print }) => Buffer.from(print, 'hex'));

/**
 * Codes that the journal reports as sold, or as shown at a time without a record here: a much earlier look by an
 * administrator does not explain a later one. One call writes the journal's line and the look within seconds.
 */
const goneElsewhere = ({ sold, shown }: Noted) => {
  const looks = sql`(
    select look.id, look.print
    from unnest(${getIds(shown)}::uuid[], ${getFingerprints(shown)}::bytea[], ${shown.map(({ at }) => at)}::timestamptz[])
      as look (id, print, at)
    where not exists (
      select from code_reveals r
      where r.code_id = look.id and r.revealed_at >= look.at - interval '1 minute')) look`;
  return sql`(
    id = any (${getIds(sold)}::uuid[]) or fingerprint = any (${getFingerprints(sold)}::bytea[])
    or id in (select look.id from ${looks}) or fingerprint in (select look.print from ${looks}))`;
};

/** Which of these codes are nevertheless in stock here. */
export async function findInStock(db: Queryable, noted: Noted): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(sql`
    select id from gift_card_codes where purchase_id is null and withdrawn_at is null and ${goneElsewhere(noted)}`);
  return rows.map(({ id }) => id);
}

/**
 * Removes such codes from a restored database's stock, including those already removed as unproven.
 * @returns how many
 */
export function quarantineSold(tx: Tx, noted: Noted, at: Date): Promise<number> {
  return tx.run(sql`
    update gift_card_codes set withdrawn_at = coalesce(withdrawn_at, ${at}), quarantine = 'sold'
    where purchase_id is null and (withdrawn_at is null or quarantine = 'unproven') and ${goneElsewhere(noted)}`);
}

/** Removes everything left in stock, for lack of proof that it is unsold. */
export function quarantineAll(tx: Tx, at: Date): Promise<number> {
  return tx.run(sql`
    update gift_card_codes set withdrawn_at = ${at}, quarantine = 'unproven'
    where purchase_id is null and withdrawn_at is null`);
}

export interface Quarantined {
  giftCardId: string;
  title: string;
  sold: number;
  unproven: number;
}

export function listQuarantined(db: Queryable): Promise<Quarantined[]> {
  return db.rows(sql`
    select g.id as gift_card_id, g.title, count(*) filter (where c.quarantine = 'sold') as sold,
      count(*) filter (where c.quarantine = 'unproven') as unproven
    from gift_card_codes c join gift_cards g on g.id = c.gift_card_id
    where c.quarantine is not null group by g.id, g.title order by g.title, g.id`);
}

/** A card's codes with these ids or fingerprints, in stock or not. */
export function findCodesOfCard(
  db: Queryable,
  { giftCardId, ids, prints }: { giftCardId: string; ids: readonly string[]; prints: readonly Buffer[] },
): Promise<{ id: string; fingerprint: Buffer }[]> {
  return db.rows(sql`
    select id, fingerprint from gift_card_codes
    where gift_card_id = ${giftCardId} and (id = any (${ids}::uuid[]) or fingerprint = any (${prints}::bytea[]))`);
}

export interface Unproven {
  giftCardId: string;
  /** Ids of codes to leave unchanged. */
  except: readonly string[];
  actorId: string;
}

const unproven = ({ giftCardId, except }: Unproven) => sql`
  gift_card_id = ${giftCardId} and quarantine = 'unproven' and id <> all (${except}::uuid[])`;
/** Codes whose key was declared lost. */
export const isUnreadable = sql`key_id in (select key_id from lost_code_keys)`;

const toChange = ({ giftCardId }: Unproven, action: 'release' | 'discard', after: object): AdminChange => ({
  action: `gift-card.${action}-codes`,
  subject: `gift-card:${giftCardId}`,
  before: null,
  after,
});

/**
 * Returns quarantined codes that turned out to be unsold to stock, on behalf of an administrator. Codes with a lost key
 * do not return, because nobody could decrypt them; they may be imported again, like any other code of that key.
 */
export function releaseUnproven(tx: Tx, chosen: Unproven): Promise<{ released: number; unreadable: number }> {
  return changeAndRecord<{ released: number; unreadable: number }, never>(tx, chosen.actorId, async () => {
    const unreadable = await tx.run(sql`
      update gift_card_codes set quarantine = null, fingerprint = sha256(fingerprint || id::text::bytea)
      where ${unproven(chosen)} and ${isUnreadable}`);
    const released = await tx.run(sql`
      update gift_card_codes set withdrawn_at = null, quarantine = null where ${unproven(chosen)}`);
    const answer = { released, unreadable };
    if (released + unreadable === 0) return { answer };
    await announceStock(tx);
    const after = { released, ...(unreadable > 0 && { unreadable }) };
    return { answer, change: toChange(chosen, 'release', after) };
  });
}

/** Marks codes that may have been sold as sold, on behalf of an administrator. @returns how many */
export function discardUnproven(tx: Tx, chosen: Unproven): Promise<number> {
  return changeAndRecord<number, never>(tx, chosen.actorId, async () => {
    const discarded = await tx.run(
      sql`update gift_card_codes set quarantine = 'sold' where ${unproven(chosen)}`,
    );
    if (discarded === 0) return { answer: discarded };
    await announceStock(tx);
    return { answer: discarded, change: toChange(chosen, 'discard', { discarded }) };
  });
}

export async function announceStock(tx: Tx): Promise<void> {
  await tx.run(sql`select pg_notify('gift_cards', '')`);
}
