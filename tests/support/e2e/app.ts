// SPDX-License-Identifier: Apache-2.0

import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { serverEnvironment, serverFlags } from '../../../scripts/server-flags.mjs';
import { getSlowness, patient, testMs } from '../patience.ts';
import { makeScratchFolder } from '../scratch.ts';

export interface RunningApp {
  /** Address of the web app, such as http://localhost:41234. */
  url: string;
  sandboxUrl: string;
  dataDir: string;
  /** The server process, for tests that kill it. */
  process: ChildProcess;
  /** Ends the server gracefully and deletes its data. */
  stop(): Promise<void>;
}

export interface AppOptions {
  /** CHALLENGE_TIME_SCALE: the divisor of challenge times (60: a minute takes a second). */
  timeScale?: number;
  env?: Record<string, string>;
  /** The port; by default a free one. */
  port?: number;
  /** Lowers the priority during the start (nice value). */
  niceness?: number;
  /** How long the start may take on a quiet machine, in milliseconds; by default as long as a test. */
  readyWithinMs?: number;
  /** Limit of open files (`ulimit -n`). */
  maxOpenFiles?: number;
  /** Further flags for Node. */
  nodeFlags?: readonly string[];
  /** Another checkout, already built, to start with its own Node. */
  checkout?: string;
  /** Data of an earlier app to continue with. `stop` then keeps it. */
  dataDir?: string;
  /** True to keep an installation's limits on slow machines too, for tests that measure these. */
  keepsItsLimits?: boolean;
}

const NO_NICENESS = 0;
const root = fileURLToPath(new URL('../../../', import.meta.url));
const patientApp = new URL('./patient-app.ts', import.meta.url).href;

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}

/** @returns Node flags that extend an app's limits on a slow machine; another checkout has its own limits */
export function patienceFlags(checkout?: string, keepsItsLimits = false): string[] {
  return keepsItsLimits || checkout || getSlowness() <= 1 ? [] : ['--import', patientApp];
}

async function waitUntilReady(
  url: string,
  { app, withinMs, said }: { app: ChildProcess; withinMs: number; said(): string },
): Promise<void> {
  const giveUpAt = Date.now() + withinMs;
  for (;;) {
    const answer = await fetch(`${url}/readyz`).catch(() => undefined);
    if (answer?.ok) return;
    if (app.exitCode !== null || app.signalCode !== null) throw new Error(`The app ended:\n${said()}`);
    if (Date.now() > giveUpAt)
      throw new Error(`The app is not ready after ${withinMs / 1_000} s:\n${said()}`);
    await delay(50);
  }
}

/**
 * Starts the whole application like its users do: one process with built-in database and sandbox, on free ports and
 * with its own data, so that any number can run at the same time.
 */
export async function startApp(options: AppOptions = {}): Promise<RunningApp> {
  for (let tried = 1; ; tried++) {
    try {
      return await startOnce(options);
    } catch (error) {
      // Another process may take a free port before the app listens on it.
      const isTaken = /port \d+ is taken/.test((error as Error).message);
      if (!isTaken || options.port !== undefined || tried === 3) throw error;
    }
  }
}

async function startOnce({
  timeScale,
  env = {},
  port: givenPort,
  maxOpenFiles,
  nodeFlags = [],
  niceness = NO_NICENESS,
  readyWithinMs = testMs,
  checkout,
  dataDir,
  keepsItsLimits,
}: AppOptions): Promise<RunningApp> {
  const folder = dataDir ?? makeScratchFolder('app');
  const [port, sandboxPort] = await Promise.all([givenPort ?? freePort(), freePort()]);
  // The checkout's own Node, if the machine's is too old for it.
  const ownNode = checkout && join(checkout, 'node_modules/.bin/node');
  const program = ownNode && existsSync(ownNode) ? ownNode : process.execPath;
  const patience = patienceFlags(checkout, keepsItsLimits);
  const node = [program, ...serverFlags, ...patience, ...nodeFlags, 'cli/main.ts', 'start'];
  const limited = ['sh', '-c', `ulimit -n ${maxOpenFiles}; exec "$@"`, 'sh', ...node];
  const whole = maxOpenFiles ? limited : node;
  const [command, ...args] = niceness === NO_NICENESS ? whole : ['nice', '-n', String(niceness), ...whole];
  const app = spawn(command as string, args, {
    cwd: checkout ?? root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      ...serverEnvironment,
      TEST_SLOWNESS: String(getSlowness()),
      LOG_LEVEL: 'warn',
      // All tests of a worker share one network address.
      RATE_LIMIT_PER_MINUTE: '100000',
      PORT: String(port),
      SANDBOX_PORT: String(sandboxPort),
      DATA_DIR: folder,
      ...(timeScale === undefined ? {} : { CHALLENGE_TIME_SCALE: String(timeScale) }),
      ...env,
    },
  });
  let output = '';
  for (const stream of [app.stdout, app.stderr]) {
    stream.on('data', (chunk) => {
      output = (output + chunk).slice(-20_000);
    });
  }
  const exited = new Promise<void>((resolve) => app.once('exit', () => resolve()));
  const stop = async () => {
    if (app.exitCode === null && app.signalCode === null) {
      app.kill('SIGTERM');
      await exited;
    }
    if (dataDir === undefined) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  const url = `http://localhost:${port}`;
  try {
    await waitUntilReady(url, { app, withinMs: patient(readyWithinMs), said: () => output });
    // Only the start has low priority. Restoring the priority may need rights that a test lacks.
    if (niceness !== NO_NICENESS) spawnSync('renice', ['-n', '0', '-p', String(app.pid)]);
  } catch (error) {
    await stop();
    throw error;
  }
  return { url, sandboxUrl: `http://localhost:${sandboxPort}`, dataDir: folder, process: app, stop };
}
