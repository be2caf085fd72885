// SPDX-License-Identifier: Apache-2.0

import { chmodSync, existsSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { toHosts } from '../db/hosts.ts';
import { findBinaries } from '../embedded-postgres/binaries.ts';
import { launch } from '../embedded-postgres/launch.ts';
import { findLivePostmaster } from '../embedded-postgres/postmaster.ts';
import { chooseRunAs } from '../embedded-postgres/run-as.ts';
import { shutDown, waitUntilReady } from '../embedded-postgres/start.ts';
import { makeFolder } from '../make-folder.ts';
import { makeStandby } from './make-standby.ts';

export interface StartOptions {
  dataDir: string;
  /** Required if there is no standby in the folder yet. */
  primaryUrl?: string | undefined;
  name: string;
  /** The port to serve at; by default the one it used before, or any free one. */
  port: number | undefined;
  /** Addresses of this machine to listen on. */
  listen: string;
}

export interface RunningStandby {
  /** Like the primary's, but with this host and port. */
  url: string;
  pid: number;
  isNew: boolean;
  isAlive(): boolean;
  stop(): Promise<void>;
}

const addressFile = (dataDir: string) => join(dataDir, 'address');

/** The address of the server that was made in this folder. @throws if there is none */
export function readAddress(dataDir: string): string {
  if (!existsSync(addressFile(dataDir)))
    throw new Error(`finalring standby has made no server in ${dataDir}`);
  return readFileSync(addressFile(dataDir), 'utf8').trim();
}

/**
 * Starts a standby with the built-in PostgreSQL's programs, and makes it first if the folder has none. Once promoted it
 * stays a primary, even after later starts.
 */
export async function startStandby({
  dataDir: given,
  primaryUrl,
  name,
  port,
  listen,
}: StartOptions): Promise<RunningStandby> {
  await makeFolder(given);
  // PostgreSQL's user must be able to pass through, but not to look around.
  chmodSync(given, 0o711);
  const dataDir = realpathSync(given);
  const cluster = join(dataDir, 'cluster');
  const { postgres } = findBinaries();
  if (findLivePostmaster(cluster)) throw new Error(`the server of ${dataDir} is running already`);
  const isNew = !existsSync(cluster);
  const runAs = chooseRunAs(dataDir, isNew ? undefined : cluster, postgres);
  if (isNew && !primaryUrl) throw new Error(`there is no server in ${dataDir}`);
  if (isNew && primaryUrl) await makeStandby({ primaryUrl, cluster, name, runAs });
  const address = new URL(isNew ? (toHosts(primaryUrl as string)[0] as string) : readAddress(dataDir));
  const child = await launch({
    dataDir,
    cluster,
    postgres,
    runAs,
    isDurable: true,
    port: port ?? (isNew ? undefined : Number(address.port)),
    // The standby needs at least its primary's limits, which are in its own configuration file.
    settings: { listen_addresses: listen, max_connections: undefined },
  });
  const ready = await waitUntilReady(cluster, child.pid, () => child.isAlive());
  if (!ready) throw new Error(`the standby did not start: ${child.complaint()}`);
  address.hostname = '127.0.0.1';
  address.port = String(ready.port);
  writeFileSync(addressFile(dataDir), address.href, { mode: 0o600 });
  return {
    url: address.href,
    pid: ready.pid,
    isNew,
    isAlive: child.isAlive,
    async stop() {
      await shutDown(cluster, ready.pid);
      // The process is our child: until it is reaped it appears to exist.
      while (child.isAlive()) await delay(20);
    },
  };
}
