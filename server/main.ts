import { join } from 'node:path';
import type { Sandbox } from '../sandbox/main.ts';
import { buildApp } from './app.ts';
import { type Config, ConfigError, readConfig } from './config.ts';
import { announceCommands } from './features/accounts/tasks.ts';
import { systemClock } from './platform/clock.ts';
import { type Database, openDatabase } from './platform/db/database.ts';
import { migrate } from './platform/db/migrate.ts';
import { startEmbeddedPostgres } from './platform/embedded-postgres/start.ts';
import { startWorker } from './platform/jobs/worker.ts';
import { createListener } from './platform/listen.ts';
import { createLogger, type Logger } from './platform/log.ts';
import { keptSecret } from './platform/secrets.ts';
import { seedDemo } from './seed.ts';

/** What has been started, in that order; stopping goes backwards. */
type Stop = { name: string; stop(): Promise<void> };

const stopWithinMs = 25_000;

/** Starts the stand-ins and points the configuration of their services at them. */
async function withSandbox(config: Config, log: Logger): Promise<{ config: Config; sandbox: Sandbox }> {
  const { startSandbox } = await import('../sandbox/main.ts');
  const { port, services } = config.sandbox as NonNullable<Config['sandbox']>;
  const google = { clientId: 'sandbox-google', clientSecret: 'sandbox-google-secret' };
  const discord = { clientId: 'sandbox-discord', clientSecret: 'sandbox-discord-secret' };
  const requestsPerSecond = config.gameStats.requestsPerSecond * config.challengeTimeScale;
  const sandbox = await startSandbox({
    port,
    appUrl: config.publicUrl,
    timeScale: config.challengeTimeScale,
    statePath: join(config.dataDir, 'sandbox.json'),
    statsPerSecond: requestsPerSecond,
    google,
    discord,
    log: {
      info: (message) => log.debug({ source: 'sandbox' }, message),
      error: (message) => log.error({ source: 'sandbox' }, message),
    },
  });
  const stands = new Set(services);
  return {
    sandbox,
    config: {
      ...config,
      google: stands.has('google') ? { issuer: sandbox.googleIssuer, ...google } : config.google,
      discord: stands.has('discord')
        ? {
            baseUrl: sandbox.discordBaseUrl,
            publicKeyHex: sandbox.discordPublicKeyHex,
            botToken: undefined,
            ...discord,
          }
        : config.discord,
      gameStats: stands.has('gameStats')
        ? { baseUrl: sandbox.gameStatsBaseUrl, apiKey: 'sandbox-game-stats', requestsPerSecond }
        : config.gameStats,
    },
  };
}

function greet(config: Config, sandbox: Sandbox | undefined): void {
  const lines = [`${config.brand.name} is ready at ${config.publicUrl}`];
  if (sandbox) {
    lines.push(
      `  sandbox        ${sandbox.url}`,
      `  arena          ${sandbox.arenaUrl}   (play a simulated match)`,
      '  sign in with any e-mail address; the same address is the same person',
    );
    if (config.sandbox?.full) lines.push(`  administrator  ${config.superAdminEmails.join(', ')}`);
  }
  process.stdout.write(`${lines.join('\n')}\n`);
}

/** Stops what was started, last first, and gives up waiting after 25 s. */
async function stopAll(started: Stop[], log: Logger): Promise<void> {
  const overdue = setTimeout(() => {
    log.error('stopping took too long');
    process.exit(1);
  }, stopWithinMs);
  overdue.unref();
  for (const { name, stop } of started.reverse()) {
    await stop().catch((error) => log.error({ err: error }, `${name} did not stop properly`));
  }
  clearTimeout(overdue);
}

async function start(given: Config, log: Logger, started: Stop[], stopping: () => boolean): Promise<void> {
  const embedded = given.databaseUrl
    ? undefined
    : await startEmbeddedPostgres({ dataDir: join(given.dataDir, 'postgres'), log });
  if (embedded) started.push({ name: 'database', stop: embedded.stop });
  const databaseUrl = given.databaseUrl ?? (embedded?.url as string);
  await migrate(databaseUrl);

  const { config, sandbox } = given.sandbox
    ? await withSandbox(given, log)
    : { config: given, sandbox: undefined };
  if (sandbox) started.push({ name: 'sandbox', stop: sandbox.close });

  const db: Database = openDatabase(databaseUrl, {
    poolSize: config.databasePoolSize,
    onIdleError: (error) => log.warn({ err: error }, 'idle database connection failed'),
  });
  started.push({ name: 'database pool', stop: db.close });
  const listener = await createListener(databaseUrl, log);
  started.push({ name: 'listener', stop: listener.close });

  const appSecret = config.appSecret ?? (await keptSecret(config.dataDir));
  const { http, tasks, crontab } = await buildApp({
    config,
    appSecret,
    db,
    listener,
    clock: systemClock,
    log,
    sandboxUrl: sandbox?.url,
    stopping,
  });
  if (config.sandbox?.full) await seedDemo(db, systemClock);

  await announceCommands(db);

  if (config.role !== 'web') {
    const worker = await startWorker({
      connectionString: databaseUrl,
      pool: db.pool,
      tasks,
      crontab,
      concurrency: config.jobConcurrency,
      log,
    });
    started.push({ name: 'jobs', stop: worker.stop });
  }
  await http.listen({ host: config.host, port: config.port });
  started.push({ name: 'http server', stop: async () => void (await http.close()) });
  greet(config, sandbox);
}

/** The process: configuration, database, migrations, sandbox if needed, HTTP and jobs; then waits to be stopped. */
async function run(): Promise<void> {
  let config: Config;
  try {
    config = readConfig();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
  const log = createLogger(config.logLevel);
  const started: Stop[] = [];
  let stopping = false;

  const starting = start(config, log, started, () => stopping);
  const stop = async (reason: string) => {
    if (stopping) return;
    stopping = true;
    log.info({ reason }, 'stopping');
    await starting.catch(() => {});
    await stopAll(started, log);
    process.exit(process.exitCode ?? 0);
  };
  process.on('SIGTERM', () => void stop('SIGTERM'));
  process.on('SIGINT', () => void stop('SIGINT'));

  await starting.catch(async (error) => {
    process.stderr.write(`Could not start: ${error instanceof Error ? error.message : error}\n`);
    log.debug({ err: error }, 'could not start');
    process.exitCode = 1;
    await stop('failed start');
  });
}

await run();
