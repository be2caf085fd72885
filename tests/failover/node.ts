// SPDX-License-Identifier: Apache-2.0

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RunAs } from '../../server/platform/embedded-postgres/postgres-user.ts';
import { type FaultProxy, startFaultProxy } from '../support/fault-proxy.ts';
import { signalAll } from '../support/server-pair.ts';

/** The times of docs/installations/three-machines.md, in seconds. */
export const times = { ttl: 20, loop_wait: 5, retry_timeout: 5 };
export const superuser = { username: 'postgres', password: 'drill' };
const replication = { username: 'replicator', password: 'drill' };

export interface Ports {
  database: number;
  rest: number;
  etcd: number;
  peer: number;
}

export interface NodePlan {
  name: string;
  folder: string;
  ports: Ports;
  runAs: RunAs;
  programs: string;
  /** Of all nodes. */
  members: readonly { name: string; ports: Ports }[];
}

export interface Node {
  readonly name: string;
  readonly ports: Ports;
  readonly dataDir: string;
  /** The proxies between its Patroni and all members of etcd. */
  readonly ways: readonly FaultProxy[];
  startEtcd(): void;
  startPatroni(): void;
  /** Signals only its etcd. */
  signalEtcd(signal: NodeJS.Signals): void;
  signalPatroni(signal: NodeJS.Signals): void;
  /** Signals PostgreSQL and its processes. */
  signalDatabase(signal: NodeJS.Signals): void;
  stop(): Promise<void>;
}

const isLiving = (child: ChildProcess | undefined) =>
  child !== undefined && child.exitCode === null && child.signalCode === null;

async function end(child: ChildProcess | undefined, signal: NodeJS.Signals): Promise<void> {
  if (!child || !isLiving(child)) return;
  const ended = once(child, 'exit');
  child.kill('SIGCONT');
  child.kill(signal);
  await ended;
}

function toPatroni({ name, folder, ports, programs }: NodePlan, ways: readonly FaultProxy[]) {
  const local = `127.0.0.1:${ports.database}`;
  const parameters = {
    max_connections: 100,
    shared_buffers: '32MB',
    max_wal_size: '128MB',
    min_wal_size: '32MB',
    wal_keep_size: '64MB',
    wal_log_hints: 'on',
    unix_socket_directories: folder,
  };
  return {
    scope: 'finalring',
    name,
    restapi: { listen: `127.0.0.1:${ports.rest}`, connect_address: `127.0.0.1:${ports.rest}` },
    etcd3: { hosts: ways.map(({ url }) => new URL(url).host), use_proxies: true },
    bootstrap: {
      dcs: {
        ...times,
        maximum_lag_on_failover: 1_048_576,
        synchronous_mode: true,
        synchronous_mode_strict: true,
        postgresql: { use_pg_rewind: true, use_slots: true, parameters },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, 'data-checksums'],
    },
    postgresql: {
      listen: local,
      connect_address: local,
      data_dir: join(folder, 'data'),
      bin_dir: programs,
      pgpass: join(folder, 'pgpass'),
      authentication: { superuser, replication, rewind: superuser },
      pg_hba: [
        'local all all trust',
        'host all all 127.0.0.1/32 scram-sha-256',
        'host replication all 127.0.0.1/32 scram-sha-256',
      ],
    },
  };
}

/** One machine of the three: etcd, Patroni, and the PostgreSQL that Patroni starts. */
export async function createNode(plan: NodePlan): Promise<Node> {
  const { name, folder, ports, runAs, members } = plan;
  const dataDir = join(folder, 'data');
  const configuration = join(folder, 'patroni.json');
  mkdirSync(folder, { recursive: true, mode: 0o755 });
  const ways = await Promise.all(
    members.map((member) => startFaultProxy(`http://127.0.0.1:${member.ports.etcd}`)),
  );
  // JSON is valid YAML.
  writeFileSync(configuration, JSON.stringify(toPatroni(plan, ways)));
  const { owner } = runAs;
  if (owner) for (const each of [folder, configuration]) chownSync(each, owner.uid, owner.gid);
  let etcd: ChildProcess | undefined;
  let patroni: ChildProcess | undefined;

  function start(program: string, args: readonly string[], { asOwner }: { asOwner: boolean }): ChildProcess {
    const log = openSync(join(folder, `${program}.log`), 'a');
    const [command = program, ...rest] = asOwner ? [...runAs.prefix, program, ...args] : [program, ...args];
    const env = { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C.UTF-8' };
    // Detached, because a Ctrl-C must reach only the drill.
    const child = spawn(command, rest, {
      ...(asOwner && owner),
      cwd: '/',
      env,
      detached: true,
      stdio: ['ignore', log, log],
    });
    child.on('error', () => {});
    return child;
  }

  function signalDatabase(signal: NodeJS.Signals): void {
    const pid = postmasterOf(dataDir);
    if (pid) signalAll(pid, signal);
  }

  // If the drill is interrupted, they must not outlive it.
  process.prependOnceListener('exit', () => {
    patroni?.kill('SIGKILL');
    signalDatabase('SIGKILL');
    etcd?.kill('SIGKILL');
  });
  return {
    name,
    ports,
    dataDir,
    ways,
    startEtcd() {
      if (isLiving(etcd)) return;
      const client = `http://127.0.0.1:${ports.etcd}`;
      const peer = `http://127.0.0.1:${ports.peer}`;
      etcd = start(
        'etcd',
        [
          ...['--name', name, '--data-dir', join(folder, 'etcd'), '--logger', 'zap'],
          ...['--listen-client-urls', client, '--advertise-client-urls', client],
          ...['--listen-peer-urls', peer, '--initial-advertise-peer-urls', peer],
          '--initial-cluster',
          members.map((each) => `${each.name}=http://127.0.0.1:${each.ports.peer}`).join(','),
          // Suitable for a busy machine.
          ...['--heartbeat-interval', '300', '--election-timeout', '3000'],
        ],
        { asOwner: false },
      );
    },
    startPatroni() {
      if (!isLiving(patroni)) patroni = start('patroni', [configuration], { asOwner: true });
    },
    signalEtcd: (signal) => void etcd?.kill(signal),
    signalPatroni: (signal) => void patroni?.kill(signal),
    signalDatabase,
    async stop() {
      // Patroni stops its PostgreSQL before it ends.
      signalDatabase('SIGCONT');
      await end(patroni, 'SIGKILL');
      signalDatabase('SIGKILL');
      await end(etcd, 'SIGKILL');
      for (const way of ways) await way.close();
    },
  };
}

/** The process of the PostgreSQL that runs on a data directory. */
function postmasterOf(dataDir: string): number | undefined {
  try {
    const pid = Number(readFileSync(join(dataDir, 'postmaster.pid'), 'utf8').split('\n')[0]);
    process.kill(pid, 0);
    return pid;
  } catch {
    return undefined;
  }
}
