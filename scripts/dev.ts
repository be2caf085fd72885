// SPDX-License-Identifier: Apache-2.0

/**
 * `npm run dev`: Vite serves the web app and updates open pages after each change. Behind it, the server restarts after
 * each change to its sources. Nothing is built in advance: opening a page compiles it. Pages have no service worker and
 * no Content-Security-Policy.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, watch } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { startEmbeddedPostgres } from '../server/platform/embedded-postgres/start.ts';
import { root } from './install.mjs';
import { serverEnvironment, serverFlags } from './server-flags.mjs';

const began = performance.now();
const askEachMs = 25;
/** Changes within this time count as one. */
const quietMs = 100;
const endWithParent = new URL('./end-with-parent.ts', import.meta.url).href;
const watched = ['server', 'contract', 'sandbox', 'db', 'cli'];

process.chdir(root);
if (existsSync('.env')) process.loadEnvFile('.env');
const port = Number(process.env.PORT || 3000);
const address = `http://localhost:${port}`;

/** A free port, for the server behind Vite. */
async function findPort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port: found } = probe.address() as { port: number };
  probe.close();
  return found;
}

const serverPort = await findPort();
const behind = `http://127.0.0.1:${serverPort}`;
let server: ChildProcess;
/** The process that was told to stop or restart; its exit isn't a failure. */
let stopped: ChildProcess | undefined;
let hasServed = false;
let isEnding = false;

const isRunning = (child: ChildProcess) => child.exitCode === null && child.signalCode === null;

/** Resolves once the server is ready, or has exited. */
async function startServer(): Promise<void> {
  const isFirst = !hasServed;
  let isReady = false;
  const child = spawn(process.execPath, [...serverFlags, '--import', endWithParent, 'cli/main.ts', 'start'], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: { ...serverEnvironment, PUBLIC_URL: address, ...process.env, PORT: String(serverPort) },
  });
  server = child;
  child.once('exit', (code) => {
    if (child === stopped) return;
    // The next change will probably fix the mistake in a source.
    if (isFirst || isReady) void end(code || 1);
    else console.error('The server did not start. It restarts after the next change.');
  });
  while (isRunning(child) && !isReady) {
    isReady = await fetch(`${behind}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (!isReady) await delay(askEachMs);
  }
  hasServed ||= isReady;
}

async function stopServer(): Promise<void> {
  stopped = server;
  if (!isRunning(server)) return;
  const exited = once(server, 'exit');
  server.kill('SIGTERM');
  await exited;
}

let restarting = Promise.resolve();
let timer: NodeJS.Timeout | undefined;
function restartSoon(): void {
  clearTimeout(timer);
  timer = setTimeout(() => {
    restarting = restarting.then(async () => {
      await stopServer();
      if (!isEnding) void startServer();
    });
  }, quietMs);
}

// Opened here too, so that the built-in database keeps running while the server restarts.
const database = process.env.DATABASE_URL
  ? undefined
  : startEmbeddedPostgres({
      dataDir: join(process.env.DATA_DIR || '.data', 'postgres'),
      log: { info: () => {}, error: console.error },
    });

async function end(code: number): Promise<void> {
  if (isEnding) return;
  isEnding = true;
  stopped = server;
  await restarting;
  await stopServer();
  await (await database)?.stop();
  process.exit(code);
}

/** Replaces Vite's listeners, which would exit immediately and leave the other processes running. */
function listenToSignals(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.removeAllListeners(signal);
    // A terminal signals the server too, and some programs send a signal twice.
    process.on(signal, () => void end(0));
  }
}

const starting = startServer();
listenToSignals();
try {
  process.env.DEV_SERVER = behind;
  process.env.NODE_ENV ??= 'development';
  const { createServer: createVite } = await import('vite');
  const vite = await createVite({ server: { host: 'localhost', port }, logLevel: 'warn' });
  listenToSignals();
  await Promise.all([vite.listen(), starting, database]);
  for (const folder of watched) {
    watch(folder, { recursive: true }, (_event, file) => {
      if (!file?.includes('.test.')) restartSoon();
    });
  }
  const seconds = ((performance.now() - began) / 1_000).toFixed(1);
  if (hasServed)
    console.log(
      `Ready after ${seconds} s. Pages follow changes in web/; the server restarts after other changes.`,
    );
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  await end(1);
}
