// SPDX-License-Identifier: Apache-2.0

import pg from 'pg';
import type { Database } from './db/database.ts';
import { holdConnection } from './db/held-connection.ts';
import type { Logger } from './log.ts';

export interface Listener {
  /** Calls `handler` with the payload of every notification on `channel`, until the returned function is called. */
  on(channel: string, handler: (payload: string) => void): () => void;
  /** Called after a lost connection stands again: anything that was notified meanwhile is gone. */
  onReconnect(handler: () => void): void;
  /**
   * False while notifications may be missed: the connection is gone, or has not answered for two seconds. Then nothing
   * that depends on them may be cached.
   */
  readonly connected: boolean;
  close(): Promise<void>;
}

/**
 * Holds one LISTEN connection for the whole process and builds it up again when it breaks or falls silent. Since it is
 * asked four times a second it is also the first to notice that the database does not answer, which it tells `db`, and it
 * measures for it how far the primary's log goes, and looks what becomes of commits that are not answered.
 */
export async function createListener(
  connectionString: string,
  log: Logger,
  db?: Pick<Database, 'onSilence' | 'onAnswer' | 'late' | 'commits'>,
): Promise<Listener> {
  const handlers = new Map<string, Set<(payload: string) => void>>();
  const reconnectHandlers: (() => void)[] = [];
  const listenStatement = (channel: string) => `listen ${pg.escapeIdentifier(channel)}`;

  const held = await holdConnection({
    connectionString,
    name: 'listener',
    log,
    async prepare(client) {
      // All at once: a database far away would take a round trip for each.
      await client.query([...handlers.keys()].map(listenStatement).join(';'));
    },
    onNotification(channel, payload) {
      for (const handler of handlers.get(channel) ?? []) handler(payload);
    },
    watcher: db,
    onRestored() {
      // What began to be heard while the connection was being made.
      for (const channel of handlers.keys()) void held.query(listenStatement(channel)).catch(() => {});
      for (const handler of reconnectHandlers) handler();
    },
  });
  db?.late.watchOver(held.query);
  db?.commits.watchOver(held.query);
  return {
    on(channel, handler) {
      const known = handlers.get(channel) ?? new Set();
      handlers.set(channel, known.add(handler));
      // Without a connection it is `prepare` that listens, as soon as there is one.
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
