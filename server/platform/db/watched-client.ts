// SPDX-License-Identifier: Apache-2.0

import pg from 'pg';
import type { Backend, CommitWatch } from './commit-watch.ts';
import { DatabaseUnavailable } from './unavailable.ts';

/** The notice of `tell_after_commit` in db/functions/platform-live.sql. */
const wishMessage = 'tell after the commit';

/** What a connection may do: anything, only reads, or only changes that no standby receives. */
export type Mode = 'all' | 'reading' | 'unlogged';

/** Without replicated changes no commit has to wait for a standby. Even reads sometimes write to the log (hint bits). */
const settings: Record<Mode, string> = {
  all: 'set default_transaction_read_only = off; set synchronous_commit to default',
  reading: 'set default_transaction_read_only = on; set synchronous_commit = local',
  unlogged: 'set default_transaction_read_only = off; set synchronous_commit = local',
};
const readOnlyTransaction = '25006';

/** A connection that knows how long it has been waiting for an answer. */
export class WatchedClient extends pg.Client {
  isConnected = false;
  /** When the oldest unanswered statement was sent. */
  busySince: number | undefined;
  heardAt = performance.now();
  bytesHeard = 0;
  /** Undefined until the server has told us. */
  backend: Backend | undefined;
  /** The statement that the connection was taken for; undefined if for several. */
  text: string | undefined;
  /** Since when its commit has been seen waiting for a standby. */
  stuckSince: number | undefined;

  /** The server that it connects to. */
  readonly url: string;
  readonly #commits: CommitWatch | undefined;
  #mode: Mode = 'all';

  constructor(config: pg.ClientConfig | undefined, url: string, commits?: CommitWatch) {
    super({ ...config, connectionString: url });
    this.url = url;
    this.#commits = commits;
    const query = this.query.bind(this) as (...args: unknown[]) => unknown;
    // The driver's overloads cannot be overridden in a subclass.
    this.query = ((...args: unknown[]) => {
      this.busySince ??= performance.now();
      return query(...args);
    }) as typeof this.query;
    this.on('connect', () => {
      this.isConnected = true;
      this.heardAt = performance.now();
    });
    this.on('drain', () => {
      this.busySince = undefined;
      this.stuckSince = undefined;
      this.heardAt = performance.now();
    });
    this.connection.on('errorMessage', ({ code }: { code?: string }) => {
      if (code === readOnlyTransaction) this.noteChange();
    });
    // An error while nobody listens would end the process.
    this.on('error', () => {});
  }

  /** Sets the mode of the transactions from now on; calls `done` immediately if it is already set. */
  allow(mode: Mode, done: (error?: Error) => void): void {
    if (mode === this.#mode) {
      done();
      return;
    }
    this.query(settings[mode], (error: Error | null) => {
      if (!error) this.#mode = mode;
      done(error ?? undefined);
    });
  }

  /** From now on the connection's statement is refused without being sent, while changes are refused. */
  noteChange(): void {
    if (this.text !== undefined) this.#commits?.noteChange(this.text);
  }

  /** How long we have waited for an answer without receiving a byte, in milliseconds; 0 if none is awaited. */
  silentForMs(now: number): number {
    const { bytesRead = 0 } = this.connection.stream as { bytesRead?: number };
    if (bytesRead !== this.bytesHeard) this.heardAt = now;
    this.bytesHeard = bytesRead;
    return this.busySince === undefined ? 0 : now - Math.max(this.busySince, this.heardAt);
  }

  /**
   * Discards the connection, and terminates what the server still does for it. Callers that wait for an answer get the
   * reason. An idle backend is left alone: behind a pooler it may belong to the next client by then.
   */
  discard(reason: string): void {
    const isAtWork = this.busySince !== undefined;
    this.connection.stream.destroy(new DatabaseUnavailable(reason));
    if (this.backend && isAtWork) this.#commits?.end(this.backend);
  }
}

/** Once a transaction has ended, even by a rollback, passes on the notifications that it asked for. */
export function passWishes(client: WatchedClient, onWish: (wish: string) => void): void {
  let wishes: string[] = [];
  const fulfil = () => {
    const fulfilled = wishes;
    wishes = [];
    for (const wish of fulfilled) onWish(wish);
  };
  client.on('notice', ({ message, detail }) => {
    if (message === wishMessage && detail) wishes.push(...detail.split('\n'));
  });
  client.connection.on('readyForQuery', ({ status }: { status: string }) => {
    if (status === 'I' && wishes.length > 0) fulfil();
  });
  // Nobody knows whether the last commit counted, so its notifications are sent.
  client.on('end', fulfil);
}
