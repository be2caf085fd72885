import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/database.ts';
import type { DomainEvents } from '../../platform/jobs/domain-events.ts';
import { publishLive } from '../../platform/live/publish.ts';
import * as store from './store.ts';
import { drawWords, type Words } from './words.ts';

export interface NotificationsDeps {
  db: Database;
  clock: Clock;
}

/** Keeps a notification for a player and shows it on their open pages; once per cause, however often it is told. */
export async function notify(
  playerId: string,
  words: Words,
  { db, clock }: NotificationsDeps,
): Promise<void> {
  await db.transaction(async (tx) => {
    const now = clock.now();
    const id = await store.insertNotification(tx, { playerId, ...words }, now);
    if (!id) return;
    const { cause: _, ...shown } = words;
    await publishLive(tx, playerId, 'notification', {
      _id: id,
      ...shown,
      createdAt: now.toISOString(),
      unread: await store.countUnread(tx, playerId),
    });
  });
}

/**
 * Tells everybody who entered a giveaway how it ended. Repeated after a fault it goes on where it stopped.
 * @param entrants whoever entered, and whether they won
 */
export async function notifyOfDraw(
  fact: DomainEvents['giveaway.drawn'],
  entrants: readonly { playerId: string; hasWon: boolean }[],
  deps: NotificationsDeps,
): Promise<void> {
  for (const { playerId, hasWon } of entrants) await notify(playerId, drawWords(fact, hasWon), deps);
}
