// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import { type AdminChange, changeAndRecord } from '../../../platform/db/admin-changes.ts';
import type { Queryable, Tx } from '../../../platform/db/database.ts';
import type { SoldCode } from '../journal-entries.ts';

/** The codes that an order got from the stock, as the journal has them. */
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

/** A code as the journal names it: it may have another id here, where it was imported again. */
export interface NamedCode {
  id: string;
  print: string;
}

/** The same as the journal has it: the version before wrote no print down. */
export type NotedCode = Pick<NamedCode, 'id'> & { print?: string | undefined };

export interface Noted {
  sold: readonly NotedCode[];
  /** Shown to some buyer, and when. */
  shown: readonly (NotedCode & { at: Date })[];
}

const getIds = (codes: readonly NotedCode[]) => codes.map(({ id }) => id);
export const getFingerprints = (codes: readonly NotedCode[]) =>
  codes.map(({ print }) => (print === undefined ? null : Buffer.from(print, 'hex')));

/**
 * Codes that are known to have been sold, or shown at a time of which this database does not know: an administrator's look long
 * before says nothing of one since. Line and look of one call are written within seconds.
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

/** Which of these codes are in stock here all the same. */
export async function findInStock(db: Queryable, noted: Noted): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(sql`
    select id from gift_card_codes where purchase_id is null and withdrawn_at is null and ${goneElsewhere(noted)}`);
  return rows.map(({ id }) => id);
}

/**
 * Takes such codes out of the stock of a restored database, which includes what was taken out as unproven before.
 * @returns how many
 */
export function quarantineSold(tx: Tx, noted: Noted, at: Date): Promise<number> {
  return tx.run(sql`
    update gift_card_codes set withdrawn_at = coalesce(withdrawn_at, ${at}), quarantine = 'sold'
    where purchase_id is null and (withdrawn_at is null or quarantine = 'unproven') and ${goneElsewhere(noted)}`);
}

/** All that is left in stock, where nothing proves that it was not sold since. */
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

/** The codes of a card that are meant by ids or fingerprints, in or out of stock. */
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
  /** Ids of those that stay as they are. */
  except: readonly string[];
  actorId: string;
}

const unproven = ({ giftCardId, except }: Unproven) => sql`
  gift_card_id = ${giftCardId} and quarantine = 'unproven' and id <> all (${except}::uuid[])`;
/** Codes of a key that was given up. */
export const isUnreadable = sql`key_id in (select key_id from lost_code_keys)`;

const toChange = ({ giftCardId }: Unproven, action: 'release' | 'discard', after: object): AdminChange => ({
  action: `gift-card.${action}-codes`,
  subject: `gift-card:${giftCardId}`,
  before: null,
  after,
});

/**
 * Puts what may have been sold, and turned out not to be, back into stock, in an administrator's name. Those whose key was lost
 * stay out: nobody could read them; they may be imported again, as any other of their key.
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

/** Has what may have been sold count as sold, in an administrator's name. @returns how many */
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
