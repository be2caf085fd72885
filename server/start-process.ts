// SPDX-License-Identifier: Apache-2.0

import type { Config } from './config.ts';
import { openDependencies } from './open-dependencies.ts';
import { systemClock } from './platform/clock.ts';
import { readClockAheadMs, warnOfClock } from './platform/db/clock-ahead.ts';
import { type Database, openDatabase } from './platform/db/database.ts';
import { createListener } from './platform/listen.ts';
import type { Logger } from './platform/log.ts';
import { checkOpenFiles, openFilesLimit } from './platform/open-files.ts';
import { shareConnections } from './platform/postgres/share-connections.ts';
import { loadSandboxSecret } from './platform/secrets.ts';
import { closeStorage, openStorage } from './platform/storage/open-storage.ts';
import { jobsAtOnce } from './providers/games/source.ts';
import { type Stop, serverPart } from './shutdown.ts';
import { startupMessage } from './startup-message.ts';

export interface ProcessDeps {
  log: Logger;
  started: Stop[];
  stopping: () => boolean;
}

/**
 * Everything that knows features. To load it keeps the process busy for longer than the built-in database takes to start in
 * processes of its own, so it begins once that is on its way.
 */
const loadParts = () =>
  Promise.all([import('./app.ts'), import('./check-secrets.ts'), import('./recovery/check-journal.ts')]);

/**
 * Starts one process: everything in order (database, migrations, sandbox if needed, HTTP, jobs).
 * @throws also if the process is told to stop meanwhile
 */
export async function startProcess(given: Config, { log, started, stopping }: ProcessDeps): Promise<void> {
  checkOpenFiles(openFilesLimit(), given.databasePoolSize, log);
  const goOn = () => {
    if (stopping()) throw new Error('told to stop amid the start');
  };
  // What fails is said where the parts are needed.
  const meanwhile = () => void loadParts().catch(() => {});
  const { config, databaseUrl, sandbox } = await openDependencies(given, { log, started, goOn, meanwhile });
  const wanted = config.databasePoolSize;
  const db: Database = openDatabase(databaseUrl, {
    isStarting: true,
    poolSize: await shareConnections(databaseUrl, { wanted, log }),
    onIdleError: (error) => log.warn({ err: error }, 'idle database connection failed'),
    // Production logs it: an unexpected rejection must not fail calls, but it must not go unnoticed.
    ...(config.production && {
      onSecondConnection: (error) => log.error({ err: error }, 'second connection in a transaction'),
    }),
  });
  started.push({ name: 'database pool', stop: db.close });
  warnOfClock(await readClockAheadMs(db), log);
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
  // Before it listens, and after: a start that fails must leave nothing that goes on.
  started.push({ name: 'application', stop: async () => void (await http.close()) });
  if (config.sandbox?.full) {
    const { seedDemo } = await import('./seed.ts');
    await seedDemo(db, features);
  }
  for (const feature of features) await feature.start?.();

  if (config.role !== 'web') {
    // Loaded only by processes that run jobs, to save the others' memory.
    const { startWorker } = await import('./platform/jobs/worker.ts');
    const worker = await startWorker({
      connectionString: databaseUrl,
      pool: db.pool,
      tasks,
      crontab,
      // A sandbox answers immediately, and its rate follows its own time scale.
      concurrency: jobsAtOnce(Object.values(given.gameStats).flatMap(({ keys }) => keys)),
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
}
