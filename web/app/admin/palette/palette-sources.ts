// SPDX-License-Identifier: Apache-2.0

import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { AdminAttempt } from '../../../../contract/challenges-admin.ts';
import type { Permission } from '../../../../contract/permissions.ts';
import type { SavedView } from '../../../../contract/saved-views.ts';
import { userList } from '../../../features/accounts/admin/api.ts';
import { attemptList } from '../../../features/challenges/admin/api.ts';
import { describeQuery, viewAddress } from '../../../features/saved-views/api.ts';
import { requestList } from '../../../features/shop/admin/api.ts';
import { giftCardList } from '../../../features/shop/admin/cards-api.ts';
import { userAddress } from '../../../lib/user-address.ts';
import { type DashboardTab, tabAddress } from '../tabs.ts';
import { minSearchLength } from './verbs.ts';

/** An entry of the palette and the page that it opens. */
export interface Destination {
  id: string;
  label: string;
  hint: string;
  to: string;
}

interface Source {
  label: string;
  /** Needed to see this source. The server checks it for the call too. */
  permission: Permission;
  find: (search: string, signal: AbortSignal) => Promise<Destination[]>;
}

const maxFound = 5;
/** The longest search that lists accept. */
export const maxSearchLength = 100;
export const firstPage = { page: 1, pageSize: maxFound } as const;
export const toAttemptHint = ({ status, epicId }: AdminAttempt) =>
  `${status.replaceAll('_', ' ')}${epicId && `, ${epicId}`}`;
const listAddress = (path: string, search: Record<string, string>) =>
  `/dashboard${path}?${new URLSearchParams(search)}`;

/** Uses the lists' own searches: each finds a few rows by index and checks permissions. */
export const sources: readonly Source[] = [
  {
    label: 'Users',
    permission: 'users:read',
    find: async (search, signal) => {
      const { list } = await userList.read({ search, ...firstPage }, signal);
      return list.map(({ _id, name, email }) => ({
        id: `user-${_id}`,
        label: name || email,
        hint: email,
        to: userAddress(_id),
      }));
    },
  },
  {
    label: 'Gift cards',
    permission: 'gift-cards:read',
    find: async (search, signal) => {
      const { list } = await giftCardList.read({ search, ...firstPage }, signal);
      return list.map(({ _id, title, type }) => ({
        id: `card-${_id}`,
        label: title,
        hint: type,
        to: listAddress('', { search: title, open: _id }),
      }));
    },
  },
  {
    label: 'Attempts',
    permission: 'challenges:read',
    find: async (search, signal) => {
      const { list } = await attemptList.read({ search, sort: 'startedAt', ...firstPage }, signal);
      return list.map((attempt) => {
        const { _id, epicId, challenge, user } = attempt;
        return {
          id: `attempt-${_id}`,
          label: `${user.name || 'Deleted user'}: ${challenge.description}`,
          hint: toAttemptHint(attempt),
          to: listAddress('/challenges', { view: 'attempts', search: epicId || search, open: _id }),
        };
      });
    },
  },
  {
    label: 'Orders',
    permission: 'deliveries:read',
    find: async (search, signal) => {
      const { list } = await requestList.read({ search, ...firstPage }, signal);
      return list.map(({ _id, giftCard, user, status }) => ({
        id: `order-${_id}`,
        label: `${giftCard.title} for ${user.name || 'a deleted user'}`,
        hint: status.replaceAll('_', ' '),
        to: listAddress('/alerts', { search: giftCard.title }),
      }));
    },
  },
];

/** Searches one source. Asks the server each time, because a match may have begun a moment ago. */
export function foundQuery({ label, find }: Source, search: string) {
  return queryOptions({
    queryKey: ['admin', 'palette', label, search],
    queryFn: ({ signal }) => find(search, signal),
    enabled: search.length >= minSearchLength,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

/** Tabs whose name contains the typed text; all tabs before anything is typed. */
export function findTabs(tabs: readonly DashboardTab[], search: string): Destination[] {
  return tabs
    .filter(({ label }) => label.toLowerCase().includes(search.toLowerCase()))
    .map((tab) => ({ id: `tab-${tab.path}`, label: tab.label, hint: 'Tab', to: tabAddress(tab) }));
}

/** Saved views whose name contains the typed text; the first few before anything is typed. */
export function findViews(views: readonly SavedView[], search: string): Destination[] {
  return views
    .filter(({ name }) => name.toLowerCase().includes(search.toLowerCase()))
    .slice(0, maxFound)
    .map((view) => ({
      id: `view-${view._id}`,
      label: view.name,
      hint: view.isOwn ? describeQuery(view.query) : `Shared by ${view.owner}`,
      to: viewAddress(view),
    }));
}
