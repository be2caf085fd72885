// SPDX-License-Identifier: Apache-2.0

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { patient, waitMs } from '../../../tests/support/patience.ts';
import { makeScratchFolder } from '../../../tests/support/scratch.ts';
import { processExists, readPostmaster } from './postmaster.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './start.ts';

const userProgram = fileURLToPath(
  new URL('../../../tests/support/embedded-postgres-user.ts', import.meta.url),
);

let root: string;
let dataDir: string;
let servers: EmbeddedPostgres[];
let users: ChildProcess[];

beforeEach(() => {
  root = makeScratchFolder('postgres');
  dataDir = join(root, 'data');
  servers = [];
  users = [];
});

afterEach(async () => {
  for (const user of users) user.kill('SIGKILL');
  await Promise.all(servers.map((server) => server.stop()));
  rmSync(root, { recursive: true, force: true, maxRetries: 5 });
});

async function start(folder = dataDir, isSupervised = false): Promise<EmbeddedPostgres> {
  const log = { info: () => {}, error: () => {} };
  const server = await startEmbeddedPostgres({ dataDir: folder, log, isSupervised });
  servers.push(server);
  return server;
}

/** Starts another process that uses the server, and waits until it reports that. */
async function startUser(): Promise<{ user: ChildProcess; pid: number; lines: AsyncIterator<string> }> {
  const user = spawn(process.execPath, [userProgram, dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
  users.push(user);
  const lines = createInterface({ input: user.stdout as NodeJS.ReadableStream })[Symbol.asyncIterator]();
  return { user, pid: Number((await lines.next()).value), lines };
}

async function ask<Row>(url: string, statement: string): Promise<Row> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(statement)).rows[0];
  } finally {
    await client.end();
  }
}

async function waitUntilGone(pid: number): Promise<void> {
  await vi.waitFor(() => expect(processExists(pid)).toBe(false), { interval: 20 });
}

describe('the built-in PostgreSQL', () => {
  it('becomes ready while the process that starts it is busy', async () => {
    let wasReady = false;
    const meanwhile = () => {
      const giveUpAt = Date.now() + patient(waitMs);
      while (!wasReady && Date.now() < giveUpAt) {
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
        wasReady = readPostmaster(join(dataDir, 'cluster'))?.isReady === true;
      }
    };
    const log = { info: () => {}, error: () => {} };
    servers.push(await startEmbeddedPostgres({ dataDir, log, meanwhile }));
    expect(wasReady).toBe(true);
  });

  it('creates the cluster once and keeps the data across restarts', { tags: ['long'] }, async () => {
    const first = await start();
    await ask(first.url, 'create table kept as select 42 as answer');
    await first.stop();
    await waitUntilGone(first.pid);
    const second = await start();
    expect(await ask(second.url, 'select answer from kept')).toEqual({ answer: 42 });
    expect(
      await ask(
        second.url,
        "select current_setting('fsync') as fsync, current_setting('server_encoding') as text",
      ),
    ).toEqual({ fsync: 'on', text: 'UTF8' });
  });

  it('requires the password, which only its owner can read', { tags: ['long'] }, async () => {
    const server = await start();
    expect(statSync(join(dataDir, 'password')).mode & 0o777).toBe(0o600);
    const wrong = new URL(server.url);
    wrong.password = 'wrong';
    await expect(ask(wrong.href, 'select 1')).rejects.toThrow(/password authentication failed/);
  });

  it('runs two copies side by side', { tags: ['long'] }, async () => {
    const [one, other] = await Promise.all([start(join(root, 'one')), start(join(root, 'other'))]);
    expect(new URL(one.url).port).not.toBe(new URL(other.url).port);
    await one.stop();
    expect(await ask(other.url, 'select 1 as up')).toEqual({ up: 1 });
  });

  it('survives a kill -9 of PostgreSQL with its data', { tags: ['long'] }, async () => {
    const killed = await start();
    await ask(killed.url, 'create table kept as select 42 as answer');
    process.kill(killed.pid, 'SIGKILL');
    const next = await start();
    expect(next.pid).not.toBe(killed.pid);
    expect(await ask(next.url, 'select answer from kept')).toEqual({ answer: 42 });
  });

  it('waits for the last process of a killed server to end', { tags: ['long'] }, async () => {
    const killed = await start();
    const client = new pg.Client({ connectionString: killed.url });
    client.on('error', () => {});
    await client.connect();
    const { rows } = await client.query('select pg_backend_pid() as pid');
    // Like on a busy machine: the backend has not noticed yet that its server is gone, and keeps their shared memory.
    process.kill(rows[0].pid, 'SIGSTOP');
    const goingOn = setTimeout(() => process.kill(rows[0].pid, 'SIGCONT'), 700);
    try {
      process.kill(killed.pid, 'SIGKILL');
      const next = await start();
      expect(await ask(next.url, 'select 1 as up')).toEqual({ up: 1 });
    } finally {
      clearTimeout(goingOn);
      if (processExists(rows[0].pid)) process.kill(rows[0].pid, 'SIGCONT');
      await client.end().catch(() => {});
    }
  });

  it('starts although a stale lock file names another running process', { tags: ['long'] }, async () => {
    const first = await start();
    const lockFile = join(dataDir, 'cluster', 'postmaster.pid');
    const lines = readFileSync(lockFile, 'utf8').split('\n');
    await first.stop();
    // The test runner itself acts as the process that got the number after a reboot.
    writeFileSync(lockFile, [String(process.pid), ...lines.slice(1)].join('\n'), { mode: 0o600 });
    const second = await start();
    expect(await ask(second.url, 'select 1 as up')).toEqual({ up: 1 });
  });

  it('starts over when an earlier creation was interrupted', { tags: ['long'] }, async () => {
    mkdirSync(join(dataDir, 'cluster.new'), { recursive: true });
    writeFileSync(join(dataDir, 'cluster.new', 'PG_VERSION'), '18\n');
    const server = await start();
    expect(await ask(server.url, 'select 1 as up')).toEqual({ up: 1 });
    expect(existsSync(join(dataDir, 'cluster.new'))).toBe(false);
  });

  it('explains in one line what is wrong with unusable files', { tags: ['long'] }, async () => {
    await (await start()).stop();
    writeFileSync(join(dataDir, 'cluster', 'PG_VERSION'), '9\n');
    await expect(start()).rejects.toThrow(/PostgreSQL did not start: .*(version|incompatible)/);
  });
});

