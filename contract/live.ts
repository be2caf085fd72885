// SPDX-License-Identifier: Apache-2.0

import type { DataExport } from './data-export.ts';
import type { NotificationKind } from './notifications.ts';

/**
 * The server-sent events of `GET /api/v1/live`: `event` is a key of this type, and `data` is its value as JSON. `id`
 * increases per player; a client resumes with `Last-Event-ID`.
 */
export interface LiveEvents {
  /** Balances after a transfer, and what was moved. */
  balance: {
    gamerCoins: number;
    xp: number;
    referralTokens: number;
    delta: number;
    currency: string;
    description: string;
  };
  /** An attempt changed. */
  attempt: { attemptId: string; status: string };
  /** A bought gift card was delivered or refunded. */
  purchase: { purchaseId: string; status: string };
  /** A payment by card was credited, failed, refunded or disputed. */
  payment: { paymentId: string; status: string };
  /** Name, handle, avatar, Discord link or role changed: fetch the profile again. */
  profile: Record<string, never>;
  /** A new notification, which is also in the list. */
  notification: {
    _id: string;
    kind: NotificationKind;
    title: string;
    body: string;
    link: string;
    createdAt: string;
    unread: number;
  };
  /** Everything up to `upTo` was seen, here or on another device. */
  notificationsRead: { upTo: string; unread: number };
  /** An export of the player's data made progress, is ready or failed. */
  dataExport: DataExport;
  /** This session was ended elsewhere. */
  signedOut: Record<string, never>;
}
export type LiveEventName = keyof LiveEvents;

export const livePath = '/live';

/**
 * The event `ready` begins a stream that doesn't resume an earlier one. After a time when the process couldn't listen,
 * it is sent again without an id and with 0. Clients then refetch everything that may have been broadcast.
 */
export interface LiveReady {
  /** For how many ms the process knows that it sent this player nothing and broadcast nothing. */
  quietMs: number;
}

/** Events for everyone. They have no id: a client that missed one refetches after it reconnects. */
export interface LiveBroadcasts {
  /** An event began, ended or was changed. */
  events: Record<string, never>;
  /** A player entered a giveaway, or it was drawn. */
  giveaway: { giveawayId: string; participants: number; isCompleted: boolean };
  /** XP was earned by playing. */
  leaderboard: Record<string, never>;
}
export type LiveBroadcastName = keyof LiveBroadcasts;

/** The names of all broadcasts. */
const broadcasts: Record<LiveBroadcastName, true> = { events: true, giveaway: true, leaderboard: true };

/** The description of the stream in the API documentation. */
export function describeLive(): { summary: string; description: string } {
  const some: readonly LiveEventName[] = ['balance', 'attempt', 'profile', 'signedOut'];
  return {
    summary: 'Get live events of the signed-in player',
    description: `Server-sent events (${some.join(', ')}) with JSON data. The stream starts with the event \`ready\`, or with everything after \`Last-Event-ID\`. Events for everyone (${Object.keys(broadcasts).join(', ')}) have no id. A later \`ready\` without an id means that you may have missed some: read everything again.`,
  };
}
