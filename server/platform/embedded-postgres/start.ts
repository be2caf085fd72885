// SPDX-License-Identifier: Apache-2.0

import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { makeFolder } from '../make-folder.ts';
import { findBinaries } from './binaries.ts';
import { exclusiveLock, tryExclusiveLock, trySharedLock } from './file-lock.ts';
import { createCluster, launch } from './launch.ts';
import { chooseRunAs } from './postgres-user.ts';
import { findLivePostmaster, type Postmaster, readPostmaster, servesCluster } from './postmaster.ts';
import { supervise } from './supervise.ts';

export interface EmbeddedPostgresOptions {
  /** Folder with everything of this PostgreSQL; created if missing. Copies in other folders are independent. */
  dataDir: string;
  log: { info(message: string): void; error(message: string): void };
  /** False: trades safety for speed. For databases that live as long as one test run. */
  isDurable?: boolean;
  /** Called once the server is starting, when only waiting is left. */
  meanwhile?: () => void;
  /** True: a server that crashes or is killed is restarted on its port while it is in use. */
  isSupervised?: boolean;
}

export interface EmbeddedPostgres {
  /** Connection string of the database `finalring`. */
  url: string;
  /** The process id of the current server. */
  readonly pid: number;
  /**
   * Releases the server. The last user stops it: so a server that outlived its killed application stops too, and one
   * that another process still uses keeps running.
   */
  stop(): Promise<void>;
}

const DATABASE = 'finalring';
const USER = 'finalring';
/** How long another process may take to start or stop the server, including recovery after a crash. */
const OTHERS_WITHIN_MS = 15 * 60_000;
const SAYS_AFTER_MS = 10_000;
const STOPS_WITHIN_MS = 60_000;
const ADOPT_ATTEMPTS = 50;

/**
 * Starts the PostgreSQL that npm installed, on a free port of 127.0.0.1, or adopts the one that already serves
 * `dataDir`. Many processes may call this at the same time: one creates the cluster and starts the server.
 *
 * Every user holds `use.lock` shared as long as it runs; `start.lock` is held while a process starts or stops the
 * server. The kernel drops both when a process is killed.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  // 0711: the postgres user must be able to pass through, but not to look around.
  await makeFolder(options.dataDir, 0o711);
  const dataDir = realpathSync(options.dataDir);
  const cluster = join(dataDir, 'cluster');
  const starting = await exclusiveLock(join(dataDir, 'start.lock'), OTHERS_WITHIN_MS);
  try {
    const password = loadPassword(join(dataDir, 'password'));
    const folders = { dataDir, cluster };
    const obtained = await createOrAdopt(folders, password, options);
    let { postmaster } = obtained;
    const using = trySharedLock(join(dataDir, 'use.lock'));
    if (using === undefined) throw new Error(`An unknown process holds ${dataDir}/use.lock: stop it.`);
    const restart = async () => {
      const restarting = await exclusiveLock(join(dataDir, 'start.lock'), OTHERS_WITHIN_MS);
      try {
        ({ postmaster } = await createOrAdopt(folders, password, {
          ...options,
          port: obtained.postmaster.port,
        }));
      } finally {
        restarting.release();
      }
    };
    const isAlive = () => servesCluster(postmaster.pid, cluster);
    const supervision = options.isSupervised ? supervise({ isAlive, restart, log: options.log }) : undefined;
    let stopped: Promise<void> | undefined;
    const leave = async () => {
      await supervision?.end();
      const stopping = await exclusiveLock(join(dataDir, 'start.lock'), OTHERS_WITHIN_MS);
      try {
        using.release();
        const last = tryExclusiveLock(join(dataDir, 'use.lock'));
        if (last === undefined) return;
        last.release();
        await shutDown(cluster, postmaster.pid);
      } finally {
        stopping.release();
      }
    };
    return {
      url: obtained.url,
      get pid() {
        return postmaster.pid;
      },
      stop: () => {
        stopped ??= leave();
        return stopped;
      },
    };
  } finally {
    starting.release();
  }
}

/** The password of the built-in database; created if missing. */
export function loadPassword(path: string): string {
  if (!existsSync(path)) writeFileSync(path, randomBytes(24).toString('base64url'), { mode: 0o600 });
  return readFileSync(path, 'utf8').trim();
}

/** A restarted server keeps its port: its users know no other. */
type StartOptions = EmbeddedPostgresOptions & { port?: number };

