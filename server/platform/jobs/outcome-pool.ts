// SPDX-License-Identifier: Apache-2.0

import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { DatabaseUnavailable, toUnavailable } from '../postgres/unavailable.ts';

const retryAfterMs = { least: 50, most: 500 };

/** Names of graphile-worker 0.18's statements: those that report a job's outcome, and the one that requests a job. */
const outcome = /^(complete|fail)_jobs?(_q)?\//;
const request = /^get_job/;
const nothing = { rows: [], rowCount: 0, command: '', oid: 0, fields: [] };

export interface OutcomePool {
  /** Passed to graphile-worker instead of `pool`. */
  pool: pg.Pool;
  /** Resolves once every outcome is reported, or given up. */
  settled(): Promise<void>;
}

/** For graphile-worker's listener: if it stops while LISTEN fails, it releases the same connection twice, which throws. */
function connectForListening(pool: pg.Pool, taken: Parameters<pg.Pool['connect']>[0]): void {
  pool.connect((error, client, release) => {
    let isReleased = false;
    taken(error, client, (reason) => {
      if (isReleased) return;
      isReleased = true;
      release(reason);
    });
  });
}

type Query = (...args: unknown[]) => Promise<pg.QueryResult>;

/**
 * `pool` in the form that lets graphile-worker survive an outage. Its worker reports the outcome of a job in a promise
 * that nobody awaits: a failure would end the process, and if it were swallowed, the job would stay locked and run
 * again. Here an outcome is reported until the database has it. Reporting it twice is harmless: it deletes or updates
 * the one job, by its id.
 * @param mayTake called before each request for a job; if it returns false, no job is requested
 * @param giveUp ends the attempts; the job then stays locked by the run's pool
 * @param onLostAnswer called if the database may have assigned a job to a worker that did not get the answer
 */
export function outcomePool(
  pool: pg.Pool,
  {
    mayTake,
    giveUp,
    onLostAnswer,
  }: { mayTake: () => Promise<boolean>; giveUp: AbortSignal; onLostAnswer: (reason: string) => void },
): OutcomePool {
  const reporting = new Set<Promise<unknown>>();

  async function once(args: unknown[]): Promise<pg.QueryResult> {
    const client = await pool.connect();
    let failure: Error | undefined;
    try {
      return await (client.query as Query)(...args);
    } catch (error) {
      failure = error as Error;
      throw error;
    } finally {
      client.release(failure);
    }
  }

  async function tell(args: unknown[]): Promise<pg.QueryResult> {
    for (let attempt = 0; ; attempt++) {
      const answer = await once(args).catch((error) => toUnavailable(error));
      if (!(answer instanceof Error)) return answer as pg.QueryResult;
      if (!(answer instanceof DatabaseUnavailable)) {
        // Refused permanently: the job is only unlocked when the run ends.
        onLostAnswer(`the outcome of a job was refused: ${answer.message}`);
        return nothing;
      }
      if (giveUp.aborted) return nothing;
      const waitMs = Math.min(retryAfterMs.least * 2 ** attempt, retryAfterMs.most);
      await delay(waitMs, undefined, { signal: giveUp }).catch(() => {});
    }
  }

  /** Takes a connection only for the first statement, since an outcome does not use it. */
  function lazyClient() {
    let connecting: Promise<pg.PoolClient> | undefined;
    let failure: unknown;
    return {
      async query(...args: unknown[]): Promise<pg.QueryResult> {
        const { name = '' } = args[0] as { name?: string };
        if (outcome.test(name)) {
          const told = tell(args).finally(() => reporting.delete(told));
          reporting.add(told);
          return told;
        }
        if (request.test(name) && !(await mayTake())) return nothing;
        try {
          connecting ??= pool.connect();
          return await ((await connecting).query as Query)(...args);
        } catch (error) {
          failure = toUnavailable(error);
          if (!request.test(name)) throw failure;
          // The worker sees no job; it would print an error with its stack.
          onLostAnswer(String(failure));
          return nothing;
        }
      },
      async release(): Promise<void> {
        const client = await connecting?.catch(() => undefined);
        client?.release(failure instanceof Error);
      },
    };
  }

  const told = {
    options: pool.options,
    query: pool.query.bind(pool),
    listeners: pool.listeners.bind(pool),
    connect: (callback?: Parameters<pg.Pool['connect']>[0]) =>
      callback ? connectForListening(pool, callback) : Promise.resolve(lazyClient()),
  };
  return {
    pool: told as unknown as pg.Pool,
    async settled() {
      while (reporting.size > 0) await Promise.allSettled(reporting);
    },
  };
}
