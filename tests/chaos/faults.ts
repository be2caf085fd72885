// SPDX-License-Identifier: Apache-2.0

import { spawn } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import sql from 'sql-template-tag';
import type { Database } from '../../server/platform/db/database.ts';
import type { EmbeddedPostgres } from '../../server/platform/embedded-postgres/start.ts';
import type { FaultProxy, NetworkState } from '../support/fault-proxy.ts';
import type { Fleet, Member, Role } from './fleet.ts';
import type { FaultKind, PlannedFault } from './schedule.ts';

/** The parts of the system that a fault can affect. */
export interface World {
  server: EmbeddedPostgres;
  /** The database itself, without the proxy. */
  db: Database;
  databaseProxy: FaultProxy;
  /** The proxy of all outside services' stand-ins except mail. */
  providerProxy: FaultProxy;
  mailProxy: FaultProxy;
  sandboxUrl: string;
  fleet: Fleet;
}

/** Causes the fault. Resolves at the moment when it is over. */
type Fault = (world: World, planned: PlannedFault) => Promise<void>;

/** The maximum step. Anything older is ordered by number, not by time. */
const clockStepMs = 90_000;

const network =
  (proxy: (world: World) => FaultProxy, state: NetworkState): Fault =>
  async (world, { lastsMs }) => {
    proxy(world).set(state);
    await delay(lastsMs);
    proxy(world).set('pass');
  };

const member =
  (role: Role, suffer: (member: Member, lastsMs: number) => Promise<void>): Fault =>
  ({ fleet }, { target, lastsMs }) => {
    const those = fleet.members.filter((one) => one.role === role);
    return suffer(those[target % those.length] as Member, lastsMs);
  };

const stepClock =
  (offMs: number): Fault =>
  async ({ fleet }, { target, lastsMs }) => {
    const one = fleet.members[target % fleet.members.length] as Member;
    one.stepClock(offMs);
    await delay(lastsMs);
    one.stepClock(0);
  };

/** Makes the stand-in at `path` fail, then work again. */
const injectFault =
  (path: string, how: object, usual: object): Fault =>
  async ({ sandboxUrl }, { lastsMs }) => {
    await tell(sandboxUrl + path, how);
    await delay(lastsMs);
    await tell(sandboxUrl + path, usual);
  };

async function tell(url: string, body: object): Promise<void> {
  const answer = await fetch(url, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`);
}

async function stopDatabase({ server }: World): Promise<void> {
  const { pid } = server;
  // Like `pg_ctl stop -m immediate`. The supervisor restarts it.
  process.kill(pid, 'SIGQUIT');
  while (server.pid === pid) await delay(5);
}

async function killBackends({ db }: World): Promise<void> {
  await db.rows(sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`);
}

const busyBeside = 20;
const niceness = 5;
/** Exits with its parent, which may be interrupted. */
const busyLoop = 'const parent = process.ppid; while (process.ppid === parent);';

const database = ({ databaseProxy }: World) => databaseProxy;
const providers = ({ providerProxy }: World) => providerProxy;
const kill = (one: Member) => one.killAndRestart();
/** Twenty busy processes compete with a process that starts, and it gives way to them. */
const starve = async (one: Member): Promise<void> => {
  const busy = Array.from({ length: busyBeside }, () =>
    spawn(process.execPath, ['--eval', busyLoop], { stdio: 'ignore' }),
  );
  try {
    await one.killAndRestart(niceness);
  } finally {
    for (const each of busy) each.kill('SIGKILL');
  }
};
const pause = (one: Member, lastsMs: number) => one.pause(lastsMs);
const statsWell = { status: 0 };
const cardsWell = { status: 0 };

export const faults: Record<FaultKind, Fault> = {
  'database-stopped': stopDatabase,
  'backends-killed': killBackends,
  'database-frozen': network(database, 'freeze'),
  'database-blackholed': network(database, 'blackhole'),
  'connections-torn': async ({ databaseProxy }) => databaseProxy.tear(),
  'database-slow': network(database, 'slow'),
  'web-killed': member('web', kill),
  'worker-killed': member('worker', kill),
  'web-starved': member('web', starve),
  'worker-starved': member('worker', starve),
  'web-paused': member('web', pause),
  'worker-paused': member('worker', pause),
  'clock-ahead': stepClock(clockStepMs),
  'clock-behind': stepClock(-clockStepMs),
  'stats-failing': injectFault('/arena/faults', { status: 500 }, statsWell),
  'stats-hanging': injectFault('/arena/faults', { status: 'hang' }, statsWell),
  'cards-failing': injectFault('/stripe/faults', { status: 500 }, cardsWell),
  'cards-answers-lost': injectFault('/stripe/faults', { status: 'lost' }, cardsWell),
  'providers-blackholed': network(providers, 'blackhole'),
  'webhooks-in-disorder': injectFault(
    '/stripe/webhooks',
    { copies: 3, shuffle: true, delaySeconds: 1, drop: 0.5 },
    {},
  ),
  'mail-away': network(({ mailProxy }) => mailProxy, 'blackhole'),
};
