import type { Clock } from '../../platform/clock.ts';
import type { Database, Tx } from '../../platform/db/database.ts';
import type { DomainEvents } from '../../platform/jobs/domain-events.ts';
import { publishLive, publishLiveToMany } from '../../platform/live/publish.ts';
import * as store from './store.ts';
import { drawWords, rewardWords, type Words } from './words.ts';

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

/** The same for a bounded batch of players, inside the caller's transaction. */
async function notifyEach(
  tx: Tx,
  said: readonly { playerId: string; words: Words }[],
  now: Date,
): Promise<void> {
  const keyOf = (playerId: string, cause: string) => `${playerId} ${cause}`;
  const wordsOf = new Map(said.map(({ playerId, words }) => [keyOf(playerId, words.cause), words]));
  const fresh = await store.insertNotifications(
    tx,
    said.map(({ playerId, words }) => ({ playerId, ...words })),
    now,
  );
  const unread = await store.countUnreadOfEach(tx, [...new Set(fresh.map(({ playerId }) => playerId))]);
  await publishLiveToMany(
    tx,
    'notification',
    fresh.map(({ id, playerId, cause }) => {
      const { cause: _, ...shown } = wordsOf.get(keyOf(playerId, cause)) as Words;
      const count = unread.get(playerId) ?? 0;
      return { playerId, data: { _id: String(id), ...shown, createdAt: now.toISOString(), unread: count } };
    }),
  );
}

/** Tells the players of a batch of rewards of theirs. */
export async function notifyOfRewards(
  { title, currency, rewards }: DomainEvents['event.rewards-sent'],
  { db, clock }: NotificationsDeps,
): Promise<void> {
  const said = rewards.map(({ playerId, ...reward }) => ({
    playerId,
    words: rewardWords({ playerId, title, currency, ...reward }),
  }));
  await db.transaction((tx) => notifyEach(tx, said, clock.now()));
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
