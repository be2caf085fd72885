// SPDX-License-Identifier: Apache-2.0

import pg from 'pg';
import { DatabaseUnavailable } from './unavailable.ts';

/** The server process behind a connection. Its pid alone may have been reused by the time we act on it. */
export interface Backend {
  pid: number;
  /** In seconds since 1970, as the server prints it. */
  startedAt: string;
}

/** A connection that knows how long it has been waiting for an answer. */
export class WatchedClient extends pg.Client {
  isConnected = false;
  /** When the oldest unanswered statement was sent. */
  busySince: number | undefined;
  lastReceivedAt = performance.now();
  #lastBytesRead = 0;
  /** Undefined until the server has reported it. */
  backend: Backend | undefined;
  /** The server that it connects to. */
  readonly url: string;

  constructor(config: pg.ClientConfig | undefined, url: string) {
    super({ ...config, connectionString: url });
    this.url = url;
    const query = this.query.bind(this) as (...args: unknown[]) => unknown;
    // The driver's overloads cannot be overridden in a subclass.
    this.query = ((...args: unknown[]) => {
      this.busySince ??= performance.now();
      return query(...args);
    }) as typeof this.query;
    this.on('connect', () => {
      this.isConnected = true;
      this.lastReceivedAt = performance.now();
    });
    this.on('drain', () => {
      this.busySince = undefined;
      this.lastReceivedAt = performance.now();
    });
    // An error without a listener would end the process.
    this.on('error', () => {});
  }

  /** How long we have waited for an answer without receiving a byte, in milliseconds; 0 if none is pending. */
  silentForMs(now: number): number {
    const { bytesRead = 0 } = this.connection.stream as { bytesRead?: number };
    if (bytesRead !== this.#lastBytesRead) this.lastReceivedAt = now;
    this.#lastBytesRead = bytesRead;
    return this.busySince === undefined ? 0 : now - Math.max(this.busySince, this.lastReceivedAt);
  }

  /** Discards the connection. Callers waiting for an answer get the reason. */
  discard(reason: string): void {
    this.connection.stream.destroy(new DatabaseUnavailable(reason));
  }
}
