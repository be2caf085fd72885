// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import { formatUsd } from '../../../contract/amounts.ts';
import type { PaymentStatus } from '../../../contract/coins.ts';
import { countedOfUser } from '../../../contract/users-admin.ts';
import { countUpTo } from '../../platform/db/count-found.ts';
import type { Queryable, Tx } from '../../platform/db/database.ts';
import { type Refusal, refuse, untilThen } from '../../platform/refusal.ts';
import type { SharedThing } from '../../ports.ts';
import { abandonedAfterMs } from './rules.ts';

/** An account cannot be deleted while a payment may still be credited: nobody would get its coins. */
export async function refuseWhilePaying(tx: Tx, playerId: string): Promise<Refusal | undefined> {
  const open = await tx.row<{ id: string; amountCents: number; createdAt: Date }>(sql`
    select id, amount_cents, created_at from payments where player_id = ${playerId} and status = 'open'
    order by created_at desc, id desc limit 1`);
  if (!open) return undefined;
  const price = formatUsd(open.amountCents);
  const end = untilThen(new Date(open.createdAt.getTime() + abandonedAfterMs));
  return refuse('deletion_payment_open', { paymentId: open.id, price, ...end });
}

export interface PaymentOfPerson {
  id: string;
  packageTitle: string;
  coins: number;
  amountCents: number;
  status: PaymentStatus;
  createdAt: Date;
  creditedAt: Date | null;
  refundedCents: number;
}

const paymentOfPerson = sql`
  select id, package_title, coins, amount_cents, status,
    created_at, credited_at, refunded_cents
  from payments`;

/** A page of a player's card payments, newest first. */
export function listPaymentsBefore(
  db: Queryable,
  playerId: string,
  { before, limit }: { before?: string | undefined; limit: number },
): Promise<PaymentOfPerson[]> {
  return db.rows<PaymentOfPerson>(sql`
    ${paymentOfPerson}
    where player_id = ${playerId} and (${before ?? null}::uuid is null or id < ${before ?? null}::uuid)
    order by id desc limit ${limit}`);
}

export function countPayments(db: Queryable, playerId: string): Promise<number> {
  return countUpTo(db, sql`from payments where player_id = ${playerId}`, countedOfUser);
}

/** Cards that both the player and others have ever paid with. */
export function findSharedCards(db: Queryable, playerId: string): Promise<SharedThing[]> {
  return db.rows(sql`
    select left(encode(mine.card_fingerprint_hash, 'hex'), 8) as hash, array_agg(theirs.player_id) as player_ids
    from (
      select distinct card_fingerprint_hash from payments
      where player_id = ${playerId} and card_fingerprint_hash is not null limit 20
    ) mine
    cross join lateral (
      select distinct player_id from payments
      where card_fingerprint_hash = mine.card_fingerprint_hash and player_id <> ${playerId} limit 20
    ) theirs
    group by mine.card_fingerprint_hash`);
}

/**
 * Cents that a player paid since then, net of refunds, plus all open payments: those may be paid at any moment, however
 * old they are.
 */
export async function sumPaidSince(db: Queryable, playerId: string, since: Date): Promise<number> {
  const { spent } = await db.one<{ spent: number }>(sql`
    select coalesce(sum(amount_cents - refunded_cents), 0) as spent from payments
    where player_id = ${playerId} and (status = 'open' or credited_at > ${since})`);
  return spent;
}

/** A player's payments that are neither paid nor failed. */
export async function listOpenPayments(db: Queryable, playerId: string): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(
    sql`select id from payments where player_id = ${playerId} and status = 'open' order by id`,
  );
  return rows.map(({ id }) => id);
}

/** All players with an open payment. */
export async function listPayers(db: Queryable): Promise<string[]> {
  const rows = await db.rows<{ playerId: string }>(
    sql`select distinct player_id from payments where status = 'open'`,
  );
  return rows.map(({ playerId }) => playerId);
}

/** Whether two players ever paid with the same card. */
export async function shareCard(db: Queryable, one: string, other: string): Promise<boolean> {
  const row = await db.row(sql`
    select from payments a join payments b using (card_fingerprint_hash)
    where a.player_id = ${one} and b.player_id = ${other} limit 1`);
  return row !== undefined;
}
