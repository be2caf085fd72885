// SPDX-License-Identifier: Apache-2.0

import sql, { type Sql } from 'sql-template-tag';
import type { packageSorts } from '../../../../contract/coins-admin.ts';
import type { Queryable } from '../../../platform/db/database.ts';
import { toPageSql } from '../../../platform/db/page.ts';
import { type PackageRow, packageColumns } from './coin-package-store.ts';

const sortedBy: Record<(typeof packageSorts)[number], Sql> = {
  title: sql`lower(title)`,
  coins: sql`coins`,
  originalPrice: sql`original_price_cents`,
  discountPercentage: sql`discount_percentage`,
  discountedPrice: sql`price_cents`,
};

/** A page of all packages, those on sale first, and their total. */
export async function listPackagesPage(
  db: Queryable,
  query: {
    search?: string | undefined;
    sort: (typeof packageSorts)[number];
    order: 'asc' | 'desc';
    page: number;
    pageSize: number;
  },
): Promise<{ rows: PackageRow[]; total: number }> {
  const like = query.search ? `%${query.search.toLowerCase().replace(/[\\%_]/g, '\\$&')}%` : null;
  const direction = query.order === 'asc' ? sql`asc` : sql`desc`;
  const found = sql`from coin_packages where (${like}::text is null or lower(title) like ${like})`;
  const rows = await db.rows<PackageRow>(sql`
    select ${packageColumns} ${found}
    order by is_active desc, ${sortedBy[query.sort]} ${direction}, id
    ${toPageSql(query)}`);
  const { total } = await db.one<{ total: number }>(sql`select count(*) as total ${found}`);
  return { rows, total };
}
