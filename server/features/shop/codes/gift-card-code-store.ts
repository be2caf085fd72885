// SPDX-License-Identifier: Apache-2.0

import sql, { type Sql } from 'sql-template-tag';
import type { Database, Queryable, Tx } from '../../../platform/db/database.ts';
import type { Sealed } from '../../../platform/vault/vault.ts';

/** A code as stored: only the vault can decrypt it. */
export interface SealedCode extends Sealed {
  id: string;
  fingerprint: Buffer;
  masked: string;
}

/**
 * For each card, how many of its newest codes have each length in bytes. A ciphertext has its code's length plus the
 * tag.
 */
export async function countCodeLengths(
  db: Queryable,
  giftCardIds: readonly string[],
): Promise<Map<string, Map<number, number>>> {
  const rows = await db.rows<{ id: string; length: number; codes: number }>(sql`
    select card.id, length(newest.ciphertext) - 16 as length, count(*) as codes
    from unnest(${giftCardIds}::uuid[]) as card (id)
    cross join lateral (select ciphertext from gift_card_codes where gift_card_id = card.id
      order by created_at desc, id limit 1000) newest
    group by 1, 2`);
  const lengths = new Map(giftCardIds.map((id) => [id, new Map<number, number>()]));
  for (const { id, length, codes } of rows) lengths.get(id)?.set(length, codes);
  return lengths;
}

/** Which of these fingerprints are known. */
export async function findKnownFingerprints(
  db: Queryable,
  fingerprints: readonly Buffer[],
): Promise<Set<string>> {
  const rows = await db.rows<{ fingerprint: Buffer }>(
    sql`select fingerprint from gift_card_codes where fingerprint = any (${fingerprints}::bytea[])`,
  );
  return new Set(rows.map(({ fingerprint }) => fingerprint.toString('hex')));
}

interface NewCodes {
  giftCardId: string;
  purchaseId: string | null;
  /** In selling order. */
  codes: readonly SealedCode[];
}

/**
 * Adds codes to a card's stock or to a purchase. Skips codes that are known, were sold before a restore, or are held
 * for a delivery.
 * @returns fingerprints (hexadecimal) of the added codes
 */
export function insertCodes(tx: Tx, { giftCardId, purchaseId, codes }: NewCodes): Promise<Set<string>> {
  return insertCodesOfCards(tx, {
    purchaseId,
    codes: codes.map((code) => ({ ...code, giftCardId, costCents: null })),
  });
}

/** SQL condition: the code was sold or shown before a restore, to a purchase other than this one. */
export const isLost = (fingerprint: Sql, purchaseId: string | null): Sql => sql`
  exists (
    select from lost_codes lost
    where lost.fingerprint = ${fingerprint} and lost.settled is distinct from 'released'
      and (lost.purchase_id is null or lost.purchase_id is distinct from ${purchaseId}::uuid))`;

/**
 * The same for codes of several cards. One statement inserts them in fingerprint order, so that two imports of the same
 * codes cannot deadlock.
 */
export async function insertCodesOfCards(
  tx: Tx,
  {
    purchaseId = null,
    codes,
  }: {
    purchaseId?: string | null;
    codes: readonly (SealedCode & { giftCardId: string; costCents: number | null })[];
  },
): Promise<Set<string>> {
  const of = <Part extends keyof (typeof codes)[number]>(part: Part) => codes.map((code) => code[part]);
  const rows = await tx.rows<{ fingerprint: Buffer }>(sql`
    with arrivals as materialized (
      select n, nextval('gift_card_codes_arrival') as number from generate_series(1, ${codes.length}::int) n
    )
    insert into gift_card_codes (id, gift_card_id, purchase_id, key_id, nonce, ciphertext, fingerprint, masked, cost_cents, arrival)
    select id, gift_card_id, ${purchaseId}::uuid, key_id, nonce, ciphertext, fingerprint, masked, cost_cents, number
    from arrivals join unnest(${of('id')}::uuid[], ${of('keyId')}::text[], ${of('nonce')}::bytea[], ${of('ciphertext')}::bytea[],
      ${of('fingerprint')}::bytea[], ${of('masked')}::text[], ${of('giftCardId')}::uuid[],
      ${of('costCents')}::int[]) with ordinality
      as code (id, key_id, nonce, ciphertext, fingerprint, masked, gift_card_id, cost_cents, n) using (n)
    where not ${isLost(sql`code.fingerprint`, purchaseId)}
      and not exists (select from held_deliveries held where held.fingerprint = code.fingerprint)
    order by fingerprint
    on conflict (fingerprint) do nothing
    returning fingerprint`);
  return new Set(rows.map(({ fingerprint }) => fingerprint.toString('hex')));
}

