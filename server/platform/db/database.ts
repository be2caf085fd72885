// SPDX-License-Identifier: Apache-2.0

import pg from 'pg';
import type { Sql } from 'sql-template-tag';
import type { SilenceWatcher } from '../postgres/held-connection.ts';
import { limits, reportLimits } from '../postgres/limits.ts';
import { DatabaseUnavailable, toUnavailable } from '../postgres/unavailable.ts';
import { WatchedPool } from '../postgres/watched-pool.ts';
import { isRefusal } from '../refusal.ts';
import type { SpanFacts } from '../span.ts';
import { currentTracer, traced } from '../tracing.ts';
import { batching } from './batch.ts';
import { createCommitNotifier, forwardNotifications } from './commit-notifier.ts';
import type { DatabaseOptions } from './database-options.ts';
import { mayStartOver, uniqueViolation } from './may-start-over.ts';
import { withinReportTime } from './report-time.ts';
import { type Owner, reportNestedConnection, transactions } from './second-connection.ts';
import { type Answer, ask, type Query } from './statements.ts';

/**
 * The only access to the database: hand-written SQL via `sql-template-tag`. Each statement is prepared once per
 * connection, which the money paths need for their speed (docs/decisions/0003).
 */
export interface Queryable {
  /** Rows name columns in camelCase (column-names.ts). */
  rows<Row>(query: Sql): Promise<Row[]>;
  row<Row>(query: Sql): Promise<Row | undefined>;
  /**
   * The row of a statement that always returns exactly one: an aggregate, an insert with `returning`.
   * @throws Error if it returns none or several, which is a bug
   */
  one<Row>(query: Sql): Promise<Row>;
  /** Runs a statement and returns the number of affected rows. */
  run(query: Sql): Promise<number>;
}

/** An open transaction: the first parameter of every store function that writes. */
export interface Tx extends Queryable {
  readonly inTransaction: true;
}

export interface Transactional extends Queryable {
  /**
   * Runs `work` in a transaction. A thrown error or a returned Refusal rolls back, unless the refusal has `keepsWork`.
   * Serialization failures, deadlocks and races on an idempotency key are retried in a new transaction, at most nine
   * times.
   * @throws DatabaseUnavailable if the database is unavailable (an unfinished commit may or may not have succeeded), or
   * if every retry lost its race (then nothing was done)
   */
  transaction<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result>;
}

/**
 * When notified of silence (main.ts), discards connections that may have lost something; refuses until the database
 * answers.
 */
export interface Database extends Transactional, SilenceWatcher {
  /** For very frequent reads: those of one tick are sent together (batch.ts). Nothing that writes or locks. */
  readonly batched: { row<Row>(query: Query): Promise<Row | undefined> };
  /** A few separate connections for reports that may take a minute, so that they never block players. */
  readonly reports: Transactional;
  readonly pool: pg.Pool;
  /** Ends the start: from now on, the limits of a serving process apply. */
  beginServing(): void;
  close(): Promise<void>;
}

const int8 = 20;
const numeric = 1700;
pg.types.setTypeParser(int8, (text) => {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new Error(`bigint ${text} does not fit a JavaScript number`);
  return value;
});
pg.types.setTypeParser(numeric, Number);

/** Only the text, without values. */
function toSpanFacts({ text }: Query): SpanFacts {
  return { 'db.system.name': 'postgresql', 'db.query.text': text.replaceAll(/\s+/g, ' ').trim() };
}

function queryable(
  answerTo: (query: Query) => Promise<Answer>,
  owner?: Owner,
): Queryable & Database['batched'] {
  const send = async (statement: Query): Promise<Answer> => {
    if (owner) reportNestedConnection(owner);
    try {
      const answered = () => answerTo(statement);
      return await (currentTracer() ? traced('SQL', () => toSpanFacts(statement), answered) : answered());
    } catch (reason) {
      const error = toUnavailable(reason);
      // From here the stack leads to the caller; the original one ends at the socket.
      if (error === reason) Error.captureStackTrace(error as Error);
      throw error;
    }
  };
  return {
    rows: async <Row>(query: Sql) => (await send(query)).rows as Row[],
    row: async <Row>(query: Query) => (await send(query)).rows[0] as Row | undefined,
    one: async <Row>(query: Sql) => {
      const { rows } = await send(query);
      if (rows.length !== 1) throw new Error(`${rows.length} rows came instead of one: ${query.text}`);
      return rows[0] as Row;
    },
    run: async (query) => (await send(query)).touched,
  };
}

