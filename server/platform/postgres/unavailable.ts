// SPDX-License-Identifier: Apache-2.0

import pg from 'pg';

/**
 * The database did not answer in time, or not at all: the caller may retry. Every such error of the driver becomes one
 * of these, so that an answer (503 `unavailable`), a job and a log line can distinguish an outage from a bug without
 * parsing messages.
 */
export class DatabaseUnavailable extends Error {
  /** True if the connection is lost; false if the server refused only this statement. */
  readonly isConnectionLost: boolean;

  constructor(
    reason: string,
    { cause, isConnectionLost = true }: { cause?: unknown; isConnectionLost?: boolean } = {},
  ) {
    super(`the database is not available: ${reason}`, { cause });
    this.name = 'DatabaseUnavailable';
    this.isConnectionLost = isConnectionLost;
  }
}

/**
 * SQLSTATEs after which a session is unusable: the server shuts down, restarts, recovers, or ended it (57P01 to 57P05,
 * 25P03, 25P04), accepts no more connections (53300, 53400), or is no longer a primary (25006). Class 08 covers every
 * failure of a connection.
 */
const lostStates = new Set('57P01 57P02 57P03 57P04 57P05 25P03 25P04 53300 53400 25006'.split(' '));
/**
 * The server gave up on this statement: statement_timeout (57014), lock_timeout (55P03), no disk space or memory
 * (53100, 53200), or conflicts with others (40001, 40P01), which leave `transaction` only after its retries. The
 * session stays usable.
 */
const retryableStates = new Set('57014 55P03 53100 53200 40001 40P01'.split(' '));

const networkCodes = new Set(
  (
    'ECONNREFUSED ECONNRESET ECONNABORTED EPIPE ETIMEDOUT EHOSTUNREACH EHOSTDOWN ENETUNREACH ENETDOWN ' +
    'EADDRNOTAVAIL EMFILE ENFILE EAI_AGAIN ENOTFOUND'
  ).split(' '),
);

/** Messages of `pg` and `pg-pool` that have no code: connections that ended, timed out or are closing. */
const driverMessages =
  /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Query read timeout|Client was closed|Client has encountered a connection error|Cannot use a pool after calling end)/;

/** Turns a driver error into `DatabaseUnavailable` if it means an outage; other errors pass unchanged. */
export function toUnavailable(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof DatabaseUnavailable) return error;
  const { code = '', message } = error as NodeJS.ErrnoException;
  if (error instanceof pg.DatabaseError) {
    if (retryableStates.has(code)) {
      return new DatabaseUnavailable(message, { cause: error, isConnectionLost: false });
    }
    if (!code.startsWith('08') && !lostStates.has(code)) return error;
  } else if (!networkCodes.has(code) && !driverMessages.test(message)) {
    return error;
  }
  return new DatabaseUnavailable(message || code, { cause: error });
}