/** The code of this player's purchase, without an id if it has none; undefined if the purchase does not exist. */
export async function findBoughtCode(
  tx: Tx,
  { purchaseId, playerId }: { purchaseId: string; playerId: string },
): Promise<BoughtCode | undefined> {
  return tx.row<BoughtCode>(sql`
    select c.id, c.key_id, c.nonce, c.ciphertext, encode(c.fingerprint, 'hex') as print, p.order_id, p.gc_coin, p.is_elsewhere
    from purchases p left join gift_card_codes c on c.purchase_id = p.id and c.replaced_at is null
    where p.id = ${purchaseId} and p.player_id = ${playerId}`);
}

type BoughtCode = { orderId: string; gcCoin: number; isElsewhere: boolean } & (FoundCode | { id: null });

export async function recordReveal(
  tx: Tx,
  reveal: { codeId: string; viewerId: string; address: string; at: Date },
): Promise<void> {
  await tx.run(sql`
    insert into code_reveals (code_id, viewer_id, address, revealed_at)
    values (${reveal.codeId}, ${reveal.viewerId}, ${reveal.address}, ${reveal.at})`);
}

type StoredCode = { id: string } & Sealed;
/** With its fingerprint in hexadecimal. */
type FoundCode = StoredCode & { print: string };

/** The next codes after `after` that use a different key, ordered by id. */
export function listCodesOfOtherKeys(
  db: Queryable,
  { keyId, after, atMost }: { keyId: string; after: string; atMost: number },
): Promise<StoredCode[]> {
  return db.rows(sql`
    select id, key_id, nonce, ciphertext from gift_card_codes
    where key_id <> ${keyId} and id > ${after} and key_id not in (select key_id from lost_code_keys)
    order by id limit ${atMost}`);
}

/** The number of such codes. */
export async function countCodesOfOtherKeys(db: Queryable, keyId: string): Promise<number> {
  const { count } = await db.one<{ count: number }>(sql`
    select count(*) as count from gift_card_codes
    where key_id <> ${keyId} and key_id not in (select key_id from lost_code_keys)`);
  return count;
}

/** Replaces codes' ciphertexts, except those re-encrypted in the meantime. One statement, and thus its own transaction. */
export function resealCodes(
  db: Database,
  codes: readonly { old: StoredCode; fresh: Sealed }[],
): Promise<number> {
  const of = <Part extends keyof Sealed>(part: Part) => codes.map(({ fresh }) => fresh[part]);
  return db.run(sql`
    update gift_card_codes code set key_id = fresh.key_id, nonce = fresh.nonce, ciphertext = fresh.ciphertext
    from unnest(${codes.map(({ old }) => old.id)}::uuid[], ${codes.map(({ old }) => old.nonce)}::bytea[],
      ${of('keyId')}::text[], ${of('nonce')}::bytea[], ${of('ciphertext')}::bytea[])
      as fresh (id, old_nonce, key_id, nonce, ciphertext)
    where code.id = fresh.id and code.nonce = fresh.old_nonce`);
}

/** How many codes use each key, including those held for a delivery. */
export function countByKey(db: Queryable): Promise<{ keyId: string; codes: number }[]> {
  return db.rows(sql`
    select key_id, count(*) as codes from (
      select key_id from gift_card_codes
      union all select key_id from held_deliveries where key_id is not null) code
    group by key_id order by key_id`);
}

/**
 * The keys in use, each with one of its codes. Skips from key to key, so the cost does not depend on the number of
 * codes; few are held for a delivery.
 */
