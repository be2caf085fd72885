// SPDX-License-Identifier: Apache-2.0

import { execFile } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { oldestVersion } from '../../server/platform/db/migrate.ts';
import { findInstalled } from '../../server/platform/embedded-postgres/binaries.ts';
import { createCluster, launch } from '../../server/platform/embedded-postgres/launch.ts';
import { chooseRunAs } from '../../server/platform/embedded-postgres/postgres-user.ts';
import { shutDown, waitUntilReady } from '../../server/platform/embedded-postgres/start.ts';
import { freePorts } from '../failover/cluster.ts';

const version = String(oldestVersion);
const program = '/usr/bin/pgbackrest';
const stanza = 'finalring';
const user = 'finalring';
const password = 'drill';

/** Debian's packages that are missing on this machine. */
export const missingPackages = (): string[] => [
  ...(existsSync(program) ? [] : ['pgbackrest']),
  ...(findInstalled(version) ? [] : [`postgresql-${version}`]),
];

export interface Engine {
  url: string;
  backUp(type: 'full' | 'incr'): Promise<void>;
  /** Resolves once the archive has everything that was committed before the call. */
  archiveLog(): Promise<void>;
  /** Kills the server and deletes its files. */
  destroy(): void;
  /** Restores the database as of `moment`, and serves it. */
  restore(moment: Date): Promise<void>;
  stop(): Promise<void>;
}

/** PostgreSQL whose log pgBackRest archives, as in docs/installations/pgbackrest.md. @param repository settings of it */
export async function startEngine(folder: string, repository: Record<string, string>): Promise<Engine> {
  const programs = findInstalled(version) as string;
  const cluster = join(folder, 'cluster');
  const configuration = join(folder, 'pgbackrest.conf');
  const postgres = join(programs, 'postgres');
  const runAs = chooseRunAs(folder, undefined, postgres);
  const [port = 0] = await freePorts(1);
  const url = `postgresql://${user}:${password}@127.0.0.1:${port}/postgres`;
  for (const each of ['repository', 'spool', 'socket']) {
    mkdirSync(join(folder, each));
    if (runAs.owner) chownSync(join(folder, each), runAs.owner.uid, runAs.owner.gid);
  }
  const sections: Record<string, Record<string, string>> = {
    global: {
      'repo1-retention-full': '2',
      ...repository,
      'start-fast': 'y',
      'log-level-console': 'warn',
      'log-level-file': 'off',
      'lock-path': join(folder, 'spool'),
      'spool-path': join(folder, 'spool'),
    },
    [stanza]: {
      'pg1-path': cluster,
      'pg1-port': String(port),
      'pg1-socket-path': join(folder, 'socket'),
      'pg1-user': user,
      'pg1-database': 'postgres',
    },
  };
  writeFileSync(
    configuration,
    Object.entries(sections)
      .map(([name, settings]) => {
        const lines = Object.entries(settings).map(([key, value]) => `${key}=${value}\n`);
        return `[${name}]\n${lines.join('')}`;
      })
      .join('\n'),
  );
  const ours = [`--config=${configuration}`, `--stanza=${stanza}`];

  async function run(...args: string[]): Promise<void> {
    const [command = program, ...rest] = [...runAs.prefix, program, ...ours, ...args];
    await promisify(execFile)(command, rest, {
      ...runAs.owner,
      cwd: '/',
      env: { PATH: '/usr/bin:/bin', PGPASSWORD: password },
    });
  }

  const server = { dataDir: folder, cluster, runAs, isDurable: true };
  let pid = 0;
  async function start(): Promise<void> {
    const launched = await launch({
      ...server,
      postgres,
      port,
      settings: {
        unix_socket_directories: join(folder, 'socket'),
        archive_mode: 'on',
        archive_command: `${program} ${ours.join(' ')} archive-push %p`,
      },
    });
    if (!(await waitUntilReady(cluster, launched.pid, launched.isAlive)))
      throw new Error(`PostgreSQL did not start: ${launched.complaint()}`);
    pid = launched.pid;
  }

  async function ask<Row extends object>(text: string, values: unknown[] = []): Promise<Row> {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    const { rows } = await client.query<Row>(text, values).finally(() => client.end());
    return rows[0] as Row;
  }
  async function until(text: string, values?: unknown[]): Promise<void> {
    while (!(await ask<{ is: boolean }>(`select ${text} as is`, values)).is) await delay(100);
  }

  const initdb = join(programs, 'initdb');
  await createCluster({ ...server, initdb, user, password, locale: ['--locale=C.UTF-8'] });
  await start();
  await run('stanza-create');
  await run('check');
  return {
    url,
    backUp: (type) => run('backup', `--type=${type}`),
    async archiveLog() {
      const { name } = await ask<{ name: string }>('select pg_walfile_name(pg_switch_wal()) as name');
      await until('coalesce((select last_archived_wal >= $1 from pg_stat_archiver), false)', [name]);
    },
    destroy() {
      process.kill(pid, 'SIGKILL');
      rmSync(cluster, { recursive: true, force: true, maxRetries: 10 });
    },
    async restore(moment) {
      mkdirSync(cluster, { mode: 0o700 });
      if (runAs.owner) chownSync(cluster, runAs.owner.uid, runAs.owner.gid);
      const target = moment.toISOString().replace('T', ' ').replace('Z', '+00');
      await run('restore', '--type=time', `--target=${target}`, '--target-action=promote');
      await start();
      await until('not pg_is_in_recovery()');
    },
    stop: () => shutDown(cluster, pid),
  };
}
