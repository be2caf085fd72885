// SPDX-License-Identifier: Apache-2.0

import { EventEmitter } from 'node:events';
import {
  Logger as GraphileLogger,
  type Task as GraphileTask,
  run,
  type TaskList,
  type WorkerEvents,
} from 'graphile-worker';
import type pg from 'pg';
import type { Logger } from '../log.ts';
import type { Tasks } from './outbox.ts';
import { outcomePool } from './outcome-pool.ts';

export interface JobRunOptions {
  pool: pg.Pool;
  tasks: Tasks;
  /** Five-field cron lines, each ending in a task name. */
  crontab: string;
  concurrency: number;
  log: Logger;
}

/** One run of graphile-worker's pool of workers. */
export interface JobRun {
  /** The name that locks its jobs. */
  poolId: string;
  /** Resolves, with the reason, once the run is no longer reliable; it must then be stopped and replaced. */
  troubled: Promise<string>;
  /** Whether its pool is registered with the other processes; if not, it takes no jobs and must be replaced. */
  registered: Promise<boolean>;
  /** Takes no new jobs. Resolves when the last of its tasks has ended. */
  stop(): Promise<void>;
}

/** A warning about more workers than connections. Ours mostly wait for games' servers, so this is intended. */
const outnumber = /maxPoolSize.*smaller than concurrency/;

function quietLogger(log: Logger): GraphileLogger {
  return new GraphileLogger(() => (level, message) => {
    if (level === 'error') log.error({ source: 'jobs' }, message);
    else if (level === 'warning' && !outnumber.test(message)) log.warn({ source: 'jobs' }, message);
    else log.debug({ source: 'jobs' }, message);
  });
}

/** PostgreSQL cannot store U+0000 or half a surrogate pair, and V8 quotes input in its own messages. */
function toStorable(error: unknown): unknown {
  if (error instanceof Error) error.message = error.message.toWellFormed().replaceAll('\0', '');
  return error;
}

/** The same tasks, with a record of the running ones. */
function watched(tasks: Tasks, running: Set<Promise<unknown>>): TaskList {
  const watch =
    (task: Tasks[string]): GraphileTask =>
    async (...given) => {
      const work = (task as unknown as GraphileTask)(...given);
      const noted = Promise.resolve(work)
        .catch(() => {})
        .finally(() => running.delete(noted));
      running.add(noted);
      await Promise.resolve(work).catch((error: unknown) => {
        throw toStorable(error);
      });
    };
  return Object.fromEntries(Object.entries(tasks).map(([name, task]) => [name, watch(task)]));
}

/**
 * Starts taking jobs once its pool is registered: a process killed before that would leave jobs locked by an unknown
 * owner. A run that lost the answer with its next job is unreliable: that job would stay locked as long as the run's
 * pool exists.
 * @param register makes the run's pool known to the other processes
 * @param giveUp ends the attempts to report the outcome of jobs to the database
 */
export async function startRun(
  { pool, tasks, crontab, concurrency, log }: JobRunOptions,
  { register, giveUp }: { register: (poolId: string) => Promise<void>; giveUp: AbortSignal },
): Promise<JobRun> {
  const running = new Set<Promise<unknown>>();
  const events = new EventEmitter() as WorkerEvents;
  const trouble = Promise.withResolvers<string>();
  const registration = Promise.withResolvers<boolean>();
  const told = outcomePool(pool, {
    mayTake: () => registration.promise,
    giveUp,
    onLostAnswer: trouble.resolve,
  });
  let poolId = '';
  events.on('pool:create', ({ workerPool }) => {
    poolId = workerPool.id;
    register(poolId).then(
      () => registration.resolve(true),
      (error) => {
        trouble.resolve(`not registered: ${error}`);
        registration.resolve(false);
      },
    );
  });
  events.on('worker:getJob:error', ({ error }) => trouble.resolve(String(error)));
  events.on('worker:fatalError', ({ error }) => trouble.resolve(String(error)));

  const runner = await run({
    pgPool: told.pool,
    taskList: watched(tasks, running),
    crontab,
    concurrency,
    pollInterval: 1_000,
    noHandleSignals: true,
    events,
    logger: quietLogger(log),
  });
  const ended = runner.promise.then(
    () => trouble.resolve('ended'),
    (error) => trouble.resolve(String(error)),
  );
  return {
    poolId,
    troubled: trouble.promise,
    registered: registration.promise,
    async stop() {
      // Rejects if the run has already ended.
      await runner.stop().catch(() => {});
      await ended;
      // A forced end leaves running tasks behind.
      await Promise.allSettled(running);
      await told.settled();
    },
  };
}
