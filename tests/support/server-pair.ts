// SPDX-License-Identifier: Apache-2.0

import { execFileSync } from 'node:child_process';
import { appendFileSync, chmodSync, cpSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { giveTo } from '../../server/platform/backup/restore.ts';
import { findBinaries } from '../../server/platform/embedded-postgres/binaries.ts';
import { type Launched, launch } from '../../server/platform/embedded-postgres/launch.ts';
import { chooseRunAs } from '../../server/platform/embedded-postgres/postgres-user.ts';
import {
  shutDown,
  startEmbeddedPostgres,
  waitUntilReady,
} from '../../server/platform/embedded-postgres/start.ts';

/** Two database servers; the second is a standby of the first. */
export interface ServerPair {
  /** An address that names both servers. */
  url: string;
  primaryUrl: string;
  standbyUrl: string;
  /** Simulates the crash of the primary's machine: kills all its processes at once. */
  killPrimary(): void;
  /** Starts it in the state in which it was killed, at its old address. */
  bringPrimaryBack(): Promise<void>;
  /** Stops or continues all of the standby's processes, like a hanging machine. */
  signalStandby(signal: 'SIGSTOP' | 'SIGCONT'): void;
  /** Promotes the standby, like Patroni, CloudNativePG or a managed database. */
  promoteStandby(): Promise<void>;
  stop(): Promise<void>;
}

function childrenOf(pid: number): number[] {
  const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n');
  return lines.flatMap((line) => {
    const [child, parent] = line.trim().split(/\s+/).map(Number);
    return parent === pid ? [child as number] : [];
  });
}

/** Sends a signal to a server and all its processes at once. */
export function signalAll(pid: number, signal: NodeJS.Signals): void {
  for (const each of [...childrenOf(pid), pid]) {
    try {
      process.kill(each, signal);
    } catch (error) {
      // It has ended meanwhile, as processes do when another one is killed.
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }
}

async function ask(url: string, text: string): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return client.query(text).finally(() => client.end());
}

interface Server {
  port: number;
  process: Launched;
}

async function start(dataDir: string, port?: number): Promise<Server> {
  const cluster = join(dataDir, 'cluster');
  const { postgres } = findBinaries();
  const runAs = chooseRunAs(dataDir, cluster, postgres);
  const process = await launch({ dataDir, cluster, postgres, runAs, isDurable: true, port });
  const ready = await waitUntilReady(cluster, process.pid, process.isAlive);
  if (!ready) throw new Error(`the server of ${dataDir} did not start: ${process.complaint()}`);
  return { port: ready.port, process };
}

async function stop(dataDir: string, { process }: Server): Promise<void> {
  if (process.isAlive()) await shutDown(join(dataDir, 'cluster'), process.pid);
}

/** @param prepare fills the database before it is copied */
export async function startServerPair(
  folder: string,
  prepare: (url: string) => Promise<unknown>,
): Promise<ServerPair> {
  const log = { info: () => {}, error: console.error };
  const builtIn = await startEmbeddedPostgres({ dataDir: join(folder, 'first'), log });
  await prepare(builtIn.url);
  await builtIn.stop();
  const [first, second] = ['first', 'second'].map((name) => join(realpathSync(folder), name)) as [
    string,
    string,
  ];
  cpSync(first, second, { recursive: true });
  let primary = await start(first);
  const at = (port: number) => Object.assign(new URL(builtIn.url), { port: String(port) }).href;
  const primaryUrl = at(primary.port);
  const copied = join(second, 'cluster');
  chmodSync(copied, 0o700);
  appendFileSync(join(copied, 'postgresql.auto.conf'), `primary_conninfo = '${primaryUrl}'\n`);
  writeFileSync(join(copied, 'standby.signal'), '');
  const { owner } = chooseRunAs(first, join(first, 'cluster'), findBinaries().postgres);
  if (owner) await giveTo(copied, owner);
  const standby = await start(second);
  const standbyUrl = at(standby.port);
  const isFollowed = "select from pg_stat_replication where state = 'streaming'";
  while ((await ask(primaryUrl, isFollowed)).rowCount === 0) await delay(20);
  return {
    url: primaryUrl.replace(/@[^/]+/, `$&,127.0.0.1:${standby.port}`),
    primaryUrl,
    standbyUrl,
    killPrimary: () => signalAll(primary.process.pid, 'SIGKILL'),
    signalStandby: (signal) => signalAll(standby.process.pid, signal),
    async bringPrimaryBack() {
      while (primary.process.isAlive()) await delay(10);
      primary = await start(first, primary.port);
    },
    async promoteStandby() {
      await ask(standbyUrl, 'select pg_promote()');
    },
    async stop() {
      await stop(first, primary);
      await stop(second, standby);
    },
  };
}