const maxAttempts = 10;

/** Whether `error` violates the named unique constraint. */
export function isUniqueViolation(error: unknown, constraint: string): boolean {
  return (
    error instanceof pg.DatabaseError && error.code === uniqueViolation && error.constraint === constraint
  );
}

class RefusedWork extends Error {
  readonly refusal: unknown;
  constructor(refusal: unknown) {
    super('refused');
    this.refusal = refusal;
  }
}

async function once<Result>(pool: pg.Pool, owner: Owner, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  const client = await pool.connect();
  const transaction = { owner, isOpen: true };
  let broken: Error | undefined;
  try {
    await client.query('begin');
    const tx: Tx = { ...queryable((query) => ask(client as unknown as pg.Pool, query)), inTransaction: true };
    const result = await transactions.run(transaction, () => work(tx));
    if (isRefusal(result) && !result.keepsWork) throw new RefusedWork(result);
    await client.query('commit');
    return result;
  } catch (error) {
    // No rollback on a lost or silent connection: the server does that itself.
    if (error instanceof DatabaseUnavailable && error.isConnectionLost) broken = error;
    else {
      await client.query('rollback').catch((rollbackError: Error) => {
        broken = rollbackError;
      });
    }
    throw error;
  } finally {
    transaction.isOpen = false;
    client.release(broken);
  }
}

function transactional(pool: pg.Pool, owner: Owner): Transactional {
  return {
    ...queryable((query) => ask(pool, query), owner),
    async transaction(work) {
      reportNestedConnection(owner);
      for (let attempt = 1; ; attempt++) {
        try {
          return await once(pool, owner, work);
        } catch (error) {
          if (error instanceof RefusedWork) return error.refusal as Awaited<ReturnType<typeof work>>;
          if (attempt >= maxAttempts || !mayStartOver(error)) throw toUnavailable(error);
          await new Promise((wake) => setTimeout(wake, Math.random() * 20 * attempt));
        }
      }
    },
  };
}

/** Each statement gets a separate transaction, which sets its timeout. */
function asReports({ transaction }: Transactional): Transactional {
  const within = withinReportTime(transaction);
  return {
    transaction: within,
    rows: <Row>(query: Sql) => within((tx) => tx.rows<Row>(query)),
    row: <Row>(query: Sql) => within((tx) => tx.row<Row>(query)),
    one: <Row>(query: Sql) => within((tx) => tx.one<Row>(query)),
    run: (query) => within((tx) => tx.run(query)),
  };
}

function fail(error: Error): never {
  throw error;
}

/** Opens a pool, and small ones for reports and long-running work. Connections are opened on demand. */
export function openDatabase(
  connectionString: string,
  {
    poolSize = 20,
    onIdleError = () => {},
    onSecondConnection = fail,
    statementMs = limits.statementMs,
    isStarting = false,
  }: DatabaseOptions = {},
): Database {
  let isClosing = false;
  const told = {
    settings: "set finalring.tells_after = 'on'; set finalring.tells_lines = 'on';",
    onClient: (client: pg.Client) => forwardNotifications(client, (wish) => commitNotifier.notify(wish)),
  };
  const pool = new WatchedPool({
    connectionString,
    ...limits,
    size: poolSize,
    statementMs,
    isStarting,
    ...told,
  });
  const reportsPool = new WatchedPool({ connectionString, ...reportLimits, isStarting, ...told });
  const pools = [pool, reportsPool];
  for (const each of pools) {
    each.on('error', (error) => {
      if (!isClosing) onIdleError(error);
    });
  }
  const owner = { pools, onSecondConnection };
  const commitNotifier = createCommitNotifier(pool);
  // graphile-worker complains about a pool without this listener; ours listens on each connection itself.
  pool.on('connect', () => {});
  return {
    ...transactional(pool, owner),
    batched: queryable(batching(pool), owner),
    reports: asReports(transactional(reportsPool, owner)),
    pool,
    onSilence() {
      for (const each of pools) each.onSilence();
    },
    onAnswer() {
      for (const each of pools) each.onAnswer();
    },
    beginServing() {
      for (const each of pools) each.beginServing();
    },
    async close() {
      // The pool's `end` resolves before its sockets are closed; stopping the database immediately would break them.
      isClosing = true;
      for (const each of pools) each.beginClosing();
      await commitNotifier.close();
      await Promise.all(pools.map((each) => each.end()));
    },
  };
}
