// SPDX-License-Identifier: Apache-2.0

import pg from 'pg';
import type { SilenceWatcher } from './held-connection.ts';
import { getPrimary, leavesDoubt, type Primary } from './primary.ts';
import { DatabaseUnavailable } from './unavailable.ts';

export interface PoolOptions {
  connectionString: string;
  /** Connections at most. */
  size: number;
  /** Longest wait for a connection, be it that one is made or that others use them all. */
  connectMs: number;
  /** Longest that the server works on one statement; 0 for no limit. */
  statementMs: number;
  /** Longest that a statement waits for a lock of somebody else. */
  lockMs: number;
  /** Longest that a transaction may leave the server without a statement, holding its locks. */
  idleInTransactionMs: number;
  /** Told what transactions ask to be told of, once each has ended; undefined: the database does it as part of the commit. */
  onWish?: ((wish: string) => void) | undefined;
}

const keepAliveAfterMs = 5_000;
const sweepMs = 250;
/** What the server's own limits are given beyond them: an answer that is later than that does not come any more. */
const graceMs = 2_000;
/** What a connection gets that has not been heard since the database was silent. */
const slowQueryMs = 500;

/** Of `tell_after_commit` in db/functions/platform.sql. */
const wishMessage = 'tell after the commit';

class WatchedClient extends pg.Client {
  isConnected = false;
  /** When the first of the statements that are not answered yet was sent. */
  busySince: number | undefined;
  heardAt = performance.now();
  bytesHeard = 0;

  /** Of the server that it is made to. */
  readonly url: string;

  constructor(config: pg.ClientConfig | undefined, url: string) {
    super({ ...config, connectionString: url });
    this.url = url;
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
      this.heardAt = performance.now();
    });
    // Torn while nobody listens any more, or not yet, it would end the process.
    this.on('error', () => {});
  }

  /** How long an answer has been waited for without a byte, in milliseconds; 0 where none is waited for. */
  silentForMs(now: number): number {
    const { bytesRead = 0 } = this.connection.stream as { bytesRead?: number };
    if (bytesRead !== this.bytesHeard) this.heardAt = now;
    this.bytesHeard = bytesRead;
    return this.busySince === undefined ? 0 : now - Math.max(this.busySince, this.heardAt);
  }

  /** Throws the connection away. Anyone who waits for an answer of it is told why. */
  discard(reason: string): void {
    this.connection.stream.destroy(new DatabaseUnavailable(reason));
  }
}

