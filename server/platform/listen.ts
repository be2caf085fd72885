// SPDX-License-Identifier: Apache-2.0

import pg from 'pg';
import type { Database } from './db/database.ts';
import type { Logger } from './log.ts';
import { holdConnection } from './postgres/held-connection.ts';

export interface Listener {
  /** Calls `handler` with the payload of every notification on `channel`, until the returned function is called. */
  on(channel: string, handler: (payload: string) => void): () => void;
  /** Called when a lost connection is restored: notifications sent in the meantime are lost. */
  onReconnect(handler: () => void): void;
  /**
   * False while notifications may be missed: the connection is lost, or has not answered for two seconds. Nothing that
   * depends on notifications may then be cached.
   */
  readonly connected: boolean;
  close(): Promise<void>;
}

/**
 * Holds one LISTEN connection for the whole process and restores it when it breaks or goes silent. It checks the
 * connection four times a second, so it is also the first to notice that the database does not answer, and tells `db`.
 */
export async function createListener(
  connectionString: string,
  log: Logger,
  db?: Pick<Database, 'onSilence' | 'onAnswer'>,
): Promise<Listener> {
  const handlers = new Map<string, Set<(payload: string) => void>>();
  const reconnectHandlers: (() => void)[] = [];
  const listenStatement = (channel: string) => `listen ${pg.escapeIdentifier(channel)}`;

  const held = await holdConnection({
    connectionString,
    name: 'listener',
    log,
    async prepare(client) {
      // In one query: with a distant database, each would cost a round trip.
      await client.query([...handlers.keys()].map(listenStatement).join(';'));
    },
    onNotification(channel, payload) {
      for (const handler of handlers.get(channel) ?? []) handler(payload);
    },
    watcher: db,
    onRestored() {
      // Channels added while the connection was being opened.
      for (const channel of handlers.keys()) void held.query(listenStatement(channel)).catch(() => {});
      for (const handler of reconnectHandlers) handler();
    },
  });
  return {
    on(channel, handler) {
      const known = handlers.get(channel) ?? new Set();
      handlers.set(channel, known.add(handler));
      // Without a connection, `prepare` listens as soon as one opens.
      if (known.size === 1) held.query(listenStatement(channel)).catch(() => {});
      return () => known.delete(handler);
    },
    onReconnect: (handler) => void reconnectHandlers.push(handler),
    get connected() {
      return held.isAnswering;
    },
    close: held.close,
  };
}
