// SPDX-License-Identifier: Apache-2.0

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chownSync,
  closeSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { RunAs } from './postgres-user.ts';

const LOG_LIMIT_BYTES = 10 * 1024 * 1024;

/** Small, since the application shares the machine with it. Only settings that differ from PostgreSQL's defaults. */
const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '200',
  shared_buffers: '64MB',
  jit: 'off',
  // For SSDs. With the default of 4, PostgreSQL would read and sort all rows of a player, though an index has them in
  // order.
  random_page_cost: '1.1',
  // An abandoned backup must not fill the disk.
  max_slot_wal_keep_size: '1GB',
  timezone: 'UTC',
  log_timezone: 'UTC',
};

const THROW_AWAY_SETTINGS = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  autovacuum: 'off',
};

/** The environment of a PostgreSQL program: none of our variables, and messages in English. */
const ENVIRONMENT = { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C' };

export interface NewCluster {
  dataDir: string;
  cluster: string;
  initdb: string;
  runAs: RunAs;
  user: string;
  password: string;
  isDurable: boolean;
  /** Options of initdb; undefined: the built-in locale, which sorts the same on every machine. */
  locale?: readonly string[];
}

const builtInLocale = ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];

/** Runs initdb in a folder beside the final one and renames it, so that a kill halfway leaves no incomplete cluster. */
export async function createCluster({
  dataDir,
  cluster,
  initdb,
  runAs,
  user,
  password,
  isDurable,
  locale = builtInLocale,
}: NewCluster): Promise<void> {
  const draft = `${cluster}.new`;
  const passwordFile = join(dataDir, 'password.new');
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { mode: 0o700 });
  writeFileSync(passwordFile, password, { mode: 0o600 });
  try {
    if (runAs.owner) {
      chownSync(draft, runAs.owner.uid, runAs.owner.gid);
      chownSync(passwordFile, runAs.owner.uid, runAs.owner.gid);
    }
    const [command = initdb, ...args] = [
      ...runAs.prefix,
      initdb,
      `--pgdata=${draft}`,
      `--username=${user}`,
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      ...locale,
      '--no-instructions',
      ...(isDurable ? [] : ['--no-sync']),
    ];
    await runToItsEnd(command, args, runAs);
    renameSync(draft, cluster);
  } catch (error) {
    throw new Error(`initdb failed in ${dataDir}: ${(error as Error).message}`);
  } finally {
    rmSync(passwordFile, { force: true });
  }
}

/** Detached: Ctrl-C in the terminal must reach only the application, which ends the program when it exits. */
async function runToItsEnd(command: string, args: readonly string[], runAs: RunAs): Promise<void> {
  const child = spawn(command, args, {
    ...runAs.owner,
    cwd: '/',
    env: ENVIRONMENT,
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const end = () => child.kill();
  process.once('exit', end);
  try {
    const [said, [code, signal]] = await Promise.all([text(child.stderr), once(child, 'close')]);
    if (code !== 0) throw new Error(said.trim() || `it ended with ${signal ?? `code ${code}`}`);
  } finally {
    process.off('exit', end);
  }
}

export interface Launch {
  dataDir: string;
  cluster: string;
  postgres: string;
  runAs: RunAs;
  isDurable: boolean;
  /** Undefined: any free port. */
  port: number | undefined;
  /** Replaces the usual settings; undefined: those of the configuration file in the data folder. */
  settings?: Readonly<Record<string, string | undefined>>;
}

export interface Launched {
  pid: number;
  isAlive(): boolean;
  /** Its last log line about why it ended. */
  complaint(): string;
}

/** Starts the server, which writes to `postgres.log`. Does not wait for it to be ready. */
export async function launch(options: Launch): Promise<Launched> {
  const { dataDir, cluster, postgres, runAs, isDurable } = options;
  const port = options.port ?? (await freePort());
  const settings = {
    ...SETTINGS,
    ...(isDurable ? {} : THROW_AWAY_SETTINGS),
    ...options.settings,
    port: String(port),
  };
  const [command = postgres, ...args] = [
    ...runAs.prefix,
    postgres,
    '-D',
    cluster,
    ...Object.entries(settings).flatMap(([name, value]) =>
      value === undefined ? [] : ['-c', `${name}=${value}`],
    ),
  ];
  const logPath = join(dataDir, 'postgres.log');
  const before = turnLog(logPath);
  const logFile = openSync(logPath, 'a', 0o600);
  let child: ChildProcess;
  try {
    // Detached: Ctrl-C in the terminal must reach only the application, which stops the server once it has drained.
    child = spawn(command, args, {
      ...runAs.owner,
      cwd: '/',
      env: ENVIRONMENT,
      detached: true,
      stdio: ['ignore', logFile, logFile],
    });
  } finally {
    closeSync(logFile);
  }
  let failure: Error | undefined;
  child.on('error', (error) => {
    failure = error;
  });
  child.unref();
  return {
    pid: child.pid ?? 0,
    isAlive: () => failure === undefined && child.exitCode === null && child.signalCode === null,
    complaint: () => failure?.message ?? lastFatalLine(logPath, before, child.pid),
  };
}

function turnLog(path: string): number {
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  if (size < LOG_LIMIT_BYTES) return size;
  renameSync(path, `${path}.1`);
  return 0;
}

/**
 * Why it ended and PostgreSQL's advice, in one line. Leftover processes of a killed server write to the same log, so
 * lines of this process have priority.
 */
function lastFatalLine(logPath: string, from: number, pid: number | undefined): string {
  const all = readFileSync(logPath).subarray(from).toString('utf8').trim().split('\n');
  const own = all.filter((line) => line.includes(` [${pid}] `));
  const lines = own.length > 0 ? own : all;
  const place = lines.findLastIndex((line) => /FATAL|PANIC|error/.test(line));
  const [fatal = lines.at(-1) ?? '', ...after] = place < 0 ? [] : lines.slice(place);
  const advice = after.map((line) => /HINT: .*/.exec(line)?.[0]).find(Boolean);
  return advice ? `${fatal} ${advice}` : fatal;
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}
