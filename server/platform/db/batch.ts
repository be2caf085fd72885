// SPDX-License-Identifier: Apache-2.0

import type pg from 'pg';
import { type Callback, type Execution, sync } from './execution.ts';
import { DatabaseUnavailable, toUnavailable } from './unavailable.ts';

/** Statements that one connection gets at once: with more they would wait for each other rather than for the machine. */
const most = 8;

/**
 * Several statements in one write, with a single wait for the answers. All of them only read: if one fails, the batch
 * ends there, and those after it are run again one by one.
 */
class Batch implements pg.Submittable {
  readonly executions: readonly Execution[];
  /** Set by `pg` from what its `query` is called with. */
  declare callback: Callback;
  /** How many have been answered. */
  answered = 0;

  constructor(executions: readonly Execution[]) {
    this.executions = executions;
  }

  get #current(): Execution {
    return this.executions[this.answered] as Execution;
  }
  /** `pg` records a statement as parsed under the name and text of the query that is running. */
  get name(): string {
    return this.#current.name;
  }
  get text(): string {
    return this.#current.text;
  }

  submit(connection: pg.Connection): Error | null {
    const parsing = new Set<string>();
    const messages = this.executions.flatMap((execution) => execution.toMessages(connection, parsing));
    connection.stream.write(Buffer.concat([...messages, sync]));
    return null;
  }
  handleRowDescription(description: Parameters<Execution['handleRowDescription']>[0]): void {
    this.#current.handleRowDescription(description);
  }
  handleDataRow(row: Parameters<Execution['handleDataRow']>[0]): void {
    this.#current.handleDataRow(row);
  }
  handleCommandComplete(complete: { text: string }, connection: pg.Connection): void {
    this.#current.handleCommandComplete(complete, connection);
    this.answered++;
  }
  handleError(error: Error): void {
    this.callback(error);
  }
  handleReadyForQuery(): void {
    this.callback(null);
  }
  handleEmptyQuery(): void {}
  handlePortalSuspended(): void {}
  handleCopyInResponse(): void {}
  handleCopyData(): void {}
}

interface Asked {
  execution: Execution;
  callback: Callback;
}

/**
 * A pool for very frequent statements that only read: those of one tick of the event loop are sent together. Under load
 * that saves most of what a statement costs this process and the server besides its own work: one write, one read and one
 * context switch each.
 */
export function batching(pool: Pick<pg.Pool, 'query'>): Pick<pg.Pool, 'query'> {
  const query = pool.query.bind(pool) as unknown as (submittable: pg.Submittable, callback: Callback) => void;
  let waiting: Asked[] = [];

  function run(asked: readonly Asked[]): void {
    const [first] = asked as [Asked];
    // `pg`'s pool wraps this callback, and gets its connection back in it.
    if (asked.length === 1) {
      query(first.execution, first.callback);
      return;
    }
    const batch = new Batch(asked.map(({ execution }) => execution));
    for (const { execution, callback } of asked) execution.callback = callback;
    query(batch, (error) => {
      const done = error ? batch.answered : asked.length;
      for (const { execution } of asked.slice(0, done)) execution.handleReadyForQuery();
      if (!error) return;
      // A refusal concerns one statement; a lost connection concerns all.
      const reason = toUnavailable(error);
      const isLost = reason instanceof DatabaseUnavailable && reason.isConnectionLost;
      for (const [place, { execution, callback }] of asked.slice(done).entries()) {
        if (place === 0 || isLost) callback(error);
        else run([{ execution: execution.again(), callback }]);
      }
    });
  }

  function runAll(): void {
    const asked = waiting;
    waiting = [];
    for (let from = 0; from < asked.length; from += most) run(asked.slice(from, from + most));
  }

  function add(execution: Execution, callback: Callback): void {
    // Runs after the event loop has handled everything that has arrived so far.
    if (waiting.push({ execution, callback }) === 1) setImmediate(runAll);
  }
  return { query: add as unknown as pg.Pool['query'] };
}
