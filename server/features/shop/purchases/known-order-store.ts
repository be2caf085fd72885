import sql from 'sql-template-tag';
import type { Queryable } from '../../../platform/db/database.ts';

/** When the newest order was made. */
export async function newestOrderAt(db: Queryable): Promise<Date | undefined> {
  return (await db.row<{ at: Date }>(sql`select created_at as at from orders order by id desc limit 1`))?.at;
}

/** Whether any of these orders is not here. */
export async function isOrderLacking(db: Queryable, orderIds: readonly string[]): Promise<boolean> {
  const { isLacking } = await db.one<{ isLacking: boolean }>(sql`
    select exists (
      select from unnest(${orderIds}::uuid[]) as noted (id) where not exists (select from orders where id = noted.id)
    ) as is_lacking`);
  return isLacking;
}