describe('a supervised server', () => {
  it('restarts on its port after every kill, by one of its users', { tags: ['long'] }, async () => {
    const [one, other] = [await start(dataDir, true), await start(dataDir, true)];
    await ask(one.url, 'create table kept as select 42 as answer');
    for (let time = 0; time < 3; time++) {
      const killed = one.pid;
      process.kill(killed, 'SIGKILL');
      await vi.waitFor(async () =>
        expect(await ask(one.url, 'select answer from kept')).toEqual({ answer: 42 }),
      );
      await vi.waitFor(() => expect(one.pid).not.toBe(killed));
      await vi.waitFor(() => expect(other.pid).toBe(one.pid));
    }
  });

  it('stays stopped after a stop', { tags: ['long'] }, async () => {
    const server = await start(dataDir, true);
    await server.stop();
    await waitUntilGone(server.pid);
    // Longer than its supervisor takes to restart it.
    await delay(500);
    expect(readPostmaster(join(dataDir, 'cluster'))).toBeUndefined();
  });
});

describe('several processes on one data folder', () => {
  it('share one server, which the last of them stops', { tags: ['long'] }, async () => {
    const racers = await Promise.all([startUser(), startUser(), startUser()]);
    const pids = new Set(racers.map((racer) => racer.pid));
    expect(pids.size).toBe(1);
    const [pid = 0] = pids;
    for (const racer of racers) {
      expect(processExists(pid)).toBe(true);
      racer.user.kill('SIGINT');
      await once(racer.user, 'exit');
    }
    await waitUntilGone(pid);
  });

  it('adopt the server of a killed application and stop it in the end', { tags: ['long'] }, async () => {
    const { user, pid } = await startUser();
    user.kill('SIGKILL');
    await once(user, 'exit');
    expect(processExists(pid)).toBe(true);
    const server = await start();
    expect(server.pid).toBe(pid);
    await server.stop();
    await waitUntilGone(pid);
    expect(readPostmaster(join(dataDir, 'cluster'))).toBeUndefined();
  });

  it('keep the server running while an application drains after Ctrl-C', { tags: ['long'] }, async () => {
    const { user, pid, lines } = await startUser();
    // Ctrl-C in a terminal reaches the whole process group.
    process.kill(-(user.pid ?? 0), 'SIGINT');
    expect((await lines.next()).value).toBe('drained');
    await waitUntilGone(pid);
  });
});

describe.runIf(process.getuid?.() === 0)('as root', () => {
  it('works in a folder that is closed to other users', { tags: ['long'] }, async () => {
    mkdirSync(join(root, 'closed'), { mode: 0o700 });
    const server = await start(join(root, 'closed', 'data'));
    expect(await ask(server.url, 'select 1 as up')).toEqual({ up: 1 });
    await server.stop();
    const again = await start(join(root, 'closed', 'data'));
    expect(await ask(again.url, 'select 1 as up')).toEqual({ up: 1 });
  });
});
