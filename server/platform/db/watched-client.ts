// SPDX-License-Identifier: Apache-2.0

import pg from 'pg';
import type { Backend, CommitWatch } from './commit-watch.ts';
import { DatabaseUnavailable } from './unavailable.ts';

/** Of `tell_after_commit` in db/functions/platform-live.sql. */
const wishMessage = 'tell after the commit';

/** What may be done: all, what changes nothing, or what changes nothing that a standby has. */
export type Mode = 'all' | 'reading' | 'unlogged';

/** Where nothing is changed that a standby has, no commit has to wait for it: also a read writes to the log now and then (hints). */
const settings: Record<Mode, string> = {
  all: 'set default_transaction_read_only = off; set synchronous_commit to default',
  reading: 'set default_transaction_read_only = on; set synchronous_commit = local',
  unlogged: 'set default_transaction_read_only = off; set synchronous_commit = local',
};
const readOnlyTransaction = '25006';

/** A connection that knows how long an answer has been waited for. */
export class WatchedClient extends pg.Client {
  isConnected = false;
  /** When the first of the statements that are not answered yet was sent. */
  busySince: number | undefined;
  heardAt = performance.now();
  bytesHeard = 0;
  /** Undefined until it has said which it is. */
  backend: Backend | undefined;
  /** The statement that it was taken for; undefined where it was taken for several. */
  text: string | undefined;
  /** Since when its commit was seen to wait for a standby. */
  stuckSince: number | undefined;

  /** Of the server that it is made to. */
  readonly url: string;
  readonly #commits: CommitWatch | undefined;
  #mode: Mode = 'all';

  constructor(config: pg.ClientConfig | undefined, url: string, commits?: CommitWatch) {
    super({ ...config, connectionString: url });
    this.url = url;
    this.#commits = commits;
    const query = this.query.bind(this) as (...args: unknown[]) => unknown;
    // The driver's overloads leave no room for an override.
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
    // Torn while nobody listens any more, or not yet, it would end the process.
    this.on('error', () => {});
  }

  /** Has transactions from now on be of that kind; `done` is called at once where they are. */
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

  /** What it was taken for is refused from now on without being sent, for as long as changes are. */
  noteChange(): void {
    if (this.text !== undefined) this.#commits?.noteChange(this.text);
  }

  /** How long an answer has been waited for without a byte, in milliseconds; 0 where none is waited for. */
  silentForMs(now: number): number {
    const { bytesRead = 0 } = this.connection.stream as { bytesRead?: number };
    if (bytesRead !== this.bytesHeard) this.heardAt = now;
    this.bytesHeard = bytesRead;
    return this.busySince === undefined ? 0 : now - Math.max(this.busySince, this.heardAt);
  }

  /**
   * Throws the connection away, and ends what the server still does for it. Anyone who waits for an answer of it is told why. A
   * backend that does nothing is left alone: behind a pooler it is the next client's by then.
   */
  discard(reason: string): void {
    const isAtWork = this.busySince !== undefined;
    this.connection.stream.destroy(new DatabaseUnavailable(reason));
    if (this.backend && isAtWork) this.#commits?.end(this.backend);
  }
}

/** Passes on what the transaction that is open asks to be told of, once it has ended, however. */
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
  // Nobody knows whether the last commit counted.
  client.on('end', fulfil);
}
