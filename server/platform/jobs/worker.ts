// SPDX-License-Identifier: Apache-2.0

import { setTimeout as delay } from 'node:timers/promises';
import type { SilenceWatcher } from '../postgres/held-connection.ts';
import { toUnavailable } from '../postgres/unavailable.ts';
import { type JobRun, type JobRunOptions, startRun } from './job-run.ts';
import { holdLiveness, type Liveness } from './liveness.ts';

export interface JobWorker {
  /** Lets running jobs end and takes no new ones. */
  stop(): Promise<void>;
}

export interface WorkerOptions extends Omit<JobRunOptions, 'crontab'> {
  connectionString: string;
  crontab?: string;
  /** Called when this process's liveness connection stays silent. */
  watcher?: SilenceWatcher;
}

const sweepIntervalMs = 1_000;
/** Jobs without a known owner are rare, so the check for them is less frequent. */
const unknownEverySweeps = 10;
const restartAfterMs = { least: 100, most: 1_000 };
/** How long a stopping process keeps trying to report its jobs' outcomes; unreported jobs run again. */
const outcomeReportGraceMs = 5_000;
/** A process that the others consider dead takes no more jobs: they may be running the same ones. */
const maxUnheldSweeps = 2;

/**
 * Keeps one run going. When it becomes unreliable, the next one starts immediately, while the tasks of the old one
 * finish. Only then are its remaining locked jobs freed, so that no job runs twice in this process.
 */
function keepRunning(
  { log }: JobRunOptions,
  liveness: Liveness,
  { first, start }: { first: JobRun; start: () => Promise<JobRun> },
  reportAbort: AbortController,
) {
  const stopping = new AbortController();
  const retiring = new Set<Promise<void>>();
  let current: JobRun | undefined = first;
  let giveUp: (reason: string) => void = () => {};
  const stopped = new Promise<undefined>((resolve) => {
    stopping.signal.addEventListener('abort', () => resolve(undefined));
  });

  const pause = (ms: number) => delay(ms, undefined, { signal: stopping.signal }).catch(() => {});

  async function releaseJobs({ poolId }: JobRun): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        return await liveness.release(poolId);
      } catch (error) {
        log.debug({ err: error }, 'jobs of an ended run are still locked');
        await pause(restartAfterMs.least);
      }
    }
  }

  function retire(run: JobRun): void {
    const retired = run.stop().then(() => releaseJobs(run));
    retiring.add(retired);
    void retired.finally(() => retiring.delete(retired));
  }

  async function startNext(): Promise<JobRun | undefined> {
    for (let failures = 0; !stopping.signal.aborted; failures++) {
      await pause(Math.min(restartAfterMs.least * 2 ** failures, restartAfterMs.most));
      if (!liveness.isHeld || stopping.signal.aborted) continue;
      try {
        const next = await start();
        if (await next.registered) return next;
        retire(next);
        throw new Error(await next.troubled);
      } catch (error) {
        if (failures % 20 === 0) log.warn({ err: error }, 'cannot fetch jobs yet');
      }
    }
    return undefined;
  }

  async function loop(): Promise<void> {
    while (current) {
      const givenUp = new Promise<string>((resolve) => {
        giveUp = resolve;
      });
      const reason = await Promise.race([stopped, current.troubled, givenUp]);
      retire(current);
      if (reason === undefined) return;
      log.warn({ reason }, 'restarting the job worker');
      current = undefined;
      current = await startNext();
      if (current) log.info('fetching jobs again');
    }
  }

  const looping = loop();
  return {
    giveUp: (reason: string) => giveUp(reason),
    async stop(): Promise<void> {
      stopping.abort();
      const late = setTimeout(() => reportAbort.abort(), outcomeReportGraceMs);
      await looping;
      await Promise.all(retiring);
      clearTimeout(late);
    },
  };
}

/**
 * Runs `tasks` from the shared queue as long as the process lives, even if its connections are lost, and frees the jobs
 * of dead processes within seconds.
 * @throws if the database cannot be reached at the start
 */
export async function startWorker({
  connectionString,
  watcher,
  ...given
}: WorkerOptions): Promise<JobWorker> {
  const options = { ...given, crontab: given.crontab ?? '' };
  const { pool, log } = options;
  const liveness = await holdLiveness({ connectionString, pool, log, watcher });
  const reportAbort = new AbortController();
  const start = () =>
    startRun(options, { register: (poolId) => liveness.register(poolId), giveUp: reportAbort.signal });
  let first: JobRun;
  try {
    first = await start();
  } catch (error) {
    await liveness.close();
    throw toUnavailable(error);
  }
  const jobs = keepRunning(options, liveness, { first, start }, reportAbort);

  let sweeps = 0;
  let unheldSweeps = 0;
  async function sweep(): Promise<void> {
    unheldSweeps = liveness.isHeld ? 0 : unheldSweeps + 1;
    if (unheldSweeps === maxUnheldSweeps) jobs.giveUp('the others cannot see that this process lives');
    if (unheldSweeps > 0) return;
    try {
      const released = await liveness.releaseDead();
      if (released) log.warn({ released }, 'released the jobs of ended processes');
      if (sweeps++ % unknownEverySweeps === 0) await liveness.releaseUnknown();
    } catch (error) {
      log.warn({ err: error }, 'could not check for jobs of ended processes');
    }
  }
  let sweeping: Promise<void> | undefined;
  const timer = setInterval(() => {
    sweeping ??= sweep().finally(() => {
      sweeping = undefined;
    });
  }, sweepIntervalMs);

  return {
    async stop() {
      clearInterval(timer);
      await Promise.all([jobs.stop(), sweeping]);
      await liveness.close();
    },
  };
}
