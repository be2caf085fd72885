// SPDX-License-Identifier: Apache-2.0

import sql, { type Sql } from 'sql-template-tag';
import type { Database, Queryable, Tx } from '../../../platform/db/database.ts';
import { isLost, type SealedCode } from '../codes/gift-card-code-store.ts';

/** A delivery that can still be undone. */
export interface HeldDelivery {
  id: string;
  /** The code to deliver; null without one. */
  code: SealedCode | null;
}

/** SQL condition: the purchase has a held delivery. */
export const isHeld = (purchaseId: Sql): Sql =>
  sql`exists (select from held_deliveries held where held.purchase_id = ${purchaseId})`;

type Row = { heldId: string } & (SealedCode | { id: null });

const columns = sql`id as held_id, code_id as id, key_id, nonce, ciphertext, fingerprint, masked`;

function toHeld({ heldId, ...code }: Row): HeldDelivery {
  return { id: heldId, code: code.id === null ? null : (code as SealedCode) };
}

export async function findHeld(db: Queryable, purchaseId: string): Promise<HeldDelivery | undefined> {
  const row = await db.row<Row>(
    sql`select ${columns} from held_deliveries where purchase_id = ${purchaseId}`,
  );
  return row && toHeld(row);
}

/**
 * Holds a delivery; lock the purchase first.
 * @returns its id; undefined if the code is known, or is held for another delivery
 */
export async function insertHeld(
  tx: Tx,
  { purchaseId, code, at }: { purchaseId: string; code: SealedCode | null; at: Date },
): Promise<string | undefined> {
  const row = await tx.row<{ id: string }>(sql`
    insert into held_deliveries (purchase_id, held_at, code_id, key_id, nonce, ciphertext, fingerprint, masked)
    select ${purchaseId}::uuid, ${at}::timestamptz, code.*
    from (select ${code?.id ?? null}::uuid, ${code?.keyId ?? null}::text, ${code?.nonce ?? null}::bytea,
      ${code?.ciphertext ?? null}::bytea, ${code?.fingerprint ?? null}::bytea as fingerprint, ${code?.masked ?? null}::text) code
    where not exists (select from gift_card_codes known where known.fingerprint = code.fingerprint)
      and not ${isLost(sql`code.fingerprint`, purchaseId)}
    on conflict on constraint held_deliveries_fingerprint do nothing
    returning id`);
  return row?.id;
}

/** Takes a held delivery out of the hold; undefined if the hold has ended. */
export async function takeHeld(tx: Tx, id: string): Promise<HeldDelivery | undefined> {
  const row = await tx.row<Row>(sql`delete from held_deliveries where id = ${id} returning ${columns}`);
  return row && toHeld(row);
}

/**
 * Drops every held delivery in a restored database: nobody knows what was undone or delivered since. @returns how many
 */
export const dropHeld = (db: Database): Promise<number> => db.run(sql`delete from held_deliveries`);

/** Deliveries held since before that time, oldest first. */
export function listHeldBefore(
  db: Queryable,
  before: Date,
  limit: number,
): Promise<{ heldId: string; purchaseId: string }[]> {
  return db.rows(sql`
    select id as held_id, purchase_id from held_deliveries where held_at < ${before} order by held_at limit ${limit}`);
}
