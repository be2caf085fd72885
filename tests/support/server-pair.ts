// SPDX-License-Identifier: Apache-2.0

import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { startEmbeddedPostgres } from '../../server/platform/embedded-postgres/start.ts';
import { readReplicationState } from '../../server/platform/standby/replication-state.ts';
import { type RunningStandby, startStandby } from '../../server/platform/standby/start-standby.ts';

const silently = { info: () => {}, error: console.error };
export const standbyName = 'standby';
const listen = '127.0.0.1';

/** Two database servers; the second follows the first. */
export interface ServerPair {
  /** Names both servers. */
  url: string;
  primary: RunningStandby;
  standby: RunningStandby;
  /** Kills the primary's machine: all its processes in one moment. */
  killPrimary(): void;
  /** Starts it in the state in which it was killed, at its old address. */
  bringPrimaryBack(): Promise<RunningStandby>;
  /** Stops the standby and starts it again. */
  stopStandby(): Promise<void>;
  startStandby(): Promise<void>;
  stop(): Promise<void>;
}

function childrenOf(pid: number): number[] {
  const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n');
  return lines.flatMap((line) => {
    const [child, parent] = line.trim().split(/\s+/).map(Number);
    return parent === pid ? [child as number] : [];
  });
}

/**
 * Sets a password with characters that are special in addresses, configuration files and SQL. Returns the address with it.
 */
async function setOddPassword(url: string): Promise<string> {
  const odd = String.raw`it's \ %41 odd`;
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`alter role current_user password ${pg.escapeLiteral(odd)}`);
  await client.end();
  return Object.assign(new URL(url), { password: encodeURIComponent(odd) }).href;
}

async function untilStreaming(url: string): Promise<void> {
  const isStreaming = async () =>
    (await readReplicationState(url)).followers.some(({ state }) => state === 'streaming');
  while (!(await isStreaming())) await delay(20);
}

/** @param prepare fills the database before it is copied */
export async function startServerPair(
  folder: string,
  prepare: (url: string) => Promise<unknown>,
): Promise<ServerPair> {
  const [first, second] = ['first', 'second'].map((name) => join(folder, name)) as [string, string];
  // On a fixed port, unlike a product's built-in database.
  const builtIn = await startEmbeddedPostgres({ dataDir: first, log: silently });
  await prepare(builtIn.url);
  const address = await setOddPassword(builtIn.url);
  await builtIn.stop();
  writeFileSync(join(first, 'address'), address, { mode: 0o600 });
  const startFirst = () => startStandby({ dataDir: first, name: 'first', port: undefined, listen });
  let primary = await startFirst();
  const startSecond = (primaryUrl?: string) =>
    startStandby({ dataDir: second, primaryUrl, name: standbyName, port: undefined, listen });
  let standby = await startSecond(primary.url);
  await untilStreaming(primary.url);
  const { host } = new URL(primary.url);
  return {
    url: primary.url.replace(host, `${host},${new URL(standby.url).host}`),
    get primary() {
      return primary;
    },
    get standby() {
      return standby;
    },
    killPrimary() {
      for (const pid of [...childrenOf(primary.pid), primary.pid]) {
        try {
          process.kill(pid, 'SIGKILL');
        } catch (error) {
          // It ended meanwhile, as processes do when another one is killed.
          if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
        }
      }
    },
    async bringPrimaryBack() {
      while (primary.isAlive()) await delay(10);
      primary = await startFirst();
      return primary;
    },
    stopStandby: () => standby.stop(),
    async startStandby() {
      standby = await startSecond();
      await untilStreaming(primary.url);
    },
    async stop() {
      for (const server of [primary, standby]) if (server.isAlive()) await server.stop();
    },
  };
}
