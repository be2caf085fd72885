// SPDX-License-Identifier: Apache-2.0

import { setTimeout as delay } from 'node:timers/promises';
import sql from 'sql-template-tag';
import { auditLedger } from '../../server/audit.ts';
import { module as ledger } from '../../server/ledger/feature.ts';
import type { Database } from '../../server/platform/db/database.ts';
import { DatabaseUnavailable } from '../../server/platform/postgres/unavailable.ts';
import { patient } from '../support/patience.ts';
import type { Acknowledged } from './actor.ts';

const everyMs = 1_000;
/** The seconds in which a job must be done, or be taken over from a process that died. */
const jobWithinSeconds = 60;
/**
 * The same while processes start on two cores with twenty busy processes. The network of this run (fault-proxy.ts) has
 * as little time as they do, and a process that can't show that it is alive doesn't take over jobs.
 */
const starvedWithinSeconds = 300;
/** A busy worker takes its next job within milliseconds. After an outage it may restart first. */
const takenUpWithinSeconds = 30;
/** The time limit for finishing the remaining work. */
const settlesWithinMs = patient(180_000);

/**
 * Checks every second the invariants that must always hold. The database may be unavailable in between.
 * @param isStarved whether processes are starting on a machine without free time
 */
export function watchInvariants(
  db: Database,
  isStarved = false,
): {
  breaches: string[];
  readonly checks: number;
  stop(): Promise<void>;
} {
  const breaches: string[] = [];
  let checks = 0;
  let isOver = false;
  async function watch(): Promise<void> {
    while (!isOver && breaches.length === 0) {
      await delay(everyMs);
      await check().catch(() => {});
    }
  }
  async function check(): Promise<void> {
    for (const { claim, contradictions } of ledger.proofs) {
      const found = await db.rows<{ breach: string }>(contradictions);
      breaches.push(...found.map(({ breach }) => `${claim}: ${breach}`));
    }
    breaches.push(...(await findOrphanedJobs(db, isStarved ? starvedWithinSeconds : jobWithinSeconds)));
    checks++;
  }
  const watching = watch();
  return {
    breaches,
    get checks() {
      return checks;
    },
    async stop() {
      isOver = true;
      await watching;
    },
  };
}

/**
 * Jobs that are locked for longer than a job may take, or that wait that long while no job is started at all: a job
 * behind thousands of others isn't orphaned. The wait counts from when the job was written, because a slow clock would
 * backdate it.
 */
async function findOrphanedJobs(db: Database, withinSeconds: number): Promise<string[]> {
  const rows = await db.rows<{ task: string; seconds: number; state: string }>(sql`
    select task, extract(epoch from now() - since)::int as seconds, state
    from (
      select task_identifier as task, attempts < max_attempts as is_left, locked_at, run_at,
        coalesce(locked_at, greatest(run_at, updated_at)) as since,
        case when locked_at is null then 'waits'
          when exists (
            select from job_pools join pg_locks on locktype = 'advisory' and granted and objid = lock_id::oid
            where pool_id = locked_by) then 'is held by a living process'
          else 'is held by a process that ended' end as state
      from graphile_worker.jobs) job
    where is_left and (locked_at is not null or run_at <= now())
      and since < now() - make_interval(secs => ${withinSeconds})
      and (locked_at is not null or not exists (
        select from graphile_worker.jobs taken where taken.locked_at > now() - make_interval(secs => ${takenUpWithinSeconds})))
    limit 5`);
  return rows.map(({ task, seconds, state }) => `the job ${task} ${state} for ${seconds} s`);
}

