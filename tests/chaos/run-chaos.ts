// SPDX-License-Identifier: Apache-2.0

import { setTimeout as delay } from 'node:timers/promises';
import { openDatabase } from '../../server/platform/db/database.ts';
import type { EmbeddedPostgres } from '../../server/platform/embedded-postgres/start.ts';
import { patient } from '../support/patience.ts';
import { faults, type World } from './faults.ts';
import { type Role, startFleet } from './fleet.ts';
import { judgeEnd, settle, watchInvariants } from './invariants.ts';
import { type Load, startLoad } from './load.ts';
import { allFaults, type FaultKind, planFaults } from './schedule.ts';
import { startSurroundings } from './surroundings.ts';

export interface ChaosOptions {
  /** Determines the schedule, and what players do. */
  seed: number;
  faults: number;
  /** All kinds by default. */
  kinds?: readonly FaultKind[];
  roles: readonly Role[];
  players: number;
  /** Whether processes keep an installation's time limits on a slow machine too. `worstMs` depends on it. */
  keepsItsLimits: boolean;
  /** Called with each fault. */
  say?(line: string): void;
}

export interface ChaosOutcome {
  /** Empty in a correct run. */
  breaches: string[];
  /**
   * The longest time in milliseconds, for each kind, from the end of a fault until every web process had served a call.
   */
  worstMs: Partial<Record<FaultKind, number>>;
  /** The number of checks of the invariants. */
  checks: number;
  answered: number;
  unavailable: number;
  orders: number;
  attempts: number;
  payments: number;
}

/** More codes than are sold during a fault. */
const codesPerFault = 100;
const maxRecoveryMs = patient(20_000);

/** The time until the process at `url` has served a call. Starts new calls without waiting for earlier ones. */
export async function untilServed(load: Load, url: string): Promise<number> {
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

async function sufferAll(world: World, load: Load, { seed, faults: count, kinds, say }: ChaosOptions) {
  const worstMs: ChaosOutcome['worstMs'] = {};
  const broken: string[] = [];
  for (const [number, planned] of planFaults(seed, count, kinds).entries()) {
    if (world.fleet.ended.length > 0 || broken.length > 0) break;
    const { kind } = planned;
    await delay(planned.afterMs);
    await faults[kind](world, planned);
    const serving = world.fleet.members.filter(({ role }) => role === 'web');
    const served = await Promise.all(serving.map(({ url }) => untilServed(load, url)));
    const slowestMs = Math.round(Math.max(...served));
    worstMs[kind] = Math.max(worstMs[kind] ?? 0, slowestMs);
    if (slowestMs >= maxRecoveryMs)
      broken.push(`${kind} (${number + 1}): a process stayed up and served nobody`);
    say?.(`${number + 1}/${count} ${kind}: serving again after ${slowestMs} ms`);
  }
  return { worstMs, broken };
}

/**
 * Runs the product on `server` (a supervised one) with stand-ins for all outside services under mixed load, while a
 * seeded schedule of faults happens. Migrations must have run. Leaves the database as it is at the end.
 */
export async function runChaos(server: EmbeddedPostgres, options: ChaosOptions): Promise<ChaosOutcome> {
  const surroundings = await startSurroundings(server);
  const { sandbox, sandboxUrl, vault, databaseProxy, providerProxy, mailProxy } = surroundings;
  const db = openDatabase(server.url, { poolSize: 8, statementMs: 0 });
  const fleet = await startFleet(options.roles, {
    env: surroundings.env,
    keepsItsLimits: options.keepsItsLimits,
  });
  try {
    const urls = () => fleet.members.filter(({ role }) => role === 'web').map(({ url }) => url);
    sandbox.setAppUrl(urls()[0] as string);
    const world: World = { server, db, databaseProxy, providerProxy, mailProxy, sandboxUrl, fleet };
    const { seed, players } = options;
    const stock = Math.max(1, options.faults) * codesPerFault;
    const load = await startLoad(db, { urls, sandboxUrl, vault, stock, players, seed });
    const isStarved = (options.kinds ?? allFaults).some((kind) => kind.endsWith('-starved'));
    const watch = watchInvariants(db, isStarved);
    const { worstMs, broken } = await sufferAll(world, load, options);
    await load.stop();
    const left = await settle(db, load.done);
    await watch.stop();
    // Whoever stops the drill during an outage still wants it to exit.
    databaseProxy.set('blackhole');
    const stopped = await fleet.stop();
    const { answered, unavailable, strange, done } = load;
    const breaches = [
      ...broken,
      ...strange,
      ...fleet.ended,
      ...watch.breaches,
      ...left,
      ...stopped,
      ...(await judgeEnd(db, done)),
    ];
    return {
      ...{ breaches, worstMs, checks: watch.checks, answered, unavailable },
      orders: done.orders.length,
      attempts: done.attempts.size,
      payments: done.payments.size,
    };
  } finally {
    await fleet.stop();
    await db.close();
    await surroundings.close();
  }
}
