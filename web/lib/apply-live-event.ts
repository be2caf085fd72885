// SPDX-License-Identifier: Apache-2.0

import type { QueryClient } from '@tanstack/react-query';
import type { Profile } from '../../contract/accounts.ts';
import type { DataExportState } from '../../contract/data-export.ts';
import type { Giveaway } from '../../contract/giveaways.ts';
import type { LiveBroadcasts } from '../../contract/live.ts';
import type { LiveEvent } from './live-stream.ts';
import { addNotification, markRead } from './notification-list.ts';
import { keys } from './query.ts';
import { readAgain, readUnderwayAgain } from './read-again.ts';
import { endSession, readToken } from './session.ts';

const spreadMs = 2_000;

/** Updates the query cache, and so the screen, for each kind of event. */
export function applyLiveEvent(queryClient: QueryClient, event: LiveEvent, token: string | null): void {
  switch (event.name) {
    case 'balance': {
      const { gamerCoins, xp, referralTokens } = event.data;
      queryClient.setQueryData<Profile>(
        keys.profile,
        (profile) => profile && { ...profile, gamerCoins, xp, referralTokens },
      );
      readUnderwayAgain(queryClient, keys.profile);
      readAgain(queryClient, keys.statement);
      // An event's reward may have changed it, and counts for the player's place on that event's board.
      readAgain(queryClient, keys.events);
      return;
    }
    case 'attempt':
      readAgain(queryClient, keys.attempts);
      // Wins and losses are counted in the profile.
      readAgain(queryClient, keys.profile);
      readAgain(queryClient, keys.achievements);
      return;
    case 'purchase':
    case 'payment':
      // The amount arrives as a balance event; purchases also show in the profile and the statement.
      readAgain(queryClient, keys.profile);
      readAgain(queryClient, keys.statement);
      readAgain(queryClient, keys.payments);
      return;
    case 'profile':
      readAgain(queryClient, keys.profile);
      return;
    case 'dataExport': {
      const latest = event.data;
      queryClient.setQueryData<DataExportState>(keys.dataExport, (state) => state && { ...state, latest });
      readUnderwayAgain(queryClient, keys.dataExport);
      // An export that was given up does not count towards the day's limit.
      if (latest.status === 'failed') readAgain(queryClient, keys.dataExport);
      return;
    }
    case 'notification':
      addNotification(queryClient, event.data);
      if (event.data.kind === 'friend') readAgain(queryClient, keys.friends);
      if (event.data.kind === 'achievement') readAgain(queryClient, keys.achievements);
      // When many players are notified of a restocked card, they must not all ask for it in the same moment.
      if (event.data.kind === 'restock') refreshSoon(queryClient, keys.giftCards);
      return;
    case 'notificationsRead':
      markRead(queryClient, event.data);
      return;
    case 'events':
      refreshSoon(queryClient, keys.events);
      return;
    case 'giveaway':
      takeGiveaway(queryClient, event.data);
      return;
    case 'leaderboard':
      refreshSoon(queryClient, keys.leaderboard);
      // Boards of events rank the same XP.
      refreshSoon(queryClient, keys.events);
      return;
    case 'signedOut':
      if (token === readToken()) endSession('session_ended');
  }
}

/** The event carries the counts; winners, and giveaways that are new or changed, are read again. */
function takeGiveaway(
  queryClient: QueryClient,
  { giveawayId, participants, isCompleted }: LiveBroadcasts['giveaway'],
): void {
  const before = queryClient.getQueryData<Giveaway[]>(keys.giveaways);
  const known = before?.find(({ _id }) => _id === giveawayId);
  const isEntry = known !== undefined && !isCompleted && participants > known.participants;
  if (!isEntry) {
    refreshSoon(queryClient, keys.giveaways);
    return;
  }
  queryClient.setQueryData<Giveaway[]>(keys.giveaways, (list) =>
    list?.map((giveaway) => (giveaway === known ? { ...giveaway, participants } : giveaway)),
  );
  readUnderwayAgain(queryClient, keys.giveaways);
}

const waiting = new WeakMap<QueryClient, Set<readonly string[]>>();

/** All pages receive a broadcast in the same moment: requests are spread over two seconds, and sent once in that time. */
function refreshSoon(queryClient: QueryClient, queryKey: readonly string[]): void {
  const soon = waiting.get(queryClient) ?? new Set();
  waiting.set(queryClient, soon);
  if (soon.has(queryKey)) return;
  soon.add(queryKey);
  setTimeout(() => {
    soon.delete(queryKey);
    readAgain(queryClient, queryKey);
  }, Math.random() * spreadMs);
}
