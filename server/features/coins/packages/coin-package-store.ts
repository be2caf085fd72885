// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import { minPaymentCents } from '../../../../contract/payment-amounts.ts';
import type { Queryable, Tx } from '../../../platform/db/database.ts';
import type { Price } from '../../../platform/db/price-changes.ts';

export interface PackageRow {
  id: string;
  title: string;
  coins: number;
  originalPriceCents: number;
  discountPercentage: number;
  /** The amount to charge. */
  priceCents: number;
  isActive: boolean;
}

export const packageColumns = sql`
  id, title, coins, original_price_cents, discount_percentage,
  price_cents, is_active`;

/** The packages on sale, cheapest first. */
export function listActivePackages(db: Queryable): Promise<PackageRow[]> {
  return db.rows<PackageRow>(sql`
    select ${packageColumns} from coin_packages where is_active order by price_cents, coins, id`);
}

/** The price of the payable package on sale that gives the most coins for the money. */
export function findCheapestCoins(db: Queryable): Promise<Price | undefined> {
  return db.row<Price>(sql`
    select price_cents as price, coins as per from coin_packages where is_active and price_cents >= ${minPaymentCents}
    order by price_cents::numeric / coins limit 1`);
}

/** Prevents the package from being deleted until the transaction ends; it can still be changed. */
export function holdPackage(tx: Tx, id: string): Promise<PackageRow | undefined> {
  return tx.row<PackageRow>(sql`select ${packageColumns} from coin_packages where id = ${id} for key share`);
}

export async function hasPackages(db: Queryable): Promise<boolean> {
  return (await db.row(sql`select id from coin_packages limit 1`)) !== undefined;
}

/** The administrator's input for a package; limits as in db/baseline/08-coins.sql. */
export type PackageTerms = Omit<PackageRow, 'id' | 'priceCents'>;

export function insertPackage(tx: Tx, offer: PackageTerms): Promise<PackageRow> {
  return tx.one(sql`
    insert into coin_packages (title, coins, original_price_cents, discount_percentage, is_active)
    values (${offer.title}, ${offer.coins}, ${offer.originalPriceCents}, ${offer.discountPercentage}, ${offer.isActive})
    returning ${packageColumns}`);
}

/** All packages, on sale or not, cheapest first. */
export function listPackages(db: Queryable): Promise<PackageRow[]> {
  return db.rows<PackageRow>(
    sql`select ${packageColumns} from coin_packages order by price_cents, coins, id`,
  );
}

/**
 * Locks the package until the transaction ends, so that the recorded "before" is true; payments for it can continue.
 */
export function lockPackage(tx: Tx, id: string): Promise<PackageRow | undefined> {
  return tx.row<PackageRow>(
    sql`select ${packageColumns} from coin_packages where id = ${id} for no key update`,
  );
}

export function updatePackage(tx: Tx, id: string, terms: PackageTerms, at: Date): Promise<PackageRow> {
  return tx.one<PackageRow>(sql`
    update coin_packages set title = ${terms.title}, coins = ${terms.coins},
      original_price_cents = ${terms.originalPriceCents}, discount_percentage = ${terms.discountPercentage},
      is_active = ${terms.isActive}, updated_at = ${at}
    where id = ${id} returning ${packageColumns}`);
}

/** Payments for the package stay, with a record of the purchase. */
export async function removePackage(tx: Tx, id: string): Promise<void> {
  await tx.run(sql`delete from coin_packages where id = ${id}`);
}

export async function hasPackageOnSale(db: Queryable): Promise<boolean> {
  return (await db.row(sql`select from coin_packages where is_active limit 1`)) !== undefined;
}
