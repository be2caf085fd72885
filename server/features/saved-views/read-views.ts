// SPDX-License-Identifier: Apache-2.0

import type { Permission } from '../../../contract/permissions.ts';
import { type SavedView, type ViewedListName, viewedLists } from '../../../contract/saved-views.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/database.ts';
import type { GetContacts, HoldRights, ReadRights } from '../../ports.ts';
import { listViews, type ViewRow } from './saved-view-store.ts';

export interface SavedViewsDeps {
  db: Database;
  clock: Clock;
  holdRights: HoldRights;
  readRights: ReadRights;
  getContacts: GetContacts;
}

/** The caller, with the permissions that count in their session. */
export interface Caller {
  playerId: string;
  rights: ReadonlySet<Permission>;
}

/** Whether `rights` allow opening the list; never true for a list that no longer exists. */
export function maySee(rights: ReadonlySet<Permission> | undefined, list: string): boolean {
  return (
    Object.hasOwn(viewedLists, list) && Boolean(rights?.has(viewedLists[list as ViewedListName].permission))
  );
}

/** `owner`: the name of the administrator who shares it; empty for the caller's own. */
export function showView(row: ViewRow, owner: string): SavedView {
  const { id, name, query, isShared, createdAt } = row;
  const list = row.list as ViewedListName;
  return { _id: id, list, name, query, isShared, isOwn: !owner, owner, createdAt: createdAt.toISOString() };
}

/**
 * Views of the lists that the caller may see. Shared views count only if their owner may still see the list, so that
 * nobody relies on a view of an administrator who is gone, suspended or demoted.
 */
export async function readViews(
  { playerId, rights }: Caller,
  { db, readRights, getContacts }: Pick<SavedViewsDeps, 'db' | 'readRights' | 'getContacts'>,
): Promise<SavedView[]> {
  if (rights.size === 0) return [];
  const rows = (await listViews(db, playerId)).filter(({ list }) => maySee(rights, list));
  const others = [...new Set(rows.map(({ ownerId }) => ownerId))].filter((id) => id !== playerId);
  // Returns early, since a large database would plan the statement on every call, even for an empty list.
  if (others.length === 0) return rows.map((row) => showView(row, ''));
  const [contacts, theirs] = await Promise.all([getContacts(db, others), readRights(db, others)]);
  return rows.flatMap((row) => {
    if (row.ownerId === playerId) return [showView(row, '')];
    const owner = contacts.get(row.ownerId);
    return owner && maySee(theirs.get(row.ownerId), row.list)
      ? [showView(row, owner.name || 'An administrator')]
      : [];
  });
}
