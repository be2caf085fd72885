import { setTimeout as delay } from 'node:timers/promises';
import sql from 'sql-template-tag';
import { auditLedger } from '../../server/audit.ts';
import { type Database, openDatabase } from '../../server/platform/db/database.ts';
import type { EmbeddedPostgres } from '../../server/platform/embedded-postgres/start.ts';
import { type DrillLoad, startLoad } from './drill-load.ts';
import { type FaultProxy, startFaultProxy } from './fault-proxy.ts';
import { startFleet } from './fleet.ts';

export const faults = ['stopped', 'terminated', 'frozen', 'blackholed', 'torn'] as const;
export type Fault = (typeof faults)[number];

export interface FaultDrill {
  rounds: number;
  /** Decides how long outages last, and what comes when. */
  seed: number;
  /** One process per role; the first serves players. */
  roles: readonly ('all' | 'web' | 'worker')[];
  players: number;
  /** Told of each round. */
  say?(line: string): void;
}

export interface DrillOutcome {
  /** Nothing in a right run. */
  faults: string[];
  /** The longest time from the end of an outage until every serving process had served a call, in milliseconds. */
  worstMs: Record<Fault, number>;
  bought: number;
  answered: number;
  unavailable: number;
}

const maxOutageMs = 4_000;
const maxRecoveryMs = 20_000;
const maxJobsMs = 30_000;

/** Numbers from 0 below 1 that look random and are the same for a seed. */
function createDice(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Has the database suffer; resolves the moment that it can be reached again. */
async function suffer(
  fault: Fault,
  {
    server,
    proxy,
    db,
    outageMs,
  }: { server: EmbeddedPostgres; proxy: FaultProxy; db: Database; outageMs: number },
): Promise<void> {
  if (fault === 'stopped') {
    const { pid } = server;
    // As `pg_ctl stop -m immediate` does. Its supervisor starts it again.
    process.kill(pid, 'SIGQUIT');
    while (server.pid === pid) await delay(5);
  } else if (fault === 'terminated') {
    await db.rows(sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`);
  } else if (fault === 'torn') {
    proxy.tear();
  } else {
    proxy.set(fault === 'frozen' ? 'freeze' : 'blackhole');
    await delay(outageMs);
    proxy.set('pass');
  }
}

/** Time from now until the process at `url` has served a call; asks anew without waiting for what was asked before. */
async function untilServed(load: DrillLoad, url: string): Promise<number> {
  const from = performance.now();
  let servedMs: number | undefined;
  while (servedMs === undefined && performance.now() - from < maxRecoveryMs) {
    void load.isServing(url).then((isServing) => {
      if (isServing) servedMs ??= performance.now() - from;
    });
    await delay(50);
  }
  return servedMs ?? maxRecoveryMs;
}

/** Whether every job that was due is done, and none failed for good. */
async function leftJobs(db: Database): Promise<string[]> {
  const giveUpAt = Date.now() + maxJobsMs;
  for (;;) {
    const left = await db.rows<{
      task: string;
      attempts: number;
      isLocked: boolean;
      error: string | null;
    }>(sql`
      select task_identifier as task, attempts, locked_at is not null as is_locked, last_error as error
      from graphile_worker.jobs where task_identifier = 'purchase.completed' limit 5`);
    if (left.length === 0) return [];
    if (Date.now() > giveUpAt) return left.map((job) => `a job is left: ${JSON.stringify(job)}`);
    await delay(200);
  }
}

/** What the books, or the orders that were answered, say against the run. */
async function wrongBooks(db: Database, load: DrillLoad): Promise<string[]> {
  const { proofs } = await auditLedger(db);
  const breaches = proofs.flatMap((proof) => proof.breaches);
  const ids = [...load.bought.values()];
  const known = await db.one<{ orders: number }>(
    sql`select count(*) as orders from orders where id = any (${ids}::uuid[])`,
  );
  if (known.orders !== ids.length) breaches.push(`${ids.length} orders were answered, ${known.orders} exist`);
  if (new Set(ids).size !== ids.length) breaches.push('two purchases were answered with one order');
  return breaches;
}

/**
 * Runs the product on `server` (a supervised one), behind a proxy, under load, and has its database suffer round after
 * round. Needs migrations to have run; leaves the database as the drill left it.
 */
export async function drillFaults(server: EmbeddedPostgres, drill: FaultDrill): Promise<DrillOutcome> {
  const { rounds, seed, roles, players, say = () => {} } = drill;
  const dice = createDice(seed);
  const proxy = await startFaultProxy(server.url);
  const db = openDatabase(server.url, { poolSize: 4, statementMs: 0 });
  const fleet = await startFleet(proxy.url, roles);
  const worstMs = Object.fromEntries(faults.map((fault) => [fault, 0])) as Record<Fault, number>;
  const found: string[] = [];
  try {
    const load = await startLoad(db, fleet.urls, players);
    for (let round = 0; round < rounds && fleet.ended.length === 0; round++) {
      const fault = faults[round % faults.length] as Fault;
      await delay(300 + dice() * 700);
      const outageMs = Math.round(dice() * maxOutageMs);
      await suffer(fault, { server, proxy, db, outageMs });
      const served = await Promise.all(fleet.urls.map((url) => untilServed(load, url)));
      const slowestMs = Math.round(Math.max(...served));
      worstMs[fault] = Math.max(worstMs[fault], slowestMs);
      say(`${round + 1}/${rounds} ${fault}: serving again after ${slowestMs} ms`);
    }
    await load.stop();
    found.push(...load.strange, ...(await leftJobs(db)));
    // Anyone who stops a process in the middle of an outage wants it to end all the same.
    proxy.set('blackhole');
    found.push(...fleet.ended, ...(await fleet.stop()), ...(await wrongBooks(db, load)));
    const { bought, answered, unavailable } = load;
    return { faults: found, worstMs, bought: bought.size, answered, unavailable };
  } finally {
    await fleet.stop();
    await db.close();
    await proxy.close();
  }
}
