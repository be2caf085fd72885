import sql from 'sql-template-tag';
import type { Queryable, Tx } from '../../platform/db/database.ts';

export interface PackageRow {
  id: string;
  title: string;
  coins: number;
  originalPriceCents: number;
  discountPercentage: number;
  /** What is charged. */
  priceCents: number;
  isActive: boolean;
}

const columns = sql`
  id, title, coins, original_price_cents as "originalPriceCents", discount_percentage as "discountPercentage",
  price_cents as "priceCents", is_active as "isActive"`;

/** The packages on sale, cheapest first. */
export function listActivePackages(db: Queryable): Promise<PackageRow[]> {
  return db.rows<PackageRow>(sql`
    select ${columns} from coin_packages where is_active order by price_cents, coins, id`);
}

export function findPackage(db: Queryable, id: string): Promise<PackageRow | undefined> {
  return db.row<PackageRow>(sql`select ${columns} from coin_packages where id = ${id}`);
}

export async function hasPackages(db: Queryable): Promise<boolean> {
  return (await db.row(sql`select id from coin_packages limit 1`)) !== undefined;
}

export async function insertPackage(tx: Tx, offer: Omit<PackageRow, 'id' | 'priceCents'>): Promise<string> {
  const row = await tx.row<{ id: string }>(sql`
    insert into coin_packages (title, coins, original_price_cents, discount_percentage, is_active)
    values (${offer.title}, ${offer.coins}, ${offer.originalPriceCents}, ${offer.discountPercentage}, ${offer.isActive})
    returning id`);
  return (row as { id: string }).id;
}
