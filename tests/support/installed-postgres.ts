// SPDX-License-Identifier: Apache-2.0

import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { findInstalled } from '../../server/platform/embedded-postgres/binaries.ts';
import { createCluster, launch } from '../../server/platform/embedded-postgres/launch.ts';
import { chooseRunAs } from '../../server/platform/embedded-postgres/postgres-user.ts';
import { shutDown, waitUntilReady } from '../../server/platform/embedded-postgres/start.ts';
import { makeScratchFolder } from './scratch.ts';

const user = 'finalring';
const password = 'test';

/**
 * Starts a PostgreSQL version that the machine has, with temporary data.
 * @param version the major version
 * @param settings replace those for temporary data
 * @returns its database `postgres`, and a function to stop it; undefined if the version isn't installed
 */
export async function startInstalledPostgres(
  version: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<{ url: string; stop(): Promise<void> } | undefined> {
  const programs = findInstalled(version);
  if (!programs) return undefined;
  const dataDir = makeScratchFolder(`postgres-${version}`);
  const cluster = join(dataDir, 'cluster');
  const postgres = join(programs, 'postgres');
  const runAs = chooseRunAs(dataDir, undefined, postgres);
  const server = { dataDir, cluster, runAs, isDurable: false };
  await createCluster({
    ...server,
    initdb: join(programs, 'initdb'),
    user,
    password,
    // Older versions have no built-in locale with UTF-8.
    locale: ['--locale=C.UTF-8'],
  });
  const launched = await launch({ ...server, postgres, port: undefined, settings });
  const ready = await waitUntilReady(cluster, launched.pid, launched.isAlive);
  if (!ready) throw new Error(`PostgreSQL ${version} did not start: ${launched.complaint()}`);
  return {
    url: `postgresql://${user}:${password}@127.0.0.1:${ready.port}/postgres`,
    async stop() {
      await shutDown(cluster, launched.pid);
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
