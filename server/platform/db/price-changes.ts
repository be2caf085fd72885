// SPDX-License-Identifier: Apache-2.0

/**
 * The common rules for price changes of gift cards and coin packages (docs/rules/approvals.md, 3). Cuts are counted
 * from the highest price of the last 30 days. For the same time, no editor of a price may buy at it.
 */
import sql from 'sql-template-tag';
import type { Queryable, Tx } from './database.ts';
import { isEditor, recordEditors, type Writers } from './editors.ts';

export const priceWindowDays = 30;
const windowMs = priceWindowDays * 24 * 3_600_000;
const windowStart = (now: Date) => new Date(now.getTime() - windowMs);

/** `price` for `per` units: coins for one gift card, cents for the coins of a package. Both at least 1. */
export interface Price {
  price: number;
  per: number;
}

/** Whether `one` costs less per unit than `other`. In whole numbers, as products exceed the precision of a double. */
export function isCheaper(one: Price, other: Price): boolean {
  return BigInt(one.price) * BigInt(other.per) < BigInt(other.price) * BigInt(one.per);
}

/** By how many percent, rounded up, `now` is cheaper than `was`; 0 if it is not. */
export function cutPercent(was: Price, now: Price): number {
  const [before, after] = [BigInt(was.price) * BigInt(now.per), BigInt(now.price) * BigInt(was.per)];
  return after >= before ? 0 : Number(((before - after) * 100n + before - 1n) / before);
}

interface PriceChange extends Writers {
  /** As in the audit log: `gift-card:<id>`. */
  subject: string;
  /** Null for a new subject. */
  former: Price | null;
  /** Two administrators approved the new price, so later cuts are counted from it alone. */
  isApproved: boolean;
}

/** Records that a price changed now, in the transaction of the change. */
export async function recordPriceChange(
  tx: Tx,
  { subject, former, isApproved, ...writers }: PriceChange,
  now: Date,
): Promise<void> {
  await recordEditors(tx, subject, writers, now);
  await tx.run(sql`
    delete from former_prices where subject = ${subject} and (${isApproved} or until < ${windowStart(now)})`);
  if (!former || isApproved) return;
  await tx.run(sql`
    insert into former_prices (subject, price, per, until)
    values (${subject}, ${former.price}, ${former.per}, ${now})`);
}

/** The highest price of a subject within the last 30 days, `current` included; undefined without any. */
export async function findHighestPrice(
  db: Queryable,
  subject: string,
  current: Price | undefined,
  now: Date,
): Promise<Price | undefined> {
  const former = await db.row<Price>(sql`
    select price, per from former_prices where subject = ${subject} and until >= ${windowStart(now)}
    order by price::numeric / per desc limit 1`);
  return former && (!current || isCheaper(current, former)) ? former : current;
}

/**
 * The highest price of each subject of a kind, such as `coin-package:`, within the last 30 days before its current one.
 */
export function listFormerPrices(
  db: Queryable,
  kind: string,
  now: Date,
): Promise<(Price & { subject: string })[]> {
  return db.rows(sql`
    select distinct on (subject) subject, price, per from former_prices
    where starts_with(subject, ${kind}) and until >= ${windowStart(now)}
    order by subject, price::numeric / per desc`);
}

/** Whether a player set this price within the last 30 days, and so cannot buy at it. */
export function isPriceEditor(db: Queryable, subject: string, playerId: string, now: Date): Promise<boolean> {
  return isEditor(db, subject, playerId, windowStart(now));
}
