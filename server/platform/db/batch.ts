// SPDX-License-Identifier: Apache-2.0

import type pg from 'pg';
import { type Answer, ask, type Query } from './statements.ts';

/** Statements that one connection gets at once: more would wait for each other rather than for the machine. */
const most = 8;

interface Asked {
  query: Query;
  resolve(answer: Answer): void;
  reject(error: unknown): void;
}

/**
 * For very frequent read-only statements: those of one tick of the event loop are sent together, over one connection.
 * Under load, that saves most of a statement's cost in this process besides its own work: taking and returning a
 * connection, and waiting for each answer. The driver pipelines them, and each fails separately.
 */
export function batching(pool: Pick<pg.Pool, 'connect'>): (query: Query) => Promise<Answer> {
  let waiting: Asked[] = [];

  async function run(asked: readonly Asked[]): Promise<void> {
    let client: pg.PoolClient;
    try {
      client = await pool.connect();
    } catch (error) {
      for (const { reject } of asked) reject(error);
      return;
    }
    let left = asked.length;
    const done = () => {
      if (--left === 0) client.release();
    };
    const { stream } = (client as unknown as pg.Client).connection;
    stream.cork();
    for (const { query, resolve, reject } of asked) {
      ask(client as unknown as pg.Pool, query)
        .then(resolve, reject)
        .then(done);
    }
    stream.uncork();
  }

  function runAll(): void {
    const asked = waiting;
    waiting = [];
    for (let from = 0; from < asked.length; from += most) void run(asked.slice(from, from + most));
  }

  return (query) =>
    new Promise((resolve, reject) => {
      // Runs after the event loop has handled all input so far.
      if (waiting.push({ query, resolve, reject }) === 1) setImmediate(runAll);
    });
}
