// SPDX-License-Identifier: Apache-2.0

import { join, resolve } from 'node:path';
import type { Config } from './config.ts';
import { obtainSandbox, pointedAt, type Sandbox } from './obtain-sandbox.ts';
import { startEmbeddedPostgres } from './platform/embedded-postgres/start.ts';
import type { Logger } from './platform/log.ts';
import { makeWritableFolder } from './platform/make-folder.ts';
import { startsWithinMs } from './platform/postgres/connect-at-start.ts';
import { requireOwnSessions } from './platform/postgres/own-sessions.ts';
import { begin, end } from './platform/step.mjs';
import { openStorage } from './platform/storage/open-storage.ts';
import type { Stop } from './shutdown.ts';
import { release } from './version.ts';

/** Fails at start rather than at the first upload. @throws if the folder is not writable */
async function requireDataFolder(dataDir: string): Promise<void> {
  const folder = resolve(dataDir);
  try {
    await makeWritableFolder(folder);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new Error(`the data folder ${folder} is not writable (${code}): set DATA_DIR to another one`);
  }
}

/** A process's dependencies, and the configuration with the resulting addresses. */
export interface Dependencies {
  config: Config;
  databaseUrl: string;
  sandbox: Sandbox | undefined;
}

export interface OpeningDeps {
  log: Logger;
  started: Stop[];
  /** Throws once the process is asked to stop. */
  goOn(): void;
  /** Called when the start first waits for the database. */
  meanwhile(): void;
}

/** Opens the data folder, the database (and migrates it), and the sandbox's stand-ins. */
export async function openDependencies(
  given: Config,
  { log, started, goOn, meanwhile }: OpeningDeps,
): Promise<Dependencies> {
  if (given.role !== 'worker' || given.sandbox || !given.databaseUrl) await requireDataFolder(given.dataDir);
  // Someone usually watches a full sandbox start.
  const isWatched = given.sandbox?.full;
  if (isWatched) begin('Starting the database');
  const embedded = given.databaseUrl
    ? undefined
    : await startEmbeddedPostgres({
        dataDir: join(given.dataDir, 'postgres'),
        log,
        isSupervised: true,
        meanwhile,
      });
  if (embedded) started.push({ name: 'database', stop: embedded.stop });
  goOn();
  const databaseUrl = given.databaseUrl ?? (embedded?.url as string);
  if (given.databaseUrl) {
    const checking = requireOwnSessions(databaseUrl, startsWithinMs);
    meanwhile();
    await checking;
  }
  const { migrate } = await import('./platform/db/migrate.ts');
  await migrate(databaseUrl, {
    log,
    release,
    openObjects: async () => (await openStorage(given)).objects,
    connectsWithinMs: startsWithinMs,
  });
  goOn();
  if (isWatched) {
    end('Started the database');
    begin('Starting the server');
  }
  const sandbox = given.sandbox && (await obtainSandbox(given, given.sandbox.port, log));
  if (sandbox) started.push({ name: 'sandbox', stop: sandbox.close });
  return { config: sandbox ? pointedAt(sandbox, given) : given, databaseUrl, sandbox };
}
