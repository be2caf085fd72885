import type { User, UserDetail, UserNote } from '../../../contract/users.ts';
import type { HistoryEntry } from '../../../contract/wallet.ts';
import type { Queryable } from '../../platform/db/database.ts';
import type { NoteRow, UserRow } from './user-store.ts';

/** What the table of users shows of other features, for all users of a page at once; app.ts passes their functions. */
export interface UserParts {
  coins(db: Queryable, userIds: readonly string[]): Promise<Map<string, number>>;
  giftCards(db: Queryable, userIds: readonly string[]): Promise<Map<string, number>>;
  played(db: Queryable, userIds: readonly string[]): Promise<Map<string, { wins: number; loss: number }>>;
}

/** Entries of a user's history, newest first: `limit` of them at most, after the one that `before` names. */
export type ReadHistory<Entry> = (
  userId: string,
  page: { before?: string | undefined; limit: number },
) => Promise<{ list: Entry[]; nextBefore: string | null }>;

/** What is shown of one user alone. */
export interface UserHistory {
  epicId(userId: string): Promise<string | null>;
  totals(userId: string): Promise<UserDetail['totals']>;
  attempts: ReadHistory<UserDetail['attempts'][number]>;
  purchases: ReadHistory<UserDetail['purchases'][number]>;
  payments: ReadHistory<UserDetail['payments'][number]>;
  transfers: ReadHistory<HistoryEntry>;
}

export async function viewUsers(
  db: Queryable,
  rows: readonly UserRow[],
  { coins, giftCards, played }: UserParts,
): Promise<User[]> {
  const ids = rows.map(({ id }) => id);
  // One after the other: within a transaction there is but one connection.
  const [coinsOf, giftCardsOf, playedOf] = [
    await coins(db, ids),
    await giftCards(db, ids),
    await played(db, ids),
  ];
  return rows.map(({ id, avatarUrl, createdAt, suspendedAt, ...row }) => ({
    _id: id,
    ...row,
    avatar: avatarUrl,
    gamerCoins: coinsOf.get(id) ?? 0,
    giftCards: giftCardsOf.get(id) ?? 0,
    wins: playedOf.get(id)?.wins ?? 0,
    loss: playedOf.get(id)?.loss ?? 0,
    createdAt: createdAt.toISOString(),
    suspendedAt: suspendedAt?.toISOString() ?? null,
  }));
}

export const viewNote = ({ id, createdAt, ...note }: NoteRow): UserNote => ({
  _id: id,
  ...note,
  createdAt: createdAt.toISOString(),
});
