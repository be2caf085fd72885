// SPDX-License-Identifier: Apache-2.0

import type { NextEntrants } from '../../message-ports.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Tx } from '../../platform/db/database.ts';
import type { DomainEvents } from '../../platform/jobs/outbox.ts';
import { enqueue } from '../../platform/jobs/outbox.ts';
import { publishLive, publishLiveToMany } from '../../platform/live/publish.ts';
import * as store from './notification-store.ts';
import { schedulePushes } from './push/send-push.ts';
import { drawWords, friendWonWords, restockWords, rewardWords, streakWords, type Words } from './words.ts';

export interface NotificationsDeps {
  db: Database;
  clock: Clock;
  nextEntrants: NextEntrants;
}

/**
 * Stores a notification for a player, shows it on their open pages and sends it to their devices. Idempotent: once per
 * cause.
 */
export async function notify(
  playerId: string,
  words: Words,
  { db, clock }: Pick<NotificationsDeps, 'db' | 'clock'>,
): Promise<void> {
  await db.transaction(async (tx) => {
    const now = clock.now();
    const { until, ...said } = words;
    const id = await store.insertNotification(tx, { playerId, ...said }, now);
    if (!id) return;
    const { cause: _, ...shown } = said;
    await schedulePushes(tx, [{ id, playerId, kind: said.kind, until }], now);
    await publishLive(tx, playerId, 'notification', {
      _id: id,
      ...shown,
      createdAt: now.toISOString(),
      unread: await store.countUnread(tx, playerId),
    });
  });
}

/** The same for a bounded batch of players, inside the caller's transaction. */
async function notifyEach(
  tx: Tx,
  said: readonly { playerId: string; words: Words }[],
  now: Date,
): Promise<void> {
  const getKey = (playerId: string, cause: string) => `${playerId} ${cause}`;
  const wordsByKey = new Map(said.map(({ playerId, words }) => [getKey(playerId, words.cause), words]));
  const fresh = await store.insertNotifications(
    tx,
    said.map(({ playerId, words }) => ({ playerId, ...words })),
    now,
  );
  const getWords = (playerId: string, cause: string) => wordsByKey.get(getKey(playerId, cause)) as Words;
  const messages = fresh.map(({ id, playerId, cause }) => {
    const { kind, until } = getWords(playerId, cause);
    return { id: String(id), playerId, kind, until };
  });
  await schedulePushes(tx, messages, now);
  const unread = await store.countUnreadOfEach(tx, [...new Set(fresh.map(({ playerId }) => playerId))]);
  await publishLiveToMany(
    tx,
    'notification',
    fresh.map(({ id, playerId, cause }) => {
      const { cause: _, until: _until, ...shown } = getWords(playerId, cause);
      const count = unread.get(playerId) ?? 0;
      return { playerId, data: { _id: String(id), ...shown, createdAt: now.toISOString(), unread: count } };
    }),
  );
}

/** Notifies friends of a win. */
export async function notifyOfFriendsWin(
  fact: DomainEvents['friend.won'],
  { db, clock }: Pick<NotificationsDeps, 'db' | 'clock'>,
): Promise<void> {
  const words = friendWonWords(fact);
  await db.transaction((tx) =>
    notifyEach(
      tx,
      fact.playerIds.map((playerId) => ({ playerId, words })),
      clock.now(),
    ),
  );
}

/** Notifies the players in a batch of their rewards. */
export async function notifyOfRewards(
  { title, currency, rewards }: DomainEvents['event.rewards-sent'],
  { db, clock }: Pick<NotificationsDeps, 'db' | 'clock'>,
): Promise<void> {
  const said = rewards.map(({ playerId, ...reward }) => ({
    playerId,
    words: rewardWords({ playerId, title, currency, ...reward }),
  }));
  await db.transaction((tx) => notifyEach(tx, said, clock.now()));
}

/** Notifies a batch of players that a gift card they waited for is back. */
export async function notifyOfRestock(
  { giftCardId, title, alerts }: DomainEvents['gift-card.restocked'],
  { db, clock }: Pick<NotificationsDeps, 'db' | 'clock'>,
): Promise<void> {
  const said = alerts.map(({ alertId, playerId }) => ({
    playerId,
    words: restockWords({ alertId, giftCardId, title }),
  }));
  await db.transaction((tx) => notifyEach(tx, said, clock.now()));
}

/** Notifies a batch of players that their streaks end tonight. */
export async function notifyOfStreaks(
  { day, streaks }: DomainEvents['streak.ending'],
  { db, clock }: Pick<NotificationsDeps, 'db' | 'clock'>,
): Promise<void> {
  const said = streaks.map(({ playerId, days }) => ({ playerId, words: streakWords({ day, days }) }));
  await db.transaction((tx) => notifyEach(tx, said, clock.now()));
}

export const drawTask = 'tell-of-draw';

/** Players notified in one transaction: each holds the locks of a notification and of a page. */
export const drawNotificationBatchSize = 500;

export interface DrawNotificationJob {
  fact: DomainEvents['giveaway.drawn'];
  /** The last player who was notified; null at the beginning. */
  after: string | null;
}

/**
 * Notifies the next entrants of a giveaway of its outcome, and enqueues the job for the following ones, in one
 * transaction. So a list of any length keeps no worker busy for long, and continues after an interruption.
 */
export async function notifyOfDraw(
  { fact, after }: DrawNotificationJob,
  deps: NotificationsDeps,
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const entrants = await deps.nextEntrants(tx, fact.giveawayId, {
      after,
      limit: drawNotificationBatchSize,
    });
    const said = entrants.map(({ playerId, hasWon }) => ({ playerId, words: drawWords(fact, hasWon) }));
    const last = entrants.at(-1)?.playerId;
    if (last && entrants.length === drawNotificationBatchSize) {
      const next: DrawNotificationJob = { fact, after: last };
      await enqueue(tx, drawTask, next, { key: `${drawTask}:${fact.giveawayId}`, priority: 10 });
    }
    await notifyEach(tx, said, deps.clock.now());
  });
}