/** The work that is still in progress although no requests arrive. */
async function listUnsettled(db: Database, done: Acknowledged): Promise<string[]> {
  const attempts = await db.rows<{ what: string }>(sql`
    select format('attempt %s is %s', id, status) as what from attempts
    where status in ('PENDING', 'IN_PROGRESS', 'WAITING_RECHECK') limit 5`);
  const jobs = await db.rows<{ what: string }>(sql`
    select format('the job %s is left: %s', task_identifier, last_error) as what
    from graphile_worker.jobs where run_at <= now() limit 5`);
  return [
    ...attempts.map(({ what }) => what),
    ...jobs.map(({ what }) => what),
    ...(await findLostPayments(db, done)),
  ];
}

/** Waits until no work is in progress. Returns what remains. A missed webhook is made up for within a minute. */
export async function settle(db: Database, done: Acknowledged): Promise<string[]> {
  const giveUpAt = Date.now() + settlesWithinMs;
  for (;;) {
    const left = await listUnsettled(db, done).catch((error: unknown) => {
      // The last fault may still close connections that this run holds.
      if (error instanceof DatabaseUnavailable) return [error.message];
      throw error;
    });
    if (left.length === 0 || Date.now() > giveUpAt) return left;
    await delay(500);
  }
}

/** Contradictions between the run, the books and the confirmed successes. */
export async function judgeEnd(db: Database, done: Acknowledged): Promise<string[]> {
  const { proofs } = await auditLedger(db);
  return [
    ...proofs.flatMap(({ claim, breaches }) => breaches.map((breach) => `${claim}: ${breach}`)),
    ...(await findDoubled(db, done)),
    ...(await findLostOrders(db, done)),
    ...(await findWrongAttempts(db, done)),
  ];
}

/**
 * Each request was repeated with the same key until it was answered, so the results must number those answered, plus at
 * most those with unknown outcome.
 */
async function findDoubled(db: Database, { answered, open }: Acknowledged): Promise<string[]> {
  const made = await db.one<Record<'orders' | 'attempts' | 'payments', number>>(sql`
    select (select count(*) from orders) as orders, (select count(*) from attempts) as attempts,
      (select count(*) from payments) as payments`);
  const paths = {
    orders: '/cart/checkout',
    attempts: '/challenge/start',
    payments: '/transaction/create-intent',
  } as const;
  return Object.entries(paths).flatMap(([what, path]) => {
    const there = made[what as keyof typeof paths];
    const told = answered.get(path) ?? 0;
    const most = told + (open.get(path) ?? 0);
    return there >= told && there <= most
      ? []
      : [`${there} ${what} were made, ${told} to ${most} were asked for`];
  });
}

async function findLostOrders(db: Database, { orders }: Acknowledged): Promise<string[]> {
  const { known } = await db.one<{ known: number }>(
    sql`select count(*) as known from orders where id = any (${orders}::uuid[])`,
  );
  return [
    ...(known === orders.length ? [] : [`${orders.length} orders were answered, ${known} exist`]),
    ...(new Set(orders).size === orders.length ? [] : ['two purchases were answered with one order']),
  ];
}

/** A late reading may cancel an attempt, but never turns a win into a loss. */
async function findWrongAttempts(db: Database, { attempts }: Acknowledged): Promise<string[]> {
  const rows = await db.rows<{ id: string; status: string }>(sql`
    select id, status from attempts where id = any (${[...attempts.keys()]}::uuid[])`);
  const lost = attempts.size - rows.length;
  return [
    ...(lost === 0 ? [] : [`${lost} attempts that were answered do not exist`]),
    ...rows
      .filter(({ id, status }) => status !== attempts.get(id) && status !== 'CANCELLED')
      .map(({ id, status }) => `attempt ${id} is ${status}, its match was ${attempts.get(id)}`),
  ];
}

async function findLostPayments(db: Database, { payments }: Acknowledged): Promise<string[]> {
  const rows = await db.rows<{ id: string; status: string }>(sql`
    select charged.id, coalesce(status, 'unknown') as status
    from unnest(${[...payments]}::uuid[]) as charged (id) left join payments on payments.id = charged.id
    where credited_at is null`);
  return rows.map(({ id, status }) => `the card of payment ${id} was charged, and it is ${status}`);
}
