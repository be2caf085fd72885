import { randomUUID } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { Logger as GraphileLogger, run, type TaskList, type WorkerEvents } from 'graphile-worker';
import pg from 'pg';
import type { Logger } from '../log.ts';
import type { Tasks } from './outbox.ts';

/**
 * graphile-worker leaves the jobs of a killed process locked for four hours. So each process holds an advisory
 * lock on a session of its own for as long as it lives and writes the number of that lock beside the id of its pool;
 * whoever finds a job whose owner's lock is free unlocks it.
 */
const livenessClass = 7_414_002;
const sweepIntervalMs = 5_000;

export interface JobWorker {
  /** Lets running jobs end, takes no new ones. */
  stop(): Promise<void>;
}

export interface WorkerOptions {
  connectionString: string;
  pool: pg.Pool;
  tasks: Tasks;
  /** Five-field cron lines, each ending in a task name. */
  crontab?: string;
  concurrency: number;
  log: Logger;
}

async function holdLiveness(connectionString: string, lockId: number, log: Logger): Promise<pg.Client> {
  const client = new pg.Client({ connectionString, keepAlive: true, connectionTimeoutMillis: 10_000 });
  client.on('error', (error) => log.error({ err: error }, 'liveness connection failed'));
  await client.connect();
  await client.query('select pg_advisory_lock($1, $2)', [livenessClass, lockId]);
  return client;
}

async function releaseJobsOfTheDead(pool: pg.Pool, ownLockId: number): Promise<number> {
  const { rows } = await pool.query<{ pool_ids: string[]; lock_id: number }>(
    'select lock_id, array_agg(pool_id) as pool_ids from job_pools where lock_id <> $1 group by lock_id',
    [ownLockId],
  );
  let released = 0;
  for (const { lock_id, pool_ids } of rows) {
    const client = await pool.connect();
    try {
      await client.query('begin');
      const { rows: taken } = await client.query<{ free: boolean }>(
        'select pg_try_advisory_xact_lock($1, $2) as free',
        [livenessClass, lock_id],
      );
      if (taken[0]?.free) {
        await client.query('select graphile_worker.force_unlock_workers($1)', [pool_ids]);
        await client.query('delete from job_pools where lock_id = $1', [lock_id]);
        released += pool_ids.length;
      }
      await client.query('commit');
    } catch (error) {
      await client.query('rollback').catch(() => {});
      throw error;
    } finally {
      client.release();
    }
  }
  return released;
}

function quietLogger(log: Logger): GraphileLogger {
  return new GraphileLogger(() => (level, message) => {
    if (level === 'error') log.error({ source: 'jobs' }, message);
    else if (level === 'warning') log.warn({ source: 'jobs' }, message);
    else log.debug({ source: 'jobs' }, message);
  });
}

/** A process killed between taking a job and registering its workers leaves nothing to find it by but age. */
async function releaseJobsOfTheUnknown(pool: pg.Pool): Promise<void> {
  await pool.query(`
    select graphile_worker.force_unlock_workers(array_agg(distinct locked_by))
    from graphile_worker._private_jobs job
    where locked_at < now() - interval '30 seconds'
      and not exists (select from job_pools where pool_id = job.locked_by)
    having count(*) > 0`);
}

/** Runs `tasks` from the shared queue, and gives back jobs that died with their process within seconds. */
export async function startWorker(options: WorkerOptions): Promise<JobWorker> {
  const { connectionString, pool, tasks, crontab = '', concurrency, log } = options;
  const lockId = Number.parseInt(randomUUID().slice(0, 7), 16);
  let liveness = await holdLiveness(connectionString, lockId, log);
  let livenessLost = false;
  const watchLiveness = () =>
    liveness.once('end', () => {
      livenessLost = true;
    });
  watchLiveness();

  const registered: Promise<unknown>[] = [];
  const events = new EventEmitter() as WorkerEvents;
  events.on('pool:create', ({ workerPool }) => {
    const written = pool.query('insert into job_pools (pool_id, lock_id) values ($1, $2)', [
      workerPool.id,
      lockId,
    ]);
    registered.push(written.catch((error) => log.error({ err: error }, 'job pool not registered')));
  });

  const sweep = async () => {
    try {
      if (livenessLost) {
        liveness = await holdLiveness(connectionString, lockId, log);
        livenessLost = false;
        watchLiveness();
      }
      const released = await releaseJobsOfTheDead(pool, lockId);
      if (released) log.warn({ released }, 'gave back jobs of processes that ended');
      await releaseJobsOfTheUnknown(pool);
    } catch (error) {
      log.error({ err: error }, 'could not look for jobs of ended processes');
    }
  };
  await sweep();
  const runner = await run({
    pgPool: pool,
    taskList: tasks as unknown as TaskList,
    crontab,
    concurrency,
    pollInterval: 1_000,
    noHandleSignals: true,
    events,
    logger: quietLogger(log),
  }).catch(async (error) => {
    await liveness.end();
    throw error;
  });
  await Promise.all(registered);
  let sweeping = Promise.resolve();
  const timer = setInterval(() => {
    sweeping = sweep();
  }, sweepIntervalMs);

  return {
    async stop() {
      clearInterval(timer);
      await Promise.all([runner.stop(), sweeping]);
      await pool.query('delete from job_pools where lock_id = $1', [lockId]);
      await liveness.end();
    },
  };
}
