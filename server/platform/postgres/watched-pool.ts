// SPDX-License-Identifier: Apache-2.0

import pg from 'pg';
import { connectAtStart } from './connect-at-start.ts';
import type { SilenceWatcher } from './held-connection.ts';
import { startLimits, toPatience, toSettings, withoutTransactionTimeout } from './limits.ts';
import { getPrimary, leavesDoubt, type Primary } from './primary.ts';
import { DatabaseUnavailable } from './unavailable.ts';
import { type Backend, WatchedClient } from './watched-client.ts';

export interface PoolOptions {
  connectionString: string;
  /** Maximum number of connections. */
  size: number;
  /** Longest wait for a connection: a new one, or one that another caller is using. */
  connectMs: number;
  /** Longest time the server may work on one statement; 0 for no limit. */
  statementMs: number;
  /** Longest time a statement may wait for a lock. */
  lockMs: number;
  /** Longest time a transaction may stay idle, holding its locks. */
  idleInTransactionMs: number;
  /** Statements that set up each connection. */
  settings?: string;
  /** Called with each connection before it is opened. */
  onClient?: (client: pg.Client) => void;
  /** Nobody waits for answers yet: `startLimits` apply until `beginServing`, and silence is tolerated. */
  isStarting?: boolean;
}

const keepAliveAfterMs = 5_000;
const sweepMs = 250;
const endsWithin = { connectionTimeoutMillis: 1_000, query_timeout: 1_000 };
/** The limit for a connection that has not answered since the database was silent. */
const slowQueryMs = 500;
/** Rarely reached on a healthy server. */
const hangsAfterMs = 1_000;
const closesWithinMs = 2_000;

/**
 * Ends the server's remaining work for connections that were given up, which frees their locks. Terminated, not
 * cancelled: a commit that is cancelled while it waits for a standby is reported as done. A commit that waits for a
 * standby is spared: after its termination, others would see it, and could act on data that a failover may lose.
 */
const endThem = `
  select pg_terminate_backend(pid) from pg_stat_activity
  join unnest($1::int[], $2::numeric[]) as given (pid, started_at) using (pid)
  where extract(epoch from backend_start) = given.started_at and wait_event is distinct from 'SyncRep'`;

type Taken = (error: Error | undefined, client: pg.PoolClient | undefined, release: () => void) => void;

/** Makes the server check every ten seconds whether its client still exists, if its operating system supports that. */
const noticeGoneClients = `
  set client_connection_check_interval = '10s';
  set tcp_keepalives_idle = 5; set tcp_keepalives_interval = 2; set tcp_keepalives_count = 3`;

/**
 * A pool that discards connections which leave a statement unanswered. It refuses immediately while the database is
 * known to be silent: waiting would only use up connections that are needed after its return.
 */
export class WatchedPool extends pg.Pool implements SilenceWatcher {
  readonly #clients = new Set<WatchedClient>();
  readonly #waiting = new Map<Taken, Taken>();
  readonly #sweeping: NodeJS.Timeout;
  readonly #limits: Pick<PoolOptions, 'connectMs' | 'statementMs' | 'lockMs'>;
  #answerWithinMs: number;
  #isClosing = false;
  #isStarting: boolean;
  readonly #primary: Primary;
  readonly #connectionString: string;
  /** Backends of discarded connections. An idle one is spared: behind a pooler it may belong to the next client. */
  readonly #toEnd = new Set<Backend>();
  #isEnding = false;
  #isSilent = false;
  /** Connections that have not answered since then are not trusted. */
  #answersSince = 0;