/** Passes on what the transaction that is open asks to be told of, once it has ended, however. */
function passWishes(client: WatchedClient, onWish: (wish: string) => void): void {
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

type Taken = (error: Error | undefined, client: pg.PoolClient | undefined, release: () => void) => void;

/** Has the server look every ten seconds whether its client is there, where its operating system can tell. */
const noticeGoneClients = `
  set client_connection_check_interval = '10s';
  set tcp_keepalives_idle = 5; set tcp_keepalives_interval = 2; set tcp_keepalives_count = 3`;

/**
 * A pool whose connections are thrown away when they leave a statement unanswered, and that refuses at once while the
 * database is known to be silent: waiting for it would only use up connections that are needed when it is back.
 */
export class WatchedPool extends pg.Pool implements SilenceWatcher {
  readonly #clients = new Set<WatchedClient>();
  readonly #waiting = new Map<Taken, Taken>();
  readonly #sweeping: NodeJS.Timeout;
  readonly #answerWithinMs: number;
  readonly #primary: Primary;
  #isSilent = false;
  /** What was not heard since then is not trusted. */
  #answersSince = 0;

  constructor({
    connectionString,
    size,
    connectMs,
    statementMs,
    lockMs,
    idleInTransactionMs,
    onWish,
  }: PoolOptions) {
    const clients = new Set<WatchedClient>();
    const primary = getPrimary(connectionString);
    const Client = class extends WatchedClient {
      constructor(config?: pg.ClientConfig) {
        super(config, primary.url);
        clients.add(this);
        if (onWish) passWishes(this, onWish);
        this.once('end', () => clients.delete(this));
        this.once('error', () => primary.doubt());
      }
    };
    super({
      max: size,
      fallback_application_name: 'finalring',
      connectionTimeoutMillis: connectMs,
      keepAlive: true,
      keepAliveInitialDelayMillis: keepAliveAfterMs,
      Client,
      // As statements, not as start-up parameters: poolers refuse those that they do not know.
      onConnect: (async (client) => {
        const answers: unknown = await client.query(`
          set statement_timeout = ${statementMs}; set lock_timeout = ${lockMs};
          set idle_in_transaction_session_timeout = ${idleInTransactionMs};
          set finalring.tells_after = '${onWish ? 'on' : 'off'}'; set finalring.tells_lines = '${onWish ? 'on' : 'off'}';
          select pg_is_in_recovery() as is_standby`);
        // Without a limit nothing else ends the statement of a process that is gone, and what it has locked.
        if (statementMs === 0) {
          await client.query('set transaction_timeout = 0');
          await client.query(noticeGoneClients).catch(() => {});
        }
        const isStandby = (answers as pg.QueryResult[]).at(-1)?.rows[0]?.is_standby;
        if (isStandby && primary.isChosen) throw new DatabaseUnavailable('it is no primary any more');
      }) as (client: pg.ClientBase) => void,
    });
    this.#clients = clients;
    this.#primary = primary;
    this.#answerWithinMs = statementMs === 0 ? Number.POSITIVE_INFINITY : statementMs + graceMs;
    this.#sweeping = setInterval(() => this.#sweep(), sweepMs);
    this.#sweeping.unref();
    // A pool that was made smaller parts with what is too much as it comes back.
    this.on('release', () => {
      this.options.maxUses = this.totalCount > this.options.max ? 1 : Number.POSITIVE_INFINITY;
    });
  }

  /** The database does not answer: connections that may have lost something go, and nobody waits for new ones. */
  onSilence(): void {
    this.#isSilent = true;
    this.#primary.doubt();
    for (const client of this.#clients) {
      if (!client.isConnected || client.busySince === undefined) client.discard('it does not answer');
    }
    for (const [waiter, taken] of this.#waiting) {
      this.#waiting.delete(waiter);
      taken(new DatabaseUnavailable('it does not answer'), undefined, () => {});
    }
    this.#sweep();
  }

  /** It does again, on new connections. */
  onAnswer(): void {
    if (!this.#isSilent) return;
    this.#isSilent = false;
    this.#answersSince = performance.now();
  }

  #getLimit(client: WatchedClient): number {
    const isSuspect = this.#isSilent || client.heardAt < this.#answersSince;
    return isSuspect ? slowQueryMs : this.#answerWithinMs;
  }

  #isOverdue(client: WatchedClient): boolean {
    // Another server has taken over: what this one says does not count.
    if (client.url !== this.#primary.url) return true;
    // First the look at what came: it moves `heardAt`.
    const silentMs = client.silentForMs(performance.now());
    return client.isConnected && silentMs > this.#getLimit(client);
  }

  #sweep(): void {
    const overdue = [...this.#clients].filter((client) => this.#isOverdue(client));
    if (overdue.length === 0) return;
    // If this process stalled, the answers may have arrived unread: they are read before this runs.
    setImmediate(() => {
      for (const client of overdue) if (this.#isOverdue(client)) client.discard('no answer in time');
    });
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(taken: Taken): void;
  override connect(taken?: Taken): unknown {
    if (!taken) {
      return new Promise((resolve, reject) => {
        this.connect((error, client) => (client ? resolve(client) : reject(error)));
      });
    }
    if (this.#isSilent) {
      return void process.nextTick(() =>
        taken(new DatabaseUnavailable('it does not answer'), undefined, () => {}),
      );
    }
    return this.#primary.isSure ? this.#connectNow(taken) : void this.#connectSurely(taken);
  }

  /** To the one that takes changes by now. */
  async #connectSurely(taken: Taken): Promise<void> {
    await this.#primary.look();
    if (this.#primary.isSure) return this.#connectNow(taken);
    taken(new DatabaseUnavailable('no server takes changes'), undefined, () => {});
  }

  #connectNow(taken: Taken): void {
    const waiter: Taken = (error, client, release) => {
      if (error && leavesDoubt(error)) this.#primary.doubt();
      // Anyone who was told meanwhile that there is none does not need it any more.
      if (this.#waiting.delete(waiter)) taken(error, client, release);
      else if (client) release();
    };
    this.#waiting.set(waiter, taken);
    super.connect(waiter as (error?: Error) => void);
  }

  override end(): Promise<void>;
  override end(callback: () => void): void;
  override end(callback?: () => void): Promise<void> | void {
    clearInterval(this.#sweeping);
    return callback ? super.end(callback) : super.end();
  }
}
