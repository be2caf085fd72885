// SPDX-License-Identifier: Apache-2.0

import pg from 'pg';
import { openDatabase } from '../../server/platform/db/database.ts';
import { migrate } from '../../server/platform/db/migrate.ts';
import { createDice } from '../chaos/dice.ts';
import { startFleet } from '../chaos/fleet.ts';
import { judgeEnd, settle, watchInvariants } from '../chaos/invariants.ts';
import { startLoad } from '../chaos/load.ts';
import { startSurroundings } from '../chaos/surroundings.ts';
import { startPgbouncers } from '../support/pgbouncer.ts';
import { startCluster } from './cluster.ts';
import { failoverFaults } from './faults.ts';
import { startHaproxy } from './haproxy.ts';
import { createProbe } from './serving.ts';
import { createMarks, watchWrites } from './writes.ts';

export interface FailoverOptions {
  /** An empty folder. The nodes' data directories in it may be separate disks. */
  folder: string;
  faults: number;
  kinds: readonly string[];
  seed: number;
  isThroughHaproxy: boolean;
  /** The program of PgBouncer, if it stands in front of each server or of HAProxy. */
  pgbouncer: string | undefined;
  say(line: string): void;
}

/** Milliseconds. */
export interface Outage {
  kind: string;
  promotes: boolean;
  /** From the fault until every web process had served a purchase. */
  wholeMs: number;
  /** The same from the promotion, or from the end of the fault. */
  afterMs: number;
}

export interface FailoverOutcome {
  outages: Outage[];
  breaches: string[];
  answered: number;
  unavailable: number;
  orders: number;
}

const codesPerFault = 4_000;
const players = 6;
const roles = ['web', 'web', 'worker', 'worker'] as const;

async function createDatabase(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url.replace(/finalring$/, 'postgres') });
  await client.connect();
  await client.query('create database finalring');
  await client.end();
  await migrate(url);
}

async function on<Result>(url: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return work(client).finally(() => client.end());
}

/**
 * Runs the product on three Patroni nodes under mixed load, and lets one node after another fail as `seed` determines.
 * The only manual command is a planned switchover.
 */
export async function runFailover(options: FailoverOptions): Promise<FailoverOutcome> {
  const { folder, say } = options;
  const cluster = await startCluster(folder);
  const urlOf = ({ ports }: { ports: { database: number } }) =>
    cluster.url.replace(/@[^/]+/, `@127.0.0.1:${ports.database}`);
  await cluster.whole();
  await createDatabase(urlOf(await cluster.leader()));
  await on(urlOf(await cluster.leader()), (client) => client.query(createMarks));
  const haproxy = options.isThroughHaproxy ? await startHaproxy(folder, cluster) : undefined;
  const { pgbouncer } = options;
  const poolers = pgbouncer && (await startPgbouncers(pgbouncer, haproxy?.url ?? cluster.url));
  const surroundings = await startSurroundings({ url: urlOf(await cluster.leader()) });
  const db = openDatabase(cluster.url, { poolSize: 8, statementMs: 0 });
  const fleet = await startFleet(roles, {
    env: { ...surroundings.env, DATABASE_URL: (poolers || haproxy || cluster).url },
    keepsItsLimits: true,
  });
  const writes = watchWrites(cluster.nodes);
  try {
    const urls = () => fleet.members.filter(({ role }) => role === 'web').map(({ url }) => url);
    surroundings.sandbox.setAppUrl(urls()[0] as string);
    const { sandboxUrl, vault } = surroundings;
    const stock = options.faults * codesPerFault;
    const load = await startLoad(db, { urls, sandboxUrl, vault, stock, players, seed: options.seed });
    const untilServed = await createProbe(db, load);
    const watch = watchInvariants(db, true);
    const outages: Outage[] = [];
    const breaches: string[] = [];
    const dice = createDice(options.seed);
    let left: string[] = [];
    for (let number = 1; number <= options.faults && breaches.length === 0; number++) {
      if (left.length === 0) left = [...options.kinds];
      const kind = dice.pick(left);
      left = left.filter((other) => other !== kind);
      const fault = failoverFaults[kind];
      if (!fault) throw new Error(`there is no fault ${kind}`);
      await cluster.whole();
      const [leader, standby] = [await cluster.leader(), await cluster.standby()];
      const begunAt = performance.now();
      const countsFrom = await fault.suffer({ cluster, writes, leader, standby, begunAt });
      const served = Math.max(...(await Promise.all(urls().map(untilServed))));
      const outage = {
        kind,
        promotes: fault.promotes,
        wholeMs: served - begunAt,
        afterMs: served - countsFrom,
      };
      outages.push(outage);
      const [whole, after] = [outage.wholeMs, outage.afterMs].map((ms) => `${(ms / 1000).toFixed(1)} s`);
      say(`${number}/${options.faults} ${kind}: served after ${whole} in all, ${after} after it could be`);
      await cluster.whole();
      breaches.push(...writes.findTwoLeaders(begunAt).map((breach) => `${kind} (${number}): ${breach}`));
    }
    await load.stop();
    const unsettled = await settle(db, load.done);
    await watch.stop();
    await writes.stop();
    const stopped = await fleet.stop();
    const lost = await on(urlOf(await cluster.leader()), writes.findLost);
    breaches.push(...load.strange, ...fleet.ended, ...watch.breaches, ...unsettled, ...stopped, ...lost);
    breaches.push(...(await judgeEnd(db, load.done)));
    const { answered, unavailable, done } = load;
    return { outages, breaches, answered, unavailable, orders: done.orders.length };
  } finally {
    await writes.stop();
    await fleet.stop();
    await db.close();
    await (poolers || undefined)?.close();
    await haproxy?.stop();
    await surroundings.close();
    await cluster.stop();
  }
}
