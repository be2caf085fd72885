import type { z } from 'zod';
import type { User, UserDetail, usersApi } from '../../../contract/users.ts';
import type { HistoryEntry } from '../../../contract/wallet.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/database.ts';
import { type Refusal, refuse } from '../../platform/refusal.ts';
import type { ProfileParts } from './profile.ts';
import { listSessions } from './session-store.ts';
import { viewSession } from './session-view.ts';
import { findPlayer } from './store.ts';
import { countUsers, findUser, listUsers, notesOf } from './user-store.ts';
import { type UserHistory, type UserParts, viewNote, viewUsers } from './view-user.ts';

export interface ReadUserDeps {
  db: Database;
  clock: Clock;
  profileParts: Pick<ProfileParts, 'balances'>;
  userParts: UserParts;
  userHistory: UserHistory;
}

/** A page of the table of users (product specification, section 2.15). */
export async function readUsers(
  { isSuspended, page, pageSize, ...query }: z.output<typeof usersApi.list.query>,
  { db, userParts }: Pick<ReadUserDeps, 'db' | 'userParts'>,
): Promise<{ list: User[]; total: number; isEstimate: boolean }> {
  const wanted = { ...query, isSuspended: isSuspended === undefined ? undefined : isSuspended === 'true' };
  const [rows, count] = await Promise.all([
    listUsers(db, { ...wanted, limit: pageSize, offset: (page - 1) * pageSize }),
    countUsers(db, wanted),
  ]);
  return { list: await viewUsers(db, rows, userParts), ...count };
}

/** Everything about one user; refuses `not_found`, deleted ones included. */
export async function readUser(userId: string, deps: ReadUserDeps): Promise<UserDetail | Refusal> {
  const { db, clock, profileParts, userParts, userHistory } = deps;
  const row = await findUser(db, userId);
  if (!row) return refuse('not_found');
  const [[user], player, balances, epicId, attempts, purchases, payments, sessions, notes] =
    await Promise.all([
      viewUsers(db, [row], userParts),
      findPlayer(db, userId),
      profileParts.balances(userId),
      userHistory.epicId(userId),
      userHistory.attempts(userId),
      userHistory.purchases(userId),
      userHistory.payments(userId),
      listSessions(db, userId, clock.now()),
      notesOf(db, userId),
    ]);
  if (!user || !player) return refuse('not_found');
  const { xp, referralTokens } = balances;
  const { discordUserId, referralCode } = player;
  return {
    user: { ...user, discordUserId, epicId, referralCode, xp, referralTokens },
    attempts,
    purchases,
    payments,
    sessions: sessions.map(viewSession),
    notes: notes.map(viewNote),
  };
}

/** A page of what moved to and from a user; refuses `not_found`. */
export async function readTransfers(
  userId: string,
  page: { before?: string | undefined; limit: number },
  { db, userHistory }: ReadUserDeps,
): Promise<{ list: HistoryEntry[]; nextBefore: string | null } | Refusal> {
  if (!(await findUser(db, userId))) return refuse('not_found');
  return userHistory.transfers(userId, page);
}
