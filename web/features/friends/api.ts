// SPDX-License-Identifier: Apache-2.0

import { queryOptions } from '@tanstack/react-query';
import { type FriendChoices, friendsApi } from '../../../contract/friends.ts';
import { call } from '../../lib/api.ts';
import { keys } from '../../lib/query.ts';
import { useChanges } from '../../lib/refetch-after-change.ts';

/** Friends, requests, link and choices. */
export const friendsQuery = queryOptions({
  queryKey: keys.friends,
  queryFn: ({ signal }) => call(friendsApi.list, {}, { signal, quiet: true }),
});

/** The owner of a friend link. */
export function linkQuery(code: string) {
  return queryOptions({
    queryKey: [...keys.friends, 'link', code],
    queryFn: ({ signal }) => call(friendsApi.readLink, { params: { id: code } }, { signal, quiet: true }),
  });
}

const quiet = { quiet: true };
const calls = {
  ask: (handle: string) => call(friendsApi.ask, { body: { handle } }, quiet),
  accept: (id: string) => call(friendsApi.accept, { params: { id } }, quiet),
  decline: (id: string, blocks: boolean) =>
    call(friendsApi.decline, { params: { id }, body: { blocks } }, quiet),
  withdraw: (id: string) => call(friendsApi.withdraw, { params: { id } }, quiet),
  unblock: (id: string) => call(friendsApi.unblock, { params: { id } }, quiet),
  end: (id: string) => call(friendsApi.end, { params: { id } }, quiet),
  makeLink: () => call(friendsApi.makeLink, {}, quiet),
  dropLink: () => call(friendsApi.dropLink, {}, quiet),
  acceptLink: (code: string) => call(friendsApi.acceptLink, { params: { id: code } }, quiet),
  choose: (choices: FriendChoices) => call(friendsApi.choose, { body: choices }),
};

/** Changes friends, and refreshes the lists and the friends' boards. */
export const useFriendChanges = () => useChanges(calls, keys.friends, keys.leaderboard);

/** The address where a player accepts a friend link. */
export function friendLink(code: string): string {
  return `${window.location.origin}/profile?tab=friends&invite=${encodeURIComponent(code)}`;
}
