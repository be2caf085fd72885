// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import type { Queryable } from '../../platform/db/database.ts';

export interface Maintenance {
  /** For players: the work in progress, in a few words. */
  reason: string;
  /** The planned end. */
  until: Date;
}

/** The channel that notifies processes of it. */
export const maintenanceChannel = 'maintenance';

export function findMaintenance(db: Queryable): Promise<Maintenance | undefined> {
  return db.row<Maintenance>(sql`select reason, planned_until as until from maintenance`);
}

/** Begins maintenance, or changes its reason and its planned end. */
export async function beginMaintenance(db: Queryable, { reason, until }: Maintenance): Promise<void> {
  await db.run(sql`
    with begun as (
      insert into maintenance (reason, planned_until, began_at) values (${reason}, ${until}, now())
      on conflict (is_on) do update set reason = excluded.reason, planned_until = excluded.planned_until
      returning 1
    )
    select pg_notify(${maintenanceChannel}, '') from begun`);
}

/** @returns whether maintenance was on */
export async function endMaintenance(db: Queryable): Promise<boolean> {
  const ended = await db.rows(sql`
    with ended as (delete from maintenance returning 1)
    select pg_notify(${maintenanceChannel}, '') from ended`);
  return ended.length > 0;
}
