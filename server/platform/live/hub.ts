// SPDX-License-Identifier: Apache-2.0

import sql from 'sql-template-tag';
import type { LiveReady } from '../../../contract/live.ts';
import type { Database } from '../db/database.ts';
import type { Listener } from '../listen.ts';
import type { Logger } from '../log.ts';
import { createHolders } from './holders.ts';

export interface LiveEventRow {
  id: number;
  name: string;
  data: unknown;
}

export interface LiveClient {
  playerId: string;
  /** The last event that this client has. */
  lastEventId: number;
  send(event: LiveEventRow): void;
  /** Sends the wire text of an event for everyone. */
  sendToAll(text: string): void;
}

export interface LiveHub {
  /** Sends the events that the client has missed, then new ones, until the returned function is called. */
  join(client: LiveClient): () => void;
  /** The starting position of a player's stream that does not resume an earlier one. */
  beginning(playerId: string): Promise<LiveBeginning>;
  /** False for an id that no event has had yet: pages may have seen more than a restored database has. */
  hasHappened(eventId: number): Promise<boolean>;
  readonly size: number;
  close(): void;
}

export interface LiveBeginning {
  /** Id of the player's newest event, 0 if there is none. */
  newestId: number;
  /** See LiveReady in contract/live.ts. */
  quietMs: number;
}

const eventsPerRead = 500;
const broadcastsApartMs = 1_000;
/**
 * Broadcasts are not logged, so pages whose stream stayed open must fetch again. Sent without an id, so their position
 * in the log does not change.
 */
const mayHaveMissed = `event: ready\ndata: ${JSON.stringify({ quietMs: 0 } satisfies LiveReady)}\n\n`;

/**
 * Passes on the first broadcast of a kind immediately; of the following ones within a second, only the last is sent, at
 * its end. Thousands of facts must not each wake thousands of pages.
 */
function spacedBroadcasts(pass: (text: string) => void) {
  const waiting = new Map<string, string | undefined>();
  function rest(kind: string): void {
    setTimeout(() => {
      const text = waiting.get(kind);
      waiting.delete(kind);
      if (text) passOn(kind, text);
    }, broadcastsApartMs).unref();
  }
  function passOn(kind: string, text: string): void {
    waiting.set(kind, undefined);
    pass(text);
    rest(kind);
  }
  return {
    say(kind: string, text: string): void {
      if (waiting.has(kind)) waiting.set(kind, text);
      else passOn(kind, text);
    },
  };
}

/** The last event that all of them have. */
function findLastEvent(audience: ReadonlySet<LiveClient>): number {
  return Math.min(...[...audience].map(({ lastEventId }) => lastEventId));
}

/**
 * Delivers events to the open pages on this process, which is notified only of their players. Notifications contain
 * only ids of players; the events are read from the log, once per player and notification, however many pages that
 * player has open.
 */
export function createLiveHub({
  db,
  listener,
  log,
  lookEachMs,
}: {
  db: Database;
  listener: Listener;
  log: Logger;
  /** How often to check for events without a notification. */
  lookEachMs?: number;
}): LiveHub {
  const clients = new Map<string, Set<LiveClient>>();
  const reading = new Map<string, 'once' | 'again'>();
  /** Since when this process has received no broadcast and cannot have missed one. */
  let quietSince = performance.now();
  /** A lower bound of the newest event's id; refreshed only if a page names a higher one. */
  let newestKnown = 0;
  let size = 0;

  async function deliver(playerId: string): Promise<void> {
    const audience = clients.get(playerId);
    if (!audience?.size) return;
    const from = findLastEvent(audience);
    const events = await db.rows<LiveEventRow>(sql`
      select id, name, data from live_events
      where player_id = ${playerId} and id > ${from} order by id limit ${eventsPerRead}`);
    for (const event of events) {
      for (const client of audience) {
        // A client that joined since and is further behind also lacks earlier events: the read for its joining has all
        // of them.
        if (client.lastEventId < from || client.lastEventId >= event.id) continue;
        client.lastEventId = event.id;
        client.send(event);
      }
    }
    if (events.length === eventsPerRead) await deliver(playerId);
  }

  /** One read at a time per player: events stay in order, and notifications in the meantime are merged into one. */
  async function wake(playerId: string): Promise<void> {
    if (reading.has(playerId)) {
      reading.set(playerId, 'again');
      return;
    }
    reading.set(playerId, 'once');
    try {
      await deliver(playerId);
    } catch (error) {
      log.warn({ err: error }, 'could not read live events');
    } finally {
      const again = reading.get(playerId) === 'again';
      reading.delete(playerId);
      if (again) void wake(playerId);
    }
  }

  function sendToAll(text: string): void {
    for (const audience of clients.values()) for (const client of audience) client.sendToAll(text);
  }

  const broadcasts = spacedBroadcasts(sendToAll);
  listener.on('live_all', (payload) => {
    quietSince = performance.now();
    const { name, subject, data } = JSON.parse(payload) as { name: string; subject: string; data: unknown };
    broadcasts.say(`${name} ${subject}`, `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`);
  });
  const holders = createHolders({
    db,
    listener,
    log,
    ...(lookEachMs && { lookEachMs }),
    wake: (playerId) => void wake(playerId),
    held: () =>
      [...clients].map(([playerId, audience]) => ({ playerId, lastEventId: findLastEvent(audience) })),
  });
  async function readNewest(): Promise<number> {
    const { newest } = await db.one<{ newest: number | null }>(sql`
      select pg_sequence_last_value(pg_get_serial_sequence('live_events', 'id')) as newest`);
    return newest ?? 0;
  }

  /**
   * A promoted standby may lack events that open pages already have, and reuses their ids. When the page fetches again,
   * it also gets events that received such an id before this check.
   */
  async function resetAheadClients(): Promise<void> {
    const newest = await readNewest();
    for (const client of [...clients.values()].flatMap((audience) => [...audience])) {
      if (client.lastEventId <= newest) continue;
      client.lastEventId = newest;
      client.sendToAll(mayHaveMissed);
    }
  }

  listener.onReconnect(() => {
    quietSince = performance.now();
    newestKnown = 0;
    sendToAll(mayHaveMissed);
    resetAheadClients().catch((error) => log.warn({ err: error }, 'could not check for lost live events'));
  });

  return {
    join(client) {
      const audience = clients.get(client.playerId) ?? new Set();
      clients.set(client.playerId, audience.add(client));
      size++;
      // In this order: events from before `hold` are read, later ones are notified.
      void holders.hold(client.playerId).then(() => wake(client.playerId));
      return () => {
        if (!audience.delete(client)) return;
        size--;
        if (audience.size > 0 || clients.get(client.playerId) !== audience) return;
        clients.delete(client.playerId);
        holders.release(client.playerId);
      };
    },
    async beginning(playerId) {
      const newest = await db.row<{ id: number; ageMs: number }>(sql`
        select id, floor(extract(epoch from clock_timestamp() - created_at) * 1000)::float8 as age_ms
        from live_events where player_id = ${playerId} order by id desc limit 1`);
      const quietMs = listener.connected ? Math.floor(performance.now() - quietSince) : 0;
      return {
        newestId: newest?.id ?? 0,
        quietMs: Math.max(0, Math.min(quietMs, newest?.ageMs ?? quietMs)),
      };
    },
    async hasHappened(eventId) {
      if (eventId > newestKnown) {
        newestKnown = await readNewest();
      }
      return eventId <= newestKnown;
    },
    get size() {
      return size;
    },
    close: holders.close,
  };
}
