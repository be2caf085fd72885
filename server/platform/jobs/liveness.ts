// SPDX-License-Identifier: Apache-2.0

import { randomInt } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import type { Logger } from '../log.ts';
import { holdConnection, type SilenceWatcher } from '../postgres/held-connection.ts';

/**
 * graphile-worker leaves the jobs of a killed process locked for four hours. So each process holds an advisory lock, on
 * a separate session, as long as it lives. It stores that lock's number with the id of each of its pools. Any process
 * that finds jobs whose owner's lock has been free for a while unlocks them.
 *
 * A session can break while its process lives. Then the process takes another lock (the server may still keep the old
 * one for the broken session) and stores its number with its pools, well before the others give up on it.
 */
const livenessClass = 7_414_002;
/**
 * How long a lock must stay free before its owner counts as dead. Longer than a living process needs to notice a lost
 * session (2 s) and open another; otherwise its running jobs would start a second time.
 */
const deadAfterMs = 3_000;

/**
 * Makes the database server notice within about ten seconds that this machine is gone, and free its lock. If its
 * operating system does not support these settings, its own defaults apply, often two hours.
 */
const noticeDeadPeers =
  "select set_config('tcp_keepalives_idle', '5', false), set_config('tcp_keepalives_interval', '2', false), set_config('tcp_keepalives_count', '3', false)";

const namePools = `
  insert into job_pools (pool_id, lock_id) select unnest($1::text[]), $2
  on conflict (pool_id) do update set lock_id = excluded.lock_id`;

export interface Liveness {
  /** Whether the other processes consider this one alive. */
  readonly isHeld: boolean;
  /** Records that a pool belongs to this process, so that its jobs count as taken by a living one. */
  register(poolId: string): Promise<void>;
  /** Frees the jobs still locked by a pool whose last task has ended, and forgets the pool. */
  release(poolId: string): Promise<void>;
  /** Frees the jobs of processes that ended; returns how many pools they had. */
  releaseDead(): Promise<number>;
  /** Frees jobs of unknown owners. */
  releaseUnknown(): Promise<void>;
  /** Lets others take over this process's remaining jobs immediately. */
  close(): Promise<void>;
}

async function freeJobs(client: pg.PoolClient, poolIds: readonly string[]): Promise<void> {
  await client.query('select graphile_worker.force_unlock_workers($1)', [poolIds]);
  await client.query('delete from job_pools where pool_id = any ($1)', [poolIds]);
}

async function inTransaction<Result>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  let failure: Error | undefined;
  try {
    await client.query('begin');
    const result = await work(client);
    await client.query('commit');
    return result;
  } catch (error) {
    failure = error as Error;
    throw error;
  } finally {
    // A connection that failed in a transaction is discarded; the server rolls back.
    client.release(failure);
  }
}

/**
 * Frees the jobs of `lockId` unless a process has taken that lock in the meantime; its pools may have another by now.
 */
function takeOver(pool: pg.Pool, lockId: number): Promise<number> {
  return inTransaction(pool, async (client) => {
    const { rows: taken } = await client.query<{ free: boolean }>(
      'select pg_try_advisory_xact_lock($1, $2) as free',
      [livenessClass, lockId],
    );
    if (!taken[0]?.free) return 0;
    const { rows } = await client.query<{ pool_id: string }>(
      'select pool_id from job_pools where lock_id = $1 for update',
      [lockId],
    );
    await freeJobs(
      client,
      rows.map((row) => row.pool_id),
    );
    return rows.length;
  });
}

/**
 * After a failover to a standby, owners are stored again. Waiting for an unavailable standby would make the connection
 * look silent.
 */
const waitForNoStandby = 'set synchronous_commit = local';

/** @throws if the database cannot be reached */
export async function holdLiveness(options: {
  connectionString: string;
  pool: pg.Pool;
  log: Logger;
  watcher?: SilenceWatcher | undefined;
}): Promise<Liveness> {
  const { pool } = options;
  const poolIds = new Set<string>();
  const freeSince = new Map<number, number>();
  let ownLockId = 0;

  const held = await holdConnection({
    ...options,
    name: 'liveness',
    async prepare(client) {
      // Observations from before an outage say nothing about which processes live after it.
      freeSince.clear();
      const lockId = randomInt(2 ** 31);
      await client.query(noticeDeadPeers).catch(() => {});
      await client.query(waitForNoStandby);
      await client.query('select pg_advisory_lock($1, $2)', [livenessClass, lockId]);
      ownLockId = lockId;
      await client.query(namePools, [[...poolIds], lockId]);
    },
  });

  return {
    get isHeld() {
      return held.isAnswering;
    },
    async register(poolId) {
      poolIds.add(poolId);
      // On the session that holds the lock, so that nothing is stored there after another lock was taken.
      await held.query(namePools, [[poolId], ownLockId]);
    },
    async release(poolId) {
      await inTransaction(pool, (client) => freeJobs(client, [poolId]));
      poolIds.delete(poolId);
    },
    async releaseDead() {
      const { rows } = await pool.query<{ lock_id: number }>(
        `select distinct lock_id from job_pools
         where not exists (
           select from pg_locks
           where locktype = 'advisory' and classid = $1 and objid = job_pools.lock_id::oid
             and database = (select oid from pg_database where datname = current_database()))`,
        [livenessClass],
      );
      const free = new Set(rows.map((row) => row.lock_id));
      for (const lockId of freeSince.keys()) if (!free.has(lockId)) freeSince.delete(lockId);
      let released = 0;
      for (const lockId of free) {
        const since = freeSince.get(lockId) ?? performance.now();
        freeSince.set(lockId, since);
        if (performance.now() - since >= deadAfterMs) released += await takeOver(pool, lockId);
      }
      return released;
    },
    async releaseUnknown() {
      // A process killed between taking a job and storing its pool leaves no trace of the job but its age.
      await pool.query(`
        select graphile_worker.force_unlock_workers(array_agg(distinct locked_by))
        from graphile_worker._private_jobs job
        where not is_available and locked_at < now() - interval '30 seconds'
          and not exists (select from job_pools where pool_id = job.locked_by)
        having count(*) > 0`);
    },
    async close() {
      const left = [...poolIds];
      const goodbye = left.length > 0 ? inTransaction(pool, (client) => freeJobs(client, left)) : undefined;
      // If the database does not answer, the others find the free lock instead, a few seconds later.
      await Promise.race([goodbye?.catch(() => {}), delay(1_000, undefined, { ref: false })]);
      await held.close();
    },
  };
}
