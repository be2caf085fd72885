// SPDX-License-Identifier: Apache-2.0

import type { User, UserNote } from '../../../../contract/users-admin.ts';
import type { Queryable } from '../../../platform/db/database.ts';
import type { UserRecords } from '../../../ports.ts';
import type { UserRow } from './player-admin-store.ts';
import type { NoteRow } from './user-note-store.ts';

/** What the table of users shows from other features, read for all users of a page together. */
export type PageRecords = Pick<UserRecords, 'coins' | 'giftCards' | 'played'>;

export async function viewUsers(
  db: Queryable,
  rows: readonly UserRow[],
  { coins, giftCards, played }: PageRecords,
): Promise<User[]> {
  const ids = rows.map(({ id }) => id);
  // One after the other: within a transaction there is only one connection.
  const [coinsByUser, giftCardsByUser, playedByUser] = [
    await coins(db, ids),
    await giftCards(db, ids),
    await played(db, ids),
  ];
  return rows.map(({ id, avatarUrl, createdAt, suspendedAt, ...row }) => ({
    _id: id,
    ...row,
    avatar: avatarUrl,
    gamerCoins: coinsByUser.get(id) ?? 0,
    giftCards: giftCardsByUser.get(id) ?? 0,
    wins: playedByUser.get(id)?.wins ?? 0,
    loss: playedByUser.get(id)?.loss ?? 0,
    createdAt: createdAt.toISOString(),
    suspendedAt: suspendedAt?.toISOString() ?? null,
  }));
}

export const viewNote = ({ id, createdAt, ...note }: NoteRow): UserNote => ({
  _id: id,
  ...note,
  createdAt: createdAt.toISOString(),
});
