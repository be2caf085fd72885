import pg from 'pg';
import type { Sql } from 'sql-template-tag';
import { isRefusal } from '../refusal.ts';
import { type Answer, Execution } from './execution.ts';

/**
 * The one way to the database: hand-written SQL through `sql-template-tag`, each text prepared once per
 * connection under a name derived from it. Prepared statements carry the money paths' speed (docs/decisions/0003).
 */
export interface Queryable {
  rows<Row>(query: Sql): Promise<Row[]>;
  row<Row>(query: Sql): Promise<Row | undefined>;
  /** Runs a statement for its effect; answers the number of rows it touched. */
  run(query: Sql): Promise<number>;
}

/** Work inside one transaction. Every store function that writes takes it first. */
export interface Tx extends Queryable {
  readonly inTransaction: true;
}

export interface Database extends Queryable {
  /**
   * Runs `work` in a transaction. A thrown error or a returned Refusal rolls back. Serialization failures,
   * deadlocks and races on an idempotency key start over with a new transaction, at most nine times.
   */
  transaction<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result>;
  readonly pool: pg.Pool;
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

/** `INSERT 0 3`, `UPDATE 3`, `SELECT 3`: the last word counts, where it is a number. */
function rowsTouched({ command }: Answer): number {
  return Number(command.slice(command.lastIndexOf(' ') + 1)) || 0;
}

function queryable(client: Pick<pg.Pool, 'query'>): Queryable {
  const query = client.query.bind(client) as unknown as (
    execution: Execution,
    callback: (error: Error | null, answer: Answer) => void,
  ) => void;
  const send = async (statement: Sql): Promise<Answer> => {
    try {
      return await new Promise((resolve, reject) => {
        query(new Execution(statement), (error, answer) => (error ? reject(error) : resolve(answer)));
      });
    } catch (error) {
      // From here the stack leads to whoever asked; the original one ends at the socket.
      Error.captureStackTrace(error as Error);
      throw error;
    }
  };
  return {
    rows: async <Row>(query: Sql) => (await send(query)).rows as Row[],
    row: async <Row>(query: Sql) => (await send(query)).rows[0] as Row | undefined,
    run: async (query) => rowsTouched(await send(query)),
  };
}

const serializationFailure = '40001';
const deadlockDetected = '40P01';
const uniqueViolation = '23505';
const attemptsAtMost = 10;

function mayStartOver(error: unknown): boolean {
  if (!(error instanceof pg.DatabaseError)) return false;
  if (error.code === serializationFailure || error.code === deadlockDetected) return true;
  return error.code === uniqueViolation && (error.constraint ?? '').includes('idempotency');
}

/** Whether `error` is the violation of the named unique constraint. */
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

async function once<Result>(pool: pg.Pool, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  const client = await pool.connect();
  let broken: Error | undefined;
  const onError = (error: Error) => {
    broken = error;
  };
  client.on('error', onError);
  try {
    await client.query('begin');
    const result = await work({ ...queryable(client as unknown as pg.Pool), inTransaction: true });
    if (isRefusal(result)) throw new RefusedWork(result);
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback').catch((rollbackError: Error) => {
      broken ??= rollbackError;
    });
    throw error;
  } finally {
    client.off('error', onError);
    client.release(broken);
  }
}

/**
 * Opens a pool on `connectionString`.
 * @param poolSize connections at most
 * @param onIdleError told of a connection that broke while nobody used it
 */
export function openDatabase(
  connectionString: string,
  { poolSize = 20, onIdleError = () => {} }: { poolSize?: number; onIdleError?: (error: Error) => void } = {},
): Database {
  const pool = new pg.Pool({ connectionString, max: poolSize, connectionTimeoutMillis: 10_000 });
  let isClosing = false;
  const onError = (error: Error) => {
    if (!isClosing) onIdleError(error);
  };
  pool.on('error', onError);
  // The pool stops listening to a connection that it closes; torn in that moment it would end the process.
  pool.on('connect', (client) => client.on('error', () => {}));
  // Without a listener of its own a checked-out connection that is torn would end the process.
  pool.on('connect', (client) => void client.on('error', onError));
  return {
    ...queryable(pool),
    pool,
    async transaction(work) {
      for (let attempt = 1; ; attempt++) {
        try {
          return await once(pool, work);
        } catch (error) {
          if (error instanceof RefusedWork) return error.refusal as Awaited<ReturnType<typeof work>>;
          if (attempt >= attemptsAtMost || !mayStartOver(error)) throw error;
          await new Promise((wake) => setTimeout(wake, Math.random() * 20 * attempt));
        }
      }
    },
    close: () => {
      // The pool is done before its connections are gone; a database stopped next would tear the last of them.
      isClosing = true;
      return pool.end();
    },
  };
}
