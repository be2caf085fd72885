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

/** Updates the query cache, and so the screen, after each kind of event. */
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
      // The balance may come from an event's reward, and XP counts on that event's board.
      readAgain(queryClient, keys.events);
      return;
    }
    case 'attempt':
      readAgain(queryClient, keys.attempts);
      // The profile counts wins and losses.
      readAgain(queryClient, keys.profile);
      readAgain(queryClient, keys.achievements);
      return;
    case 'purchase':
    case 'payment':
      // The amount arrives as a balance event. Purchases also appear in the profile and the statement.
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
      // A failed export doesn't count towards the daily limit.
      if (latest.status === 'failed') readAgain(queryClient, keys.dataExport);
      return;
    }
    case 'notification':
      addNotification(queryClient, event.data);
      if (event.data.kind === 'friend') readAgain(queryClient, keys.friends);
      if (event.data.kind === 'achievement') readAgain(queryClient, keys.achievements);
      // After a restock, many players are notified at once and must not all fetch the card at the same moment.
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
      // Boards of events rank by the same XP.
      refreshSoon(queryClient, keys.events);
      return;
    case 'signedOut':
      if (token === readToken()) endSession('session_ended');
  }
}

/** The event contains the counts. Winners, and new or changed giveaways, are refetched. */
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

/**
 * All pages get a broadcast at the same moment, so their requests are spread over two seconds. Repeated ones are
 * merged.
 */
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
