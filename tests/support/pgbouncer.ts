// SPDX-License-Identifier: Apache-2.0

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { delimiter, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { patient } from './patience.ts';
import { makeScratchFolder } from './scratch.ts';

/** Path of PgBouncer on this machine; undefined if not installed. */
export function findPgbouncer(): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin'];
  return folders.map((folder) => join(folder, 'pgbouncer')).find((path) => existsSync(path));
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

const startsWithinMs = 10_000;
/** PgBouncer refuses to run as root. */
const nobody = 65_534;

async function waitUntilServing(url: string, child: ChildProcess, said: () => string): Promise<void> {
  const giveUpAt = Date.now() + patient(startsWithinMs);
  for (;;) {
    const client = new pg.Client({ connectionString: url });
    const isServing = await client.connect().then(
      () => true,
      () => false,
    );
    await client.end().catch(() => {});
    if (isServing) return;
    if (child.exitCode !== null || Date.now() > giveUpAt)
      throw new Error(`PgBouncer does not serve: ${said()}`);
    await delay(50);
  }
}

/** The real PgBouncer in front of the database of `url`. */
export async function startPgbouncer(
  program: string,
  url: string,
  mode: 'session' | 'transaction' | 'statement',
): Promise<{ url: string; close(): Promise<void> }> {
  const database = new URL(url);
  const name = database.pathname.slice(1);
  const port = await freePort();
  const folder = makeScratchFolder('pgbouncer');
  const file = join(folder, 'pgbouncer.ini');
  writeFileSync(
    file,
    `[databases]
${name} = host=${database.hostname} port=${database.port} dbname=${name} user=${database.username} password=${database.password}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = ${mode}
default_pool_size = 90
max_client_conn = 400
server_login_retry = 1
`,
  );
  chmodSync(folder, 0o755);
  chmodSync(file, 0o644);
  const isRoot = process.getuid?.() === 0;
  const child = spawn(program, [file], {
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(isRoot && { uid: nobody, gid: nobody }),
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += chunk));
  const exited = once(child, 'exit');
  const pooled = new URL(url);
  pooled.hostname = '127.0.0.1';
  pooled.port = String(port);
  const close = async () => {
    child.kill('SIGKILL');
    await exited;
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await waitUntilServing(pooled.href, child, () => said);
  } catch (error) {
    await close();
    throw error;
  }
  return { url: pooled.href, close };
}

/** One PgBouncer in session mode in front of each server that `url` names. */
export async function startPgbouncers(
  program: string,
  url: string,
): Promise<{ url: string; close(): Promise<void> }> {
  const hosts = (/@([^/]+)/.exec(url)?.[1] ?? '').split(',');
  const poolers = await Promise.all(
    hosts.map((host) => startPgbouncer(program, url.replace(/@[^/]+/, `@${host}`), 'session')),
  );
  const pooled = poolers.map((pooler) => new URL(pooler.url).host).join(',');
  return {
    url: url.replace(/@[^/]+/, `@${pooled}`),
    async close() {
      await Promise.all(poolers.map((pooler) => pooler.close()));
    },
  };
}