/** Adopts or starts a server, and proves it by connecting: a server that was just killed looks alive for a moment. */
async function createOrAdopt(
  { dataDir, cluster }: { dataDir: string; cluster: string },
  password: string,
  options: StartOptions,
): Promise<{ postmaster: Postmaster; url: string }> {
  for (let attempt = 1; ; attempt++) {
    const adopted = await adopt(cluster, options);
    const postmaster = adopted ?? (await startNew(dataDir, cluster, password, options));
    try {
      return { postmaster, url: await ensureDatabase(postmaster.port, password) };
    } catch (error) {
      if (!adopted || attempt === ADOPT_ATTEMPTS) throw error;
      await delay(100);
    }
  }
}

async function adopt(
  cluster: string,
  { log, meanwhile }: EmbeddedPostgresOptions,
): Promise<Postmaster | undefined> {
  const found = findLivePostmaster(cluster);
  if (found === undefined) return undefined;
  meanwhile?.();
  const ready = await waitUntilReady(cluster, found.pid, () => servesCluster(found.pid, cluster), log);
  if (ready) log.info(`PostgreSQL is already running for this data folder (pid ${found.pid}); using it.`);
  return ready;
}

async function startNew(
  dataDir: string,
  cluster: string,
  password: string,
  options: StartOptions,
): Promise<Postmaster> {
  const { initdb, postgres } = findBinaries();
  const isNew = !existsSync(cluster);
  const runAs = chooseRunAs(dataDir, isNew ? undefined : cluster, postgres);
  if (isNew) {
    options.log.info('Creating the database files.');
    await createCluster({
      dataDir,
      cluster,
      initdb,
      runAs,
      user: USER,
      password,
      isDurable: options.isDurable ?? true,
    });
  }
  // Further attempts choose another port if the first was taken, and wait for backends of a killed server.
  let complaint = '';
  for (let attempt = 0; attempt < 10; attempt++) {
    const child = await launch({
      dataDir,
      cluster,
      postgres,
      runAs,
      isDurable: options.isDurable ?? true,
      port: options.port,
    });
    options.meanwhile?.();
    const ready = await waitUntilReady(cluster, child.pid, () => child.isAlive(), options.log);
    if (ready) return ready;
    complaint = child.complaint();
    if (!/TCP\/IP sockets|still in use/.test(complaint)) break;
    await delay(200);
  }
  throw new Error(`PostgreSQL did not start: ${complaint || `see ${dataDir}/postgres.log`}`);
}

/** Waits as long as the server lives: only its end proves that it will never be ready. */
export async function waitUntilReady(
  cluster: string,
  pid: number,
  isAlive: () => boolean,
  log?: Pick<EmbeddedPostgresOptions['log'], 'info'>,
): Promise<Postmaster | undefined> {
  for (let sayAt = Date.now() + SAYS_AFTER_MS; isAlive(); ) {
    const found = readPostmaster(cluster);
    if (found?.pid === pid && found.isReady) return found;
    if (Date.now() > sayAt) {
      log?.info(`PostgreSQL (pid ${pid}) is not ready yet: after a crash it replays its log first.`);
      sayAt += SAYS_AFTER_MS;
    }
    await delay(20);
  }
  return undefined;
}

async function ensureDatabase(port: number, password: string): Promise<string> {
  const address = `postgresql://${USER}:${encodeURIComponent(password)}@127.0.0.1:${port}`;
  const client = new pg.Client({ connectionString: `${address}/postgres` });
  await client.connect();
  try {
    const found = await client.query('select from pg_database where datname = $1', [DATABASE]);
    if (found.rowCount === 0) await client.query(`create database ${DATABASE}`);
  } finally {
    await client.end();
  }
  return `${address}/${DATABASE}`;
}

/** Fast shutdown: ends all sessions and writes a checkpoint. Waits until it is done. */
export async function shutDown(cluster: string, pid: number): Promise<void> {
  if (!servesCluster(pid, cluster)) return;
  process.kill(pid, 'SIGINT');
  const giveUpAt = Date.now() + STOPS_WITHIN_MS;
  // A zombie that is never reaped exists forever, but serves nothing.
  while (servesCluster(pid, cluster)) {
    if (Date.now() > giveUpAt) throw new Error(`PostgreSQL (pid ${pid}) did not stop within a minute.`);
    await delay(20);
  }
}
