// SPDX-License-Identifier: Apache-2.0

import type { User } from '../../../../contract/users-admin.ts';
import type { Queryable } from '../../../platform/db/database.ts';
import { viewRow } from '../../../platform/view-row.ts';
import type { UserRecords } from '../../../ports.ts';
import type { UserRow } from './player-admin-store.ts';

/** Other features' columns of the users table, read for a whole page of users at a time. */
export type PageRecords = Pick<UserRecords, 'coins' | 'giftCards' | 'played'>;

export async function viewUsers(
  db: Queryable,
  rows: readonly UserRow[],
  { coins, giftCards, played }: PageRecords,
): Promise<User[]> {
  const ids = rows.map(({ id }) => id);
  // One after the other: a transaction has only one connection.
  const [coinsByUser, giftCardsByUser, playedByUser] = [
    await coins(db, ids),
    await giftCards(db, ids),
    await played(db, ids),
  ];
  return rows.map(({ avatarUrl, ...row }) => ({
    ...viewRow(row),
    avatar: avatarUrl,
    gamerCoins: coinsByUser.get(row.id) ?? 0,
    giftCards: giftCardsByUser.get(row.id) ?? 0,
    wins: playedByUser.get(row.id)?.wins ?? 0,
    loss: playedByUser.get(row.id)?.loss ?? 0,
  }));
}
