// SPDX-License-Identifier: Apache-2.0

import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { InputOf } from '../../../../contract/endpoint.ts';
import { userHistoriesApi } from '../../../../contract/user-histories-admin.ts';
import { type User, type UserChange, usersApi } from '../../../../contract/users-admin.ts';
import { call } from '../../../lib/api.ts';
import { keys } from '../../../lib/query.ts';
import { useChanges } from '../../../lib/refetch-after-change.ts';

type AccountProofChange = InputOf<typeof usersApi.setAccountProof>['body'];
type GameAccountChange = InputOf<typeof usersApi.setGameAccount>['body'];

const usersKey = ['admin', 'users'];
const usersListKey = [...usersKey, 'list'];
/** Nested under the users' key, so that changing a user refreshes both their page and the list. */
const userKey = (id: string) => [...usersKey, 'user', id];

/** The list of users. */
export const userList = {
  queryKey: usersListKey,
  read: (query: InputOf<typeof usersApi.list>['query'], signal?: AbortSignal) =>
    call(usersApi.list, { query }, { signal, quiet: true }),
};

/** Everything about one user. */
export function userQuery(id: string) {
  return queryOptions({
    queryKey: userKey(id),
    queryFn: ({ signal }) => call(usersApi.detail, { params: { id } }, { signal, quiet: true }),
  });
}

interface HistoryPage<Entry> {
  list: Entry[];
  nextBefore: string | null;
}
interface PageOfHistory {
  query: { before?: string };
  signal: AbortSignal;
}

/** One kind of a user's history, newest first, page by page. */
export function historyQuery<Entry>(
  id: string,
  kind: string,
  read: (page: PageOfHistory) => Promise<HistoryPage<Entry>>,
) {
  return infiniteQueryOptions({
    queryKey: [...userKey(id), kind],
    queryFn: ({ pageParam, signal }) => read({ query: pageParam ? { before: pageParam } : {}, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextBefore,
  });
}

export const getAttempts = (id: string) =>
  historyQuery(id, 'attempts', ({ query, signal }) =>
    call(userHistoriesApi.attempts, { params: { id }, query }, { signal, quiet: true }),
  );
export const getPurchases = (id: string) =>
  historyQuery(id, 'purchases', ({ query, signal }) =>
    call(userHistoriesApi.purchases, { params: { id }, query }, { signal, quiet: true }),
  );
export const getPayments = (id: string) =>
  historyQuery(id, 'payments', ({ query, signal }) =>
    call(userHistoriesApi.payments, { params: { id }, query }, { signal, quiet: true }),
  );
export const getTransfers = (id: string) =>
  historyQuery(id, 'transfers', ({ query, signal }) =>
    call(userHistoriesApi.transfers, { params: { id }, query }, { signal, quiet: true }),
  );

const calls = {
  update: (user: User, values: UserChange, idempotencyKey: string) => {
    const { name, email, role, isVerified } = user;
    const loaded = { name, email, role, isVerified };
    const body = { ...values, loaded };
    return call(usersApi.update, { params: { id: user._id }, body }, { idempotencyKey });
  },
  setGameAccount: (id: string, body: GameAccountChange) =>
    call(usersApi.setGameAccount, { params: { id }, body }),
  setAccountProof: (id: string, body: AccountProofChange) =>
    call(usersApi.setAccountProof, { params: { id }, body }),
  removeSecondFactor: (id: string, reason: string) =>
    call(usersApi.removeSecondFactor, { params: { id }, body: { reason } }),
  suspend: (id: string, reason: string) => call(usersApi.suspend, { params: { id }, body: { reason } }),
  unsuspend: (id: string, reason: string) => call(usersApi.unsuspend, { params: { id }, body: { reason } }),
  signOut: (id: string, reason: string) => call(usersApi.signOut, { params: { id }, body: { reason } }),
  resetHandle: (id: string, body: { handle: string; reason: string }, idempotencyKey: string) =>
    call(usersApi.resetHandle, { params: { id }, body }, { idempotencyKey }),
  addNote: (id: string, note: string, idempotencyKey: string) =>
    call(usersApi.addNote, { params: { id }, body: { note } }, { idempotencyKey }),
};
const deletion = {
  remove: (id: string, reason: string) => call(usersApi.remove, { params: { id }, query: { reason } }),
};

/**
 * Changes users, and refreshes their pages and lists. Also refreshes the profile, in case administrators edit
 * themselves.
 */
export const useUserChanges = () => useChanges(calls, usersKey, keys.profile);

/**
 * Deletes users. Refreshes only the lists: the deleted user's page would fail to load, and the administrator leaves it.
 */
export const useUserDeletion = () => useChanges(deletion, usersListKey);
