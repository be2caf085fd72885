// SPDX-License-Identifier: Apache-2.0

import type { Config } from './config.ts';
import { openDependencies } from './open-dependencies.ts';
import { systemClock } from './platform/clock.ts';
import { readClockOffsetMs, warnOfClock } from './platform/db/clock-ahead.ts';
import { type Database, openDatabase } from './platform/db/database.ts';
import { limitGarbage } from './platform/limit-garbage.ts';
import { createListener } from './platform/listen.ts';
import type { Logger } from './platform/log.ts';
import { checkOpenFiles, openFilesLimit } from './platform/open-files.ts';
import { shareConnections } from './platform/postgres/share-connections.ts';
import { loadSandboxSecret } from './platform/secrets.ts';
import { closeStorage, openStorage } from './platform/storage/open-storage.ts';
import { type Stop, serverPart } from './shutdown.ts';
import { startupMessage } from './startup-message.ts';

export interface ProcessDeps {
  log: Logger;
  started: Stop[];
  stopping: () => boolean;
}

/**
 * Every module that knows features. Loading them blocks the process for longer than the built-in database takes to
 * start in its own processes, so loading begins once the database is starting.
 */
const loadParts = () =>
  Promise.all([import('./app.ts'), import('./check-secrets.ts'), import('./recovery/check-journal.ts')]);

/**
 * Starts one process: everything in order (database, migrations, sandbox if needed, HTTP, jobs).
 * @throws also if the process is asked to stop meanwhile
 */
export async function startProcess(given: Config, { log, started, stopping }: ProcessDeps): Promise<void> {
  checkOpenFiles(openFilesLimit(), given.databasePoolSize, log);
  const goOn = () => {
    if (stopping()) throw new Error('stopped while starting');
  };
  // A failure is reported where the parts are awaited.
  const meanwhile = () => void loadParts().catch(() => {});
  const { config, databaseUrl, sandbox } = await openDependencies(given, { log, started, goOn, meanwhile });
  const wanted = config.databasePoolSize;
  const db: Database = openDatabase(databaseUrl, {
    isStarting: true,
    poolSize: await shareConnections(databaseUrl, { wanted, log }),
    onIdleError: (error) => log.warn({ err: error }, 'idle database connection failed'),
    // In production, an unexpected rejection must not fail calls, but it must be logged.
    ...(config.production && {
      onSecondConnection: (error) => log.error({ err: error }, 'second connection in a transaction'),
    }),
  });
  started.push({ name: 'database pool', stop: db.close });
  warnOfClock(await readClockOffsetMs(db), log);
  const listener = await createListener(databaseUrl, log, db);
  started.push({ name: 'listener', stop: listener.close });

  const [{ buildApp }, { checkSecrets }, { checkJournal }] = await loadParts();
  const appSecret = config.appSecret ?? (await loadSandboxSecret(config.dataDir));
  await checkSecrets(db, { ...config, configured: config.appSecret, appSecret });
  const kept = await openStorage(config);
  started.push({ name: 'object storage', stop: () => closeStorage(kept) });
  await checkJournal(db, kept.journal);
  const { http, tasks, crontab, features } = await buildApp({
    config,
    appSecret,
    db,
    listener,
    clock: systemClock,
    log,
    ...kept,
    sandboxUrl: sandbox?.url,
    stopping,
  });
  // Registered before it listens: a failed start must leave nothing running.
  started.push({ name: 'application', stop: async () => void (await http.close()) });
  if (config.sandbox?.full) {
    const { seedDemo } = await import('./seed.ts');
    await seedDemo(db, features);
  }
  for (const feature of features) await feature.start?.();

  if (config.role !== 'web') {
    // Only processes with jobs load this, to save memory in the others.
    const { startWorker } = await import('./platform/jobs/worker.ts');
    const { jobsAtOnce } = await import('./providers/games/games.ts');
    const worker = await startWorker({
      connectionString: databaseUrl,
      pool: db.pool,
      tasks,
      crontab,
      // A sandbox answers immediately, and its rate follows its own time scale.
      concurrency: jobsAtOnce(given.gameStats),
      log,
      watcher: db,
    });
    started.push({ name: 'jobs', stop: worker.stop });
    if (config.backup) {
      const { startBackups } = await import('./platform/backup/start-backups.ts');
      started.push({ name: 'backups', stop: await startBackups(databaseUrl, config.backup, log) });
    }
  }
  goOn();
  await http.listen({ host: config.host, port: config.port });
  started.push({ name: serverPart, stop: async () => void (await http.close()) });
  goOn();
  db.beginServing();
  startupMessage(config, sandbox);
  limitGarbage();
}