  constructor({ connectionString, isStarting = false, onClient, ...options }: PoolOptions) {
    const { connectMs, statementMs, lockMs, idleInTransactionMs, settings = '' } = options;
    const serving = { connectMs, statementMs, lockMs };
    const now = () => (this.#isStarting ? startLimits : serving);
    const clients = new Set<WatchedClient>();
    const primary = getPrimary(connectionString);
    const Client = class extends WatchedClient {
      constructor(config?: pg.ClientConfig) {
        super(config, primary.url);
        clients.add(this);
        onClient?.(this);
        this.once('end', () => clients.delete(this));
        this.once('error', () => primary.doubt());
      }
    };
    super({
      max: options.size,
      fallback_application_name: 'finalring',
      pipeline: true,
      connectionTimeoutMillis: isStarting ? startLimits.connectMs : connectMs,
      keepAlive: true,
      keepAliveInitialDelayMillis: keepAliveAfterMs,
      Client,
      // As statements, not as start-up parameters: poolers reject unknown parameters.
      onConnect: (async (client) => {
        const answers: unknown = await client.query(`
          ${toSettings(now())}
          set idle_in_transaction_session_timeout = ${idleInTransactionMs};
          ${settings}
          select pg_is_in_recovery() as is_standby, pg_backend_pid() as pid, extract(epoch from backend_start)::text as started_at
          from pg_stat_activity where pid = pg_backend_pid()`);
        // Without a time limit, nothing else ends the statement of a process that is gone, or frees its locks.
        if (statementMs === 0) {
          await client.query(withoutTransactionTimeout);
          await client.query(noticeGoneClients).catch(() => {});
        }
        const about = (answers as pg.QueryResult[]).at(-1)?.rows[0];
        if (about) (client as WatchedClient).backend = { pid: about.pid, startedAt: about.started_at };
        if (about?.is_standby && primary.isChosen)
          throw new DatabaseUnavailable('it is no longer the primary');
      }) as (client: pg.ClientBase) => void,
    });
    this.#clients = clients;
    this.#primary = primary;
    this.#connectionString = connectionString;
    this.#limits = serving;
    this.#isStarting = isStarting;
    this.#answerWithinMs = toPatience(now());
    this.#sweeping = setInterval(() => this.#sweep(), sweepMs);
    this.#sweeping.unref();
  }

  /** From now on calls wait for answers, so their limits apply, also on existing connections. */
  beginServing(): void {
    if (!this.#isStarting) return;
    this.#isStarting = false;
    this.#answerWithinMs = toPatience(this.#limits);
    this.options.connectionTimeoutMillis = this.#limits.connectMs;
    // Runs after the statement that a connection is busy with; if it fails, the connection's next statement notices.
    for (const client of this.#clients) {
      if (client.isConnected) client.query(toSettings(this.#limits)).catch(() => {});
    }
  }

  /**
   * The database does not answer: discards connections that may have lost something, and stops waiting for new ones.
   */
  onSilence(): void {
    if (this.#isStarting) return;
    this.#isSilent = true;
    this.#primary.doubt();
    for (const client of this.#clients) {
      if (!client.isConnected || client.busySince === undefined) this.#discard(client, 'it does not answer');
    }
    for (const [waiter, taken] of this.#waiting) {
      this.#waiting.delete(waiter);
      taken(new DatabaseUnavailable('it does not answer'), undefined, () => {});
    }
    this.#sweep();
  }

  /** It answers again; new connections may be made. */
  onAnswer(): void {
    if (!this.#isSilent) return;
    this.#isSilent = false;
    this.#answersSince = performance.now();
  }

  #getLimit(client: WatchedClient): number {
    const isSuspect = this.#isSilent || client.lastReceivedAt < this.#answersSince;
    return isSuspect ? slowQueryMs : this.#answerWithinMs;
  }

  #isOverdue(client: WatchedClient): boolean {
    // Another server has taken over: answers from this one do not count.
    if (client.url !== this.#primary.url) return true;
    const now = performance.now();
    if (!client.isConnected) return this.#isClosing && now - client.lastReceivedAt > closesWithinMs;
    // Call this first: it updates `lastReceivedAt`.
    const silentMs = client.silentForMs(now);
    return silentMs > this.#getLimit(client);
  }

  #discard(client: WatchedClient, reason: string): void {
    if (client.backend && client.busySince !== undefined) this.#toEnd.add(client.backend);
    client.discard(reason);
  }

  async #endBackends(): Promise<void> {
    if (this.#isEnding || this.#isSilent || this.#toEnd.size === 0) return;
    this.#isEnding = true;
    const some = [...this.#toEnd];
    try {
      // A separate connection: those of the pool may all be waiting for the locks that it frees.
      const client = await connectAtStart(this.#connectionString, endsWithin);
      const given = [some.map(({ pid }) => pid), some.map(({ startedAt }) => startedAt)];
      await client.query(endThem, given).finally(() => client.end().catch(() => {}));
      for (const backend of some) this.#toEnd.delete(backend);
    } catch {
      // The database is unavailable: the next sweep tries again.
    }
    this.#isEnding = false;
  }

  #sweep(): void {
    void this.#endBackends();
    const now = performance.now();
    if ([...this.#clients].some((client) => client.silentForMs(now) > hangsAfterMs)) this.#primary.suspect();
    const overdue = [...this.#clients].filter((client) => this.#isOverdue(client));
    if (overdue.length === 0) return;
    // If this process stalled, the answers may have arrived unread: `setImmediate` lets them be read first.
    setImmediate(() => {
      for (const client of overdue) if (this.#isOverdue(client)) this.#discard(client, 'no answer in time');
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
      const refusal = new DatabaseUnavailable('it does not answer');
      return void process.nextTick(() => taken(refusal, undefined, () => {}));
    }
    return this.#primary.isSure ? this.#connectNow(taken) : void this.#connectSurely(taken);
  }

  /** Connects to the current primary. */
  async #connectSurely(taken: Taken): Promise<void> {
    await this.#primary.look();
    if (this.#primary.isSure) return this.#connectNow(taken);
    taken(new DatabaseUnavailable('no server that accepts changes was found'), undefined, () => {});
  }

  #connectNow(taken: Taken): void {
    const waiter: Taken = (error, client, release) => {
      if (error && leavesDoubt(error)) this.#primary.doubt();
      // This waiter has already got an error.
      if (!this.#waiting.delete(waiter)) return void (client && release());
      // Some callers call it without a connection; the pool then passes no function.
      taken(error, client, release ?? (() => {}));
    };
    this.#waiting.set(waiter, taken);
    super.connect(waiter as (error?: Error) => void);
  }

  /** The callers have ended by now: a server that does not answer must not delay the end of the process. */
  beginClosing(): void {
    this.#answerWithinMs = Math.min(this.#answerWithinMs, closesWithinMs);
    this.#isClosing = true;
  }

  override end(): Promise<void>;
  override end(callback: () => void): void;
  override end(callback?: () => void): Promise<void> | void {
    // Until then, statements without an answer are still ended: the pool waits for each.
    const ended = super.end().finally(() => clearInterval(this.#sweeping));
    return callback ? void ended.then(callback) : ended;
  }
}
