// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import type { ViewInput } from '../../../contract/saved-views.ts';
import type { Queryable, Tx } from '../../platform/db/database.ts';

export interface ViewRow extends ViewInput {
  id: string;
  ownerId: string;
  /** A key of `viewedLists` when it was saved. */
  list: string;
  createdAt: Date;
}

const columns = sql`id, owner_id, list, name, query, is_shared, created_at`;
/** Far more than any installation has; further ones are not shown. */
const maxShared = 500;

/** A player's own views and others' shared views, ordered by name. */
export function listViews(db: Queryable, playerId: string): Promise<ViewRow[]> {
  return db.rows<ViewRow>(sql`
    (select ${columns} from saved_views where owner_id = ${playerId})
    union all
    (select ${columns} from saved_views where is_shared and owner_id <> ${playerId}
      order by created_at limit ${maxShared})
    order by list, name, id`);
}

/** Serializes one player's changes of their views. */
export async function lockViews(tx: Tx, playerId: string): Promise<void> {
  await tx.run(sql`select pg_advisory_xact_lock(7431, hashtext(${playerId}))`);
}

export async function countViews(tx: Tx, playerId: string): Promise<number> {
  const { count } = await tx.one<{ count: number }>(
    sql`select count(*) from saved_views where owner_id = ${playerId}`,
  );
  return count;
}

export function lockView(tx: Tx, viewId: string): Promise<ViewRow | undefined> {
  return tx.row<ViewRow>(sql`select ${columns} from saved_views where id = ${viewId} for update`);
}

/** @returns undefined if the name is taken */
export function insertView(tx: Tx, view: Omit<ViewRow, 'id'>): Promise<ViewRow | undefined> {
  return tx.row<ViewRow>(sql`
    insert into saved_views (owner_id, list, name, query, is_shared, created_at)
    values (${view.ownerId}, ${view.list}, ${view.name}, ${view.query}, ${view.isShared}, ${view.createdAt})
    on conflict (owner_id, list, lower(name)) do nothing returning ${columns}`);
}

export function updateView(tx: Tx, viewId: string, { name, query, isShared }: ViewInput): Promise<ViewRow> {
  return tx.one<ViewRow>(sql`
    update saved_views set name = ${name}, query = ${query}, is_shared = ${isShared}
    where id = ${viewId} returning ${columns}`);
}

export async function deleteView(tx: Tx, viewId: string): Promise<void> {
  await tx.run(sql`delete from saved_views where id = ${viewId}`);
}
