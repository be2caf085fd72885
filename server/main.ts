import { access, constants, mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { buildApp } from './app.ts';
import { checkJournal } from './check-journal.ts';
import { checkSecrets } from './check-secrets.ts';
import { type Config, ConfigError, readConfig, version } from './config.ts';
import { obtainSandbox, pointedAt, type Sandbox } from './obtain-sandbox.ts';
import { startBackups } from './platform/backup/start-backups.ts';
import { systemClock } from './platform/clock.ts';
import { type Database, openDatabase } from './platform/db/database.ts';
import { migrate } from './platform/db/migrate.ts';
import { requireOwnSessions } from './platform/db/own-sessions.ts';
import { startEmbeddedPostgres } from './platform/embedded-postgres/start.ts';
import { startWorker } from './platform/jobs/worker.ts';
import { createListener } from './platform/listen.ts';
import { type CopiedOutput, copiedOutput, createLogger, type Logger } from './platform/log.ts';
import { isLoopback } from './platform/loopback.ts';
import { checkOpenFiles, openFilesLimit } from './platform/open-files.ts';
import { keptSecret } from './platform/secrets.ts';
import { closeStorage, openStorage } from './platform/storage/open-storage.ts';
import { seedDemo } from './seed.ts';

/** Started parts in start order; shutdown runs in reverse. */
type Stop = { name: string; stop(): Promise<void> };

/** Time allowed for a start under way to finish, then for all parts together to stop. */
const startEndsWithinMs = 5_000;
const stopWithinMs = 16_000;
/** Minimum per part, however long earlier parts took: the database must always get its turn to stop. */
const partStopsWithinMs = 2_000;
const serverName = 'http server';

function greet(config: Config, sandbox: Sandbox | undefined): void {
  const { name } = config.brand;
  const isServing = config.role !== 'worker';
  const where = `${config.host}:${config.port} (HOST, PORT)`;
  const lines = [isServing ? `${name} is ready at ${config.publicUrl}` : `${name} is working off jobs`];
  if (config.production) {
    const isLocal = isLoopback(config.host);
    lines.push(
      `  listens at     ${where}, for ${isLocal ? 'this machine alone: a proxy elsewhere needs another HOST' : 'everybody who reaches this machine'}`,
    );
  } else if (!isServing) lines.push(`  listens at     ${where}, for /healthz, /readyz and /metrics`);
  if (sandbox && isServing) {
    const inUse = new Set(config.sandbox?.services);
    lines.push(`  sandbox        ${sandbox.url}`);
    if (inUse.has('gameStats')) lines.push(`  arena          ${sandbox.arenaUrl}   (play a simulated match)`);
    if (inUse.has('stripe'))
      lines.push(`  card payments  ${sandbox.url}/stripe   (pay with 4242 4242 4242 4242)`);
    if (inUse.has('mail')) lines.push(`  inbox          ${sandbox.url}/inbox   (mail to anybody)`);
    if (inUse.has('google') || inUse.has('discord'))
      lines.push('  sign in with any e-mail address; the same address is the same person');
    if (config.sandbox?.full) lines.push(`  administrator  ${config.superAdminEmails.join(', ')}`);
  }
  process.stdout.write(`${lines.join('\n')}\n`);
}

/** Whether `work` finished in time. */
async function endsWithin(ms: number, work: Promise<unknown>): Promise<boolean> {
  const waiting = new AbortController();
  const late = delay(ms, false, { signal: waiting.signal }).catch(() => false);
  const ended = await Promise.race([work.then(() => true), late]);
  waiting.abort();
  return ended;
}

/** Stops all parts, last started first. A part that hangs is abandoned so that the rest still stops. */
async function stopAll(started: Stop[], log: Logger): Promise<void> {
  const deadline = Date.now() + stopWithinMs;
  for (const { name, stop } of started.reverse()) {
    const stopped = stop().catch((error) => log.error({ err: error }, `${name} did not stop properly`));
    if (await endsWithin(Math.max(deadline - Date.now(), partStopsWithinMs), stopped)) continue;
    log.error(`${name} took too long to stop`);
    process.exitCode = 1;
  }
}

/** Fails at start rather than at the first upload. @throws if the folder is not writable */
async function requireDataFolder(dataDir: string): Promise<void> {
  const folder = resolve(dataDir);
  try {
    await mkdir(folder, { recursive: true });
    await access(folder, constants.W_OK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new Error(`the data folder ${folder} cannot be written (${code}): choose another with DATA_DIR`);
  }
}

/** Loaded where it is wanted: the packages that make spans take time and memory. */
async function startTracing(
  { tracing, brand }: Config,
  output: CopiedOutput | undefined,
  started: Stop[],
): Promise<void> {
  if (!tracing) return;
  const { otlpTracer } = await import('./platform/otlp-tracer.ts');
  const { traceBy } = await import('./platform/tracing.ts');
  const collector = { ...tracing, service: { name: brand.name.toLowerCase(), version } };
  if (output) {
    const { otlpLogs } = await import('./platform/otlp-logs.ts');
    const logs = otlpLogs(collector);
    output.copyTo(logs.send);
    started.push({ name: 'copy of the log', stop: logs.close });
  }
  const tracer = otlpTracer(collector);
  traceBy(tracer);
  started.push({ name: 'traces', stop: tracer.close });
}

async function start(given: Config, log: Logger, started: Stop[], stopping: () => boolean): Promise<void> {
  if (given.role !== 'worker' || given.sandbox || !given.databaseUrl) await requireDataFolder(given.dataDir);
  checkOpenFiles(openFilesLimit(), given.databasePoolSize, log);
  const embedded = given.databaseUrl
    ? undefined
    : await startEmbeddedPostgres({ dataDir: join(given.dataDir, 'postgres'), log, isSupervised: true });
  if (embedded) started.push({ name: 'database', stop: embedded.stop });
  const databaseUrl = given.databaseUrl ?? (embedded?.url as string);
  if (given.databaseUrl) await requireOwnSessions(databaseUrl);
  await migrate(databaseUrl);

  const sandbox = given.sandbox && (await obtainSandbox(given, given.sandbox.port, log));
  const config = sandbox ? pointedAt(sandbox, given) : given;
  if (sandbox) started.push({ name: 'sandbox', stop: sandbox.close });

  const db: Database = openDatabase(databaseUrl, {
    poolSize: config.databasePoolSize,
    onIdleError: (error) => log.warn({ err: error }, 'idle database connection failed'),
    // An unexpected rejection must not take calls down with it, but it must show in the log.
    ...(config.production && {
      onSecondConnection: (error) => log.error({ err: error }, 'second connection in a transaction'),
    }),
  });
  started.push({ name: 'database pool', stop: db.close });
  const listener = await createListener(databaseUrl, log, db);
  started.push({ name: 'listener', stop: listener.close });

  const appSecret = config.appSecret ?? (await keptSecret(config.dataDir));
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
  if (config.sandbox?.full) await seedDemo(db, features);
  for (const feature of features) await feature.start?.();

  if (config.role !== 'web') {
    const worker = await startWorker({
      connectionString: databaseUrl,
      pool: db.pool,
      tasks,
      crontab,
      concurrency: config.jobConcurrency,
      log,
      watcher: db,
    });
    started.push({ name: 'jobs', stop: worker.stop });
    if (config.backup)
      started.push({ name: 'backups', stop: await startBackups(databaseUrl, config.backup, log) });
  }
  await http.listen({ host: config.host, port: config.port });
  started.push({ name: serverName, stop: async () => void (await http.close()) });
  greet(config, sandbox);
}

/** One line for anyone who starts the process. */
function getReason(error: unknown): string {
  const { code, port, message } = error as NodeJS.ErrnoException & { port?: number };
  if (code === 'EADDRINUSE') return `port ${port} is taken; choose others with PORT and SANDBOX_PORT`;
  return message || String(error);
}

/** Starts everything in order (config, database, migrations, sandbox if needed, HTTP, jobs), then waits for a signal. */
export async function runServer(): Promise<void> {
  let config: Config;
  try {
    config = readConfig();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
  const output = config.tracing?.withLogs ? copiedOutput() : undefined;
  const log = createLogger(config.logLevel, output);
  const started: Stop[] = [];
  let stopping = false;

  const starting = startTracing(config, output, started).then(() =>
    start(config, log, started, () => stopping),
  );
  const stop = async (reason: string) => {
    if (stopping) return;
    stopping = true;
    log.info({ reason }, 'stopping');
    await endsWithin(
      startEndsWithinMs,
      starting.catch(() => {}),
    );
    if (started.some(({ name }) => name === serverName)) await delay(config.drainMs);
    await stopAll(started, log);
    process.exit(process.exitCode ?? 0);
  };
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => void stop(signal));

  await starting.catch(async (error) => {
    process.stderr.write(`Could not start: ${getReason(error)}\n`);
    log.debug({ err: error }, 'could not start');
    process.exitCode = 1;
    await stop('failed start');
  });
}
