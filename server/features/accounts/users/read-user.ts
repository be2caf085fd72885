// SPDX-License-Identifier: Apache-2.0

import type { z } from 'zod';
import { accountIn } from '../../../../contract/account-proof.ts';
import { theGame } from '../../../../contract/games/games.ts';
import type { User, UserDetail, usersApi } from '../../../../contract/users-admin.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/db/database.ts';
import type { Page } from '../../../platform/db/page.ts';
import { readPart } from '../../../platform/db/parts.ts';
import { type Refusal, refuse } from '../../../platform/refusal.ts';
import { viewRow } from '../../../platform/view-row.ts';
import type { ProfileParts, ReadHistory, UserRecords } from '../../../ports.ts';
import { readFactors } from '../factor-queries.ts';
import { findPlayer } from '../player-store.ts';
import { searchRoleNames } from '../roles/role-store.ts';
import { listSessions } from '../sessions/session-store.ts';
import { viewSession } from '../sessions/views.ts';
import { countUsers, findUser, listUsers } from './player-admin-store.ts';
import { findsMany, type PlayerSearch } from './player-search-store.ts';
import { listNotes } from './user-note-store.ts';
import { type PageRecords, viewUsers } from './views.ts';

export interface ReadUserDeps {
  db: Database;
  clock: Clock;
  profileParts: Pick<ProfileParts, 'balances'>;
  userRecords: UserRecords;
}

/** A page of the table of users (product specification, section 2.15). */
export async function readUsers(
  { isSuspended, search, ...query }: z.output<typeof usersApi.list.query>,
  { db, userRecords }: Pick<ReadUserDeps, 'db'> & { userRecords: PageRecords },
): Promise<{ list: User[]; total: number; isEstimate: boolean }> {
  const wanted = {
    ...query,
    search: search ? await readSearch(db, search) : undefined,
    isSuspended: isSuspended === undefined ? undefined : isSuspended === 'true',
  };
  const [rows, count] = await Promise.all([listUsers(db, wanted), countUsers(db, wanted)]);
  const list = await viewUsers(db, rows, userRecords);
  return { list, ...(count.isEstimate ? correctEstimate(count.total, query, rows.length) : count) };
}

async function readSearch(db: Database, text: string): Promise<PlayerSearch> {
  const [roles, isMany] = await Promise.all([searchRoleNames(db, text), findsMany(db, text)]);
  return { text, roles, findsMany: isMany };
}

/** Corrects the estimated total from the page itself: a page that is not full gives the exact total. */
function correctEstimate(total: number, { page, pageSize }: Page, found: number) {
  const seen = (page - 1) * pageSize + found;
  if (found < pageSize && (found > 0 || page === 1)) return { total: seen, isEstimate: false };
  return { total: Math.max(total, found > 0 ? seen : 0), isEstimate: true };
}

/** How many entries of each kind come with a user; the rest is read page by page. */
const newest = 10;

/** Everything about one user; refuses `not_found` for unknown and deleted users. */
export async function readUser(userId: string, deps: ReadUserDeps): Promise<UserDetail | Refusal> {
  const { db, clock, profileParts, userRecords } = deps;
  const row = await findUser(db, userId);
  if (!row) return refuse('not_found');
  const [
    [user],
    player,
    balances,
    gameAccounts,
    totals,
    attempts,
    purchases,
    payments,
    sessions,
    notes,
    factors,
  ] = await Promise.all([
    viewUsers(db, [row], userRecords),
    findPlayer(db, userId),
    readPart(db, profileParts.balances(userId)),
    userRecords.gameAccounts(userId),
    readTotals(userId, userRecords),
    userRecords.attempts(userId, { limit: newest }),
    userRecords.purchases(userId, { limit: newest }),
    userRecords.payments(userId, { limit: newest }),
    listSessions(db, userId, clock.now()),
    listNotes(db, userId),
    readFactors(db, userId),
  ]);
  if (!user || !player) return refuse('not_found');
  const epicAccount = accountIn(theGame.id, gameAccounts);
  const { xp, referralTokens } = balances;
  const { discordUserId, referralCode } = player;
  return {
    user: {
      ...user,
      discordUserId,
      epicId: epicAccount?.epicId ?? null,
      epicProof: epicAccount?.proof ?? null,
      gameAccounts,
      referralCode,
      xp,
      referralTokens,
      hasSecondFactor: factors.isEnrolled,
    },
    attempts: attempts.list,
    purchases: purchases.list,
    payments: payments.list,
    totals,
    sessions: sessions.map(viewSession),
    notes: notes.map(viewRow),
  };
}

async function readTotals(
  userId: string,
  { attemptCount, purchaseCount, paymentCount }: UserRecords,
): Promise<UserDetail['totals']> {
  const [attempts, purchases, payments] = await Promise.all([
    attemptCount(userId),
    purchaseCount(userId),
    paymentCount(userId),
  ]);
  return { attempts, purchases, payments };
}

/** A page of one kind of a user's history; refuses `not_found`. */
export async function readHistory<Entry>(
  userId: string,
  page: Parameters<ReadHistory<Entry>>[1],
  read: ReadHistory<Entry>,
  { db }: Pick<ReadUserDeps, 'db'>,
): Promise<Awaited<ReturnType<ReadHistory<Entry>>> | Refusal> {
  if (!(await findUser(db, userId))) return refuse('not_found');
  return read(userId, page);
}
