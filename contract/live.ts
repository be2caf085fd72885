// SPDX-License-Identifier: Apache-2.0

import type { DataExport } from './data-export.ts';
import type { NotificationKind } from './notifications.ts';

/**
 * What `GET /api/v1/live` sends: server-sent events whose `event` is a key of this type and whose `data` is the
 * JSON of its value. `id` counts up per player; a client resumes with `Last-Event-ID`.
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
  /** Name, handle, avatar, Discord link, role: read the profile again. */
  profile: Record<string, never>;
  /** A new notification; it is in the list as well. */
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
 * The first event, `ready`, of a stream that does not resume an earlier one. It is sent again, without an id and with 0,
 * after the process could not listen for a while: clients then read again what was broadcast in between.
 */
export interface LiveReady {
  /** How long, in ms, nothing was sent to this player or broadcast to everybody, as far as the process knows. */
  quietMs: number;
}

/** Events broadcast to everybody, without an id: a client that missed one reads again after it reconnects. */
export interface LiveBroadcasts {
  /** An event began, ended or was changed. */
  events: Record<string, never>;
  /** A player entered a giveaway, or it was drawn. */
  giveaway: { giveawayId: string; participants: number; isCompleted: boolean };
  /** XP was earned by playing. */
  leaderboard: Record<string, never>;
}
export type LiveBroadcastName = keyof LiveBroadcasts;

/** All of them, by name. */
const broadcasts: Record<LiveBroadcastName, true> = { events: true, giveaway: true, leaderboard: true };

/** What the documentation of calls says of the stream. */
export function describeLive(): { summary: string; description: string } {
  const some: readonly LiveEventName[] = ['balance', 'attempt', 'profile', 'signedOut'];
  return {
    summary: 'Get live events of the signed-in player',
    description: `Server-sent events (${some.join(', ')}) with JSON data. The stream starts with the event \`ready\`, or with everything after \`Last-Event-ID\`. Events for everyone (${Object.keys(broadcasts).join(', ')}) have no id. A later \`ready\` without an id means that you may have missed some: read everything again.`,
  };
}
