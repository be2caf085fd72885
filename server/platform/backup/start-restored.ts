// SPDX-License-Identifier: Apache-2.0

import { spawn } from 'node:child_process';
import { chownSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { findBinaries, findServer } from '../embedded-postgres/binaries.ts';
import { chooseRunAs, type RunAs } from '../embedded-postgres/postgres-user.ts';
import type { BackupInfo } from './catalog.ts';

/**
 * Runs PostgreSQL on restored files: the built-in one, or the machine's own of the files' version. Only we can connect:
 * a socket in a private folder, and no network.
 */

const recoversWithinMs = 24 * 3_600_000;
const endedTooEarly = 'recovery ended before configured recovery target was reached';

export interface RestoredServer {
  /** The URL of the restored database. */
  url: string;
  /** Sets our role's password, which may have been different at the time of the backup. */
  takePassword(password: string): Promise<void>;
  stop(): Promise<void>;
}

/** The major version of PostgreSQL that a data directory belongs to. */
export const readVersion = (cluster: string): string =>
  readFileSync(join(cluster, 'PG_VERSION'), 'utf8').trim();

/** The user that PostgreSQL runs as next to `target`, who must own the restored files. */
export function chooseOwner(parent: string): RunAs {
  return chooseRunAs(parent, undefined, findBinaries().postgres);
}

interface Launching {
  runAs: RunAs;
  folder: string;
  demanded: Readonly<Record<string, string>>;
}

async function launch(cluster: string, { runAs, folder, demanded }: Launching) {
  const settings = {
    ...demanded,
    listen_addresses: '',
    unix_socket_directories: folder,
    hba_file: join(folder, 'hba.conf'),
    archive_mode: 'off',
    shared_buffers: '64MB',
    logging_collector: 'off',
  };
  const [command = '', ...args] = [
    ...runAs.prefix,
    findServer(readVersion(cluster)),
    '-D',
    cluster,
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ];
  const child = spawn(command, args, {
    ...runAs.owner,
    cwd: '/',
    env: { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (chunk) => {
    said = (said + chunk).slice(-20_000);
  });
  const ended = new Promise<void>((resolve) => {
    child.once('close', () => resolve());
    child.once('error', (error) => {
      said += error.message;
      resolve();
    });
  });
  let hasEnded = false;
  ended.then(() => {
    hasEnded = true;
  });
  return { child, ended, hasEnded: () => hasEnded, said: () => said };
}

/** Whether it accepts writes, so has recovered to the chosen time. */
async function isRecovered(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query('select pg_is_in_recovery() as recovering');
    return rows[0]?.recovering === false;
  } catch (error) {
    // Not open yet, or closed again. If database or role do not exist now, waiting does not help.
    if (/^(3D000|28000)$/.test((error as { code?: string }).code ?? '')) throw error;
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}

/**
 * Removes the target and recovers to the end of the log. No log was written after that, so its end is the requested
 * time.
 */
async function forgetTarget(cluster: string): Promise<void> {
  const path = join(cluster, 'postgresql.auto.conf');
  const lines = (await readFile(path, 'utf8')).split('\n');
  await writeFile(path, lines.filter((line) => !line.startsWith('recovery_target_')).join('\n'));
}

/**
 * Starts a server on restored files, and waits until it has recovered.
 * @param stop aborts it
 * @throws with PostgreSQL's own message if it cannot
 */
export async function startRestored(
  cluster: string,
  { database, user, settings: demanded }: Pick<BackupInfo, 'database' | 'user' | 'settings'>,
  runAs: RunAs,
  stop?: AbortSignal,
): Promise<RestoredServer> {
  const folder = mkdtempSync(join(tmpdir(), 'finalring-restored-'));
  writeFileSync(join(folder, 'hba.conf'), 'local all all trust\n', { mode: 0o644 });
  if (runAs.owner) chownSync(folder, runAs.owner.uid, runAs.owner.gid);
  const url = `postgresql://${encodeURIComponent(user)}@/${encodeURIComponent(database)}?host=${encodeURIComponent(folder)}`;
  const remove = () => rmSync(folder, { recursive: true, force: true });
  const deadline = Date.now() + recoversWithinMs;
  const launching = { runAs, folder, demanded };
  let server = await launch(cluster, launching);
  const end = async () => {
    server.child.kill('SIGINT');
    await server.ended;
    remove();
  };
  while (!(await isRecovered(url))) {
    if (stop?.aborted) {
      await end();
      throw stop.reason;
    }
    if (server.hasEnded()) {
      if (!server.said().includes(endedTooEarly)) {
        remove();
        // Its refusals of our own connection attempts give no reason.
        const lines = server
          .said()
          .trim()
          .split('\n')
          .filter((line) => !line.includes('the database system is'));
        throw new Error(
          `PostgreSQL did not start: ${lines.findLast((line) => /FATAL|PANIC/.test(line)) ?? lines.at(-1)}`,
        );
      }
      await forgetTarget(cluster);
      server = await launch(cluster, launching);
    }
    if (Date.now() > deadline) throw new Error('PostgreSQL did not recover within a day');
    await delay(100);
  }
  return {
    url,
    async takePassword(password) {
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      await client.query(`alter role current_user password ${client.escapeLiteral(password)}`);
      await client.end();
    },
    stop: end,
  };
}
