// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import type { PaymentStatus } from '../../../../contract/coins.ts';
import type { Share } from '../../../ledger/rules.ts';
import type { Queryable, Tx } from '../../../platform/db/database.ts';
import type { JournalledPayment } from '../../../platform/journal/entries.ts';
import { type Known, returnedShare, type Settled } from '../rules.ts';

export interface PaymentRow extends Settled, Known {
  id: string;
  playerId: string;
  packageTitle: string;
  status: PaymentStatus;
  createdAt: Date;
  /** How many reversals followed the credit. */
  reversals: number;
  nextCheckAt: Date | null;
  /** How often the provider was asked, answered or not; reveals an answer that another one overtook. */
  checks: number;
  failedChecks: number;
}

const columns = sql`
  id, player_id, package_title, coins, xp, amount_cents,
  intent_id, status, created_at, credited_at,
  refunded_cents, disputed_cents, clawed_back_gc,
  clawed_back_xp, reversals, card_fingerprint_hash,
  next_check_at, checks, failed_checks,
  credited_at is not null as is_paid, status = 'failed' as has_failed`;

export function insertPayment(
  tx: Tx,
  payment: Pick<PaymentRow, 'playerId' | 'packageTitle' | 'coins' | 'xp' | 'amountCents' | 'createdAt'> & {
    /** Null for several packages. */
    packageId: string | null;
    nextCheckAt: Date;
  },
): Promise<PaymentRow> {
  return tx.one<PaymentRow>(sql`
    insert into payments
      (player_id, package_id, package_title, coins, xp, amount_cents, created_at, next_check_at)
    values (${payment.playerId}, ${payment.packageId}, ${payment.packageTitle}, ${payment.coins}, ${payment.xp},
      ${payment.amountCents}, ${payment.createdAt}, ${payment.nextCheckAt})
    returning ${columns}`);
}

export function findPayment(db: Queryable, id: string): Promise<PaymentRow | undefined> {
  return db.row<PaymentRow>(sql`select ${columns} from payments where id = ${id}`);
}

/** A payment that certainly exists: payments are never deleted. */
export function getKnownPayment(db: Queryable, id: string): Promise<PaymentRow> {
  return db.one<PaymentRow>(sql`select ${columns} from payments where id = ${id}`);
}

export function findPaymentByIntent(db: Queryable, intentId: string): Promise<PaymentRow | undefined> {
  return db.row<PaymentRow>(sql`select ${columns} from payments where intent_id = ${intentId}`);
}

/** The share of a payment that was refunded or is withheld by disputes. */
export async function getReturnedShare(db: Queryable, id: string): Promise<Share> {
  const payment = await getKnownPayment(db, id);
  return returnedShare(payment, payment);
}

/** Locks the payment until the transaction ends, so that only one transaction settles it at a time. */
export function lockPayment(tx: Tx, id: string): Promise<PaymentRow | undefined> {
  return tx.row<PaymentRow>(sql`select ${columns} from payments where id = ${id} for update`);
}

export function lockPaymentByIntent(tx: Tx, intentId: string): Promise<PaymentRow | undefined> {
  return tx.row<PaymentRow>(sql`select ${columns} from payments where intent_id = ${intentId} for update`);
}

/** Records the intent of a payment that has none yet; a second call changes nothing. */
export async function storeIntent(db: Queryable, id: string, intentId: string): Promise<void> {
  await db.run(sql`update payments set intent_id = ${intentId} where id = ${id} and intent_id is null`);
}

type Changes = Pick<
  PaymentRow,
  | 'intentId'
  | 'status'
  | 'creditedAt'
  | 'refundedCents'
  | 'disputedCents'
  | 'clawedBackGC'
  | 'clawedBackXP'
  | 'reversals'
  | 'cardFingerprintHash'
>;

/** Writes changes to a locked payment. */
export async function updatePayment(tx: Tx, id: string, changes: Changes): Promise<void> {
  await tx.run(sql`
    update payments set intent_id = ${changes.intentId}, status = ${changes.status},
      credited_at = ${changes.creditedAt}, refunded_cents = ${changes.refundedCents},
      disputed_cents = ${changes.disputedCents}, clawed_back_gc = ${changes.clawedBackGC},
      clawed_back_xp = ${changes.clawedBackXP}, reversals = ${changes.reversals},
      card_fingerprint_hash = ${changes.cardFingerprintHash}
    where id = ${id}`);
}

/** Records whether the card provider answered, and when to ask next. */
export async function storeCheck(
  tx: Tx,
  id: string,
  { checks, failedChecks, nextCheckAt }: Pick<PaymentRow, 'checks' | 'failedChecks' | 'nextCheckAt'>,
): Promise<void> {
  await tx.run(sql`
    update payments set checks = ${checks}, failed_checks = ${failedChecks}, next_check_at = ${nextCheckAt}
    where id = ${id}`);
}

/** Makes sure that the card provider is asked about a payment by `at`. */
export async function moveCheckForward(tx: Tx, id: string, at: Date): Promise<void> {
  await tx.run(sql`
    update payments set next_check_at = ${at} where id = ${id} and (next_check_at is null or next_check_at > ${at})`);
}

/** Payments that are due for asking the card provider, longest overdue first. */
export function listDuePayments(db: Queryable, now: Date, limit: number): Promise<{ id: string }[]> {
  return db.rows(sql`
    select id from payments where next_check_at <= ${now} order by next_check_at limit ${limit}`);
}

/** Inserts an order from the journal if its player exists here. @returns whether the order exists now */
export async function insertRecovered(tx: Tx, payment: JournalledPayment, at: Date): Promise<boolean> {
  const inserted = await tx.run(sql`
    insert into payments
      (id, player_id, package_title, coins, xp, amount_cents, intent_id, created_at, next_check_at, recovered_at)
    select ${payment.id}::uuid, id, ${payment.packageTitle}::text, ${payment.coins}::bigint, ${payment.xp}::bigint,
      ${payment.amountCents}::integer, ${payment.intentId}::text, ${payment.createdAt}::timestamptz, ${at}::timestamptz, ${at}::timestamptz
    from player_states where id = ${payment.playerId}
    on conflict do nothing`);
  return inserted > 0;
}

/** Makes the next sweep ask about every payment that may still change. @returns how many */
export function recheckAllPayments(db: Queryable, at: Date): Promise<number> {
  return db.run(sql`update payments set next_check_at = ${at} where next_check_at > ${at}`);
}

/** Which of these intents belong to no payment here. */
export async function listUnknownIntents(db: Queryable, intentIds: readonly string[]): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(sql`
    select id from unnest(${intentIds}::text[]) as asked (id)
    where not exists (select from payments where intent_id = asked.id)`);
  return rows.map(({ id }) => id);
}

/** When the newest order was made that is not from the journal. */
export async function findNewestPaymentAt(db: Queryable): Promise<Date | undefined> {
  const newest = await db.row<{ at: Date }>(sql`
    select created_at as at from payments where recovered_at is null order by id desc limit 1`);
  return newest?.at;
}

/** Whether any of these payments is missing here, or has a different intent. */
export async function isPaymentLacking(
  db: Queryable,
  noted: readonly Pick<JournalledPayment, 'id' | 'intentId'>[],
): Promise<boolean> {
  const { isLacking } = await db.one<{ isLacking: boolean }>(sql`
    select exists (
      select from unnest(${noted.map(({ id }) => id)}::uuid[], ${noted.map(({ intentId }) => intentId)}::text[])
        as noted (id, intent_id)
      where not exists (select from payments p where p.id = noted.id and p.intent_id = noted.intent_id)
    ) as is_lacking`);
  return isLacking;
}