export function listOneCodePerKey(db: Queryable): Promise<(StoredCode & { fingerprint: Buffer })[]> {
  return db.rows(sql`
    with recursive used as (
      (select key_id from gift_card_codes order by key_id limit 1)
      union all
      select (select c.key_id from gift_card_codes c where c.key_id > used.key_id order by c.key_id limit 1)
      from used where used.key_id is not null)
    select code.* from used
    cross join lateral (
      select c.id, c.key_id, c.nonce, c.ciphertext, c.fingerprint
      from gift_card_codes c where c.key_id = used.key_id limit 1) code
    where used.key_id not in (select key_id from lost_code_keys)
    union all
    (select distinct on (held.key_id) held.code_id, held.key_id, held.nonce, held.ciphertext, held.fingerprint
      from held_deliveries held
      where held.key_id is not null and held.key_id not in (select key_id from lost_code_keys)
        and not exists (select from gift_card_codes c where c.key_id = held.key_id))`);
}

/**
 * Permanently withdraws a lost key's codes in stock from sale, and records the loss. Cards whose delivery was held with
 * such a code wait again.
 * @returns how many were withdrawn, and how many had been sold before and stay with their purchases
 */
export async function withdrawCodes(
  tx: Tx,
  keyId: string,
  at: Date,
): Promise<{ withdrawn: number; sold: number }> {
  await tx.run(
    sql`insert into lost_code_keys (key_id, lost_at) values (${keyId}, ${at}) on conflict do nothing`,
  );
  const withdrawn = await tx.run(sql`
    update gift_card_codes set withdrawn_at = ${at}, fingerprint = sha256(fingerprint || id::text::bytea)
    where key_id = ${keyId} and purchase_id is null and withdrawn_at is null`);
  await tx.run(sql`delete from held_deliveries where key_id = ${keyId}`);
  const { sold } = await tx.one<{ sold: number }>(sql`
    select count(*) as sold from gift_card_codes where key_id = ${keyId} and purchase_id is not null`);
  await tx.run(sql`select pg_notify('gift_cards', '')`);
  return { withdrawn, sold };
}

/** Whether any code is encrypted with this key. */
export async function isKeyUsed(db: Queryable, keyId: string): Promise<boolean> {
  const { isUsed } = await db.one<{ isUsed: boolean }>(sql`
    select exists (select from gift_card_codes where key_id = ${keyId})
      or exists (select from held_deliveries where key_id = ${keyId}) as is_used`);
  return isUsed;
}

/** The current code of a purchase; undefined if it has none. */
export function findCurrentCode(
  tx: Tx,
  purchaseId: string,
): Promise<{ id: string; masked: string } | undefined> {
  return tx.row(sql`
    select id, masked from gift_card_codes where purchase_id = ${purchaseId} and replaced_at is null`);
}

/** Whether a code of the purchase has been replaced before. */
export async function hasReplacedCode(tx: Tx, purchaseId: string): Promise<boolean> {
  const row = await tx.row(sql`
    select from gift_card_codes where purchase_id = ${purchaseId} and replaced_at is not null limit 1`);
  return row !== undefined;
}

/** The code stays with its purchase but is no longer current. */
export async function markReplaced(tx: Tx, codeId: string, at: Date): Promise<void> {
  await tx.run(sql`update gift_card_codes set replaced_at = ${at} where id = ${codeId}`);
}

/** Gives a code from the card's stock to a purchase; undefined if the stock is empty. */
export function takeFromStock(
  tx: Tx,
  { id, giftCardId }: { id: string; giftCardId: string },
): Promise<{ id: string; masked: string } | undefined> {
  return tx.row(sql`
    update gift_card_codes set purchase_id = ${id}
    where id = (
      select c.id from gift_card_codes c where c.gift_card_id = ${giftCardId} and c.purchase_id is null and c.withdrawn_at is null
      order by c.arrival limit 1 for update skip locked)
    returning id, masked`);
}

/** Any code by its id, for decryption. */
export function findCode(tx: Tx, codeId: string): Promise<FoundCode | undefined> {
  return tx.row<FoundCode>(sql`
    select id, key_id, nonce, ciphertext, encode(fingerprint, 'hex') as print from gift_card_codes where id = ${codeId}`);
}
